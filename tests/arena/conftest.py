"""Fixtures of all tests of the arena."""

from __future__ import annotations

import pytest

from canastra.arena.statistics import ratings


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bootstrap of as many rounds as shows that it works."""
    monkeypatch.setattr(ratings, "RESAMPLES", 50)
