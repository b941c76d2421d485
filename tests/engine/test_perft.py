"""Card perft: the number of legal step sequences from fixed positions is what it was (see tools/perft.py)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tools.perft import DATA, count

CASES = json.loads(DATA.read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['record']}-{case['deal']}-{case['turn']}")
def test_perft(case: dict[str, Any]) -> None:
    assert count(case) == case
