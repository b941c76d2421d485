"""A tap on the start page brings what it opens into view on a phone, the first time and again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, People

SEEN = """(part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / Math.min(bottom - top, innerHeight);
}"""
"""Returns the visible share of the opened part, of the most that fits the window."""
MOST = 0.9
SOON = 500
"""Milliseconds after which the part is in view."""


@pytest.mark.parametrize(("tile", "first"), [("Com amigos", "Regulamento"), ("Mesas", "Atualizar")])
@pytest.mark.parametrize("size", [PHONE, (360, 640)], ids=str)
def test_a_tile_brings_what_it_opens_into_view(people: People, size: tuple[int, int], tile: str, first: str) -> None:
    ana = people(size=size, quiet=False)
    ana.visit("/")
    for _ in range(2):
        ana.page.get_by_role("button", name=re.compile(tile)).tap()
        expect(ana.page.locator("#part").get_by_text(first).first).to_be_in_viewport()
        ana.page.wait_for_timeout(SOON)
        seen = ana.page.locator("#part").evaluate(SEEN)
        assert seen > MOST, seen
        ana.page.get_by_role("button", name=re.compile(tile)).tap()
        expect(ana.page.locator("#part")).to_be_hidden()
