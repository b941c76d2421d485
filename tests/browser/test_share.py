"""The result of a match as a picture that the page draws, to share."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Download, expect

from tests.browser.people import DESKTOP, PHONE, People, Person
from tests.browser.test_people import SHOTS, shot

pytestmark = pytest.mark.slow

SENDS = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async (given) => {
  const [file] = given.files;
  window.sent = { name: file.name, type: file.type, keys: Object.keys(given), bytes: file.size };
};
localStorage.setItem('canastra.name', 'Ana');
"""
"""A phone that shares files with other programs."""


def size_of(download: Download) -> tuple[int, int]:
    """Return the size of a PNG file, by its header."""
    head = Path(download.path()).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def points(person: Person, table: str) -> dict[int, list[int]]:
    """Return the points after each deal, in the form that a tab remembers."""
    deals = person.asks("GET", f"/api/tables/{table}/replay")["deals"]
    return {deal["deal"]: deal["points"] for deal in deals}


def looks(person: Person, name: str) -> None:
    """Save pictures in the guide's sizes and themes, to look at."""
    for theme, size in (("light", PHONE), ("dark", DESKTOP)):
        person.resizes(size)
        person.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        shot(person, f"{name}-{theme}")
    person.resizes(PHONE)


def test_a_result_is_a_picture_to_send_or_to_keep(people: People) -> None:
    ana = people()
    ana.page.add_init_script(SENDS)
    table = ana.opens(rulebook="buraco", target=500, bots="greedy", clock={"between": 1})["table"]
    match = ana.plays(table)["match"]
    deals = points(ana, table)
    ana.page.add_init_script(f"sessionStorage.setItem('canastra.points.{match}', '{json.dumps(deals)}')")
    ana.visit(f"/mesa/{table}")
    expect(ana.page.locator("#match-end")).to_be_visible()
    # The band has a curve of both sides if the match has more than one deal.
    expect(ana.page.locator("header .curve path")).to_have_count(2 if len(deals) > 1 else 0)
    looks(ana, "match-end")
    ana.presses("Fazer uma imagem")
    expect(
        ana.page.get_by_role("img", name=re.compile(r"^Ana e .+ na canastra \(Buraco, |× Ana e .+ na canastra"))
    ).to_be_visible()
    ana.presses("Mandar a imagem")
    sent = ana.page.evaluate("window.sent")
    assert (sent["type"], sent["keys"]) == ("image/png", ["files"])
    assert re.fullmatch(r"canastra-20\d\d-\d\d-\d\d\.png", sent["name"])
    with ana.page.expect_download() as coming:
        ana.presses("Baixar a imagem")
    assert coming.value.suggested_filename == sent["name"]
    assert size_of(coming.value) == (1080, 1350)
    assert Path(coming.value.path()).stat().st_size == sent["bytes"]
    looks(ana, "picture")
    if SHOTS:
        coming.value.save_as(Path(SHOTS) / "people-result.png")
    ana.usable()
    is_made_from_the_history(ana)


def is_made_from_the_history(ana: Person) -> None:
    ana.visit("/partida")
    ana.presses("imagem")
    expect(ana.page.get_by_role("img", name=re.compile("na canastra"))).to_be_visible()
    with ana.page.expect_download() as coming:
        ana.presses("Baixar a imagem")
    assert size_of(coming.value) == (1080, 1350)
    looks(ana, "history-picture")
    ana.usable()
