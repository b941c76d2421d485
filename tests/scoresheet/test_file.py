"""canastra-sheet/1: one spelling, read strictly, changed by as little as possible; errors name the line."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.engine import Encounter, Length, NextDealer
from canastra.errors import CanastraError, RecordError
from canastra.records import EncounterRecord, Ruling
from canastra.rulebooks import OFFICIAL, official
from canastra.scoresheet import (
    Acceptance,
    Counted,
    DealEntry,
    Kind,
    Laid,
    MatchForfeit,
    Sheet,
    SideEntry,
    Total,
    accepted,
    changed_text,
    corrected,
    form_of,
    parse_sheet,
    progress_of,
    write_sheet,
)
from canastra.scoresheet.real_table.side import Side

BY = {"author": "Rosa", "time": "2026-11-23T16:00:00-03:00", "reason": "conta refeita"}
SMALL = """\
# Sábado, mesa 4
format = "canastra-sheet/1"
rulebook = "canastra-regional"
revision = 1
sides = ["Nós", "Eles"]

[[deals]]
# foi rápida
sides = [
  { total = 430 },
  { laid_10 = 7, dirty = 1, morto = "taken", hand_15 = 1 },
]

[[deals]]
sides = [{ total = 1200, went_out = true }, { melds = ["4H 5H 6H"], hands = ["KS", "2D 9C"] }]
"""


def random_sheet(seed: int) -> Sheet:
    """A sheet with something of everything."""
    rng = random.Random(seed)
    rulebook = official(rng.choice(OFFICIAL))
    form = form_of(rulebook)

    def entry() -> SideEntry:
        kind = rng.randrange(3)
        if kind == 0:
            return Total(form.step * rng.randrange(-30, 100), rng.choice([None, True, False]))
        if kind == 1:
            few = {each.id: each.most if each.kind is not Kind.COUNT else 5 for each in form.fields}
            counts = {name: rng.randint(0, most) for name, most in few.items()}
            return Counted({name: number for name, number in counts.items() if number})
        return Laid(Side(melds=("4H 5H 6H",) if rng.random() < 0.5 else (), morto=rng.random() < 0.5))

    encounter = EncounterRecord(Encounter(5, Length.EXACTLY), "final") if rng.random() < 0.5 else None
    match, deals = 1, []
    for _ in range(rng.randrange(6)):
        match += bool(encounter) and match < 5 and rng.random() < 0.3
        rulings = (Ruling("points", 'tarde "hoje"', 1, -50, "Rosa", BY["time"]),) if rng.random() < 0.2 else ()
        dealer = rng.randrange(rulebook.table.players) if rng.random() < 0.2 else None
        deals.append(DealEntry((entry(), entry()), match, dealer, rulings))
    sheet = Sheet(
        rulebook,
        ("Ana / Bia", "Caio \\ Davi"),
        tuple("ABCD"[: rulebook.table.players]) if rng.random() < 0.5 else (),
        (form.step * rng.randrange(200), 0) if rng.random() < 0.5 else (0, 0),
        3000 if form.target and rng.random() < 0.5 else None,
        rng.randrange(rulebook.table.players),
        rng.choice(list(NextDealer)),
        encounter,
        (MatchForfeit(1, 1, "não veio"),) if rng.random() < 0.2 else (),
        tuple(deals),
        {"event": "Copa", "date": "2026-11-23"} if rng.random() < 0.5 else {},
    )
    for _ in range(rng.randrange(3) if deals else 0):
        number = rng.randint(1, len(deals))
        try:
            sheet = corrected(sheet, number, rng.randrange(2), entry(), BY)
        except CanastraError:
            continue
        sheet = accepted(sheet, number, Acceptance("sheet_off_step", 0, "assim foi", "Rosa", BY["time"]))
    return sheet


@given(st.integers(0, 2**32))
def test_what_is_written_is_read_back(seed: int) -> None:
    sheet = random_sheet(seed)
    text = write_sheet(sheet)
    assert parse_sheet(text) == sheet
    assert write_sheet(parse_sheet(text)) == text
    assert changed_text(text, sheet, sheet) == text
    assert len(progress_of(sheet).deals) == len(sheet.deals)


def test_a_deal_is_appended_and_comments_stay() -> None:
    before = parse_sheet(SMALL)
    after = replace(before, deals=(*before.deals, DealEntry((Total(0), Total(-100)))))
    text = changed_text(SMALL, before, after)
    assert text.startswith(SMALL)
    assert text.removeprefix(SMALL) == "\n[[deals]]\nsides = [\n  { total = 0 },\n  { total = -100 },\n]\n"


def test_a_correction_changes_the_lines_of_its_deal_only() -> None:
    before = parse_sheet(SMALL)
    after = corrected(before, 1, 0, Total(450), BY)
    text = changed_text(SMALL, before, after)
    assert parse_sheet(text) == after
    assert text.startswith("# Sábado, mesa 4\n")
    assert text.endswith(SMALL.split("\n\n")[-1])
    assert (
        '  { side = 0, before = { total = 430 }, after = { total = 450 }, deals = 2, author = "Rosa", '
        'time = "2026-11-23T16:00:00-03:00", reason = "conta refeita" },' in text
    )


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('sheet/1"', 'sheet/2"', "wrong_format", 2),
        ('"canastra-regional"', '"canastra-regonal"', "rulebook_unknown_near", 3),
        ("revision = 1", "revision = 7", "revision_other", 4),
        ('["Nós", "Eles"]', '["Nós"]', "sheet_two_names", 5),
        ('["Nós", "Eles"]', '["Nós", "Nós"]', "sheet_two_names", 5),
        ("revision = 1", "revision = 1\ntarget = 0", "target_not_positive", 5),
        ('["Nós", "Eles"]', f'["{"N" * 201}", "Eles"]', "text_too_long", 5),
        ("revision = 1", "revision = 1\ndate = '2026-02-29'", "date_malformed", 5),
        ("revision = 1", "revision = 1\nevent = ''", "text_blank", 5),
        ("revision = 1", f"revision = 1\nplace = '{'x' * 201}'", "text_too_long", 5),
        ("revision = 1", f"revision = 1\nplayers = ['{'A' * 201}', '', '', '']", "text_too_long", 5),
        ("revision = 1", "revision = 1\nplaces = 2", "key_unknown", 5),
        ("revision = 1", "revision = 1\nplayers = ['A']", "player_count", 5),
        ("revision = 1", "revision = 1\nscore = [1, 2, 3]", "score_count", 5),
        ("revision = 1", "revision = 1\nscore = [1, 200000]", "sheet_number_range", 5),
        ("revision = 1", "revision = 1\ndealer = 4", "no_such_seat", 5),
        ("{ total = 430 }", '{ total = "430" }', "expected_integer", 9),
        ("{ total = 430 }", "{ total = 430000 }", "sheet_number_range", 9),
        ("{ total = 430 }", "{ total = 430, clean = 1 }", "key_unknown", 9),
        ("laid_10 = 7", "laid_12 = 7", "key_unknown", 9),
        ("laid_10 = 7", "laid_10 = -1", "sheet_number_range", 9),
        ('"taken"', '"unplayed"', "choice_unknown", 9),
        ('"taken"', "true", "expected_text", 9),
        ("  { total = 430 },\n", "", "sheet_two_entries", 9),
        ("went_out = true", "went_out = 1", "score_expected_flag", 15),
        ("4H 5H 6H", "4H 5H 7H", "not_consecutive", 15),
        ("# foi rápida", "match = 2", "sheet_deal_match", 8),
        ("# foi rápida", "accepted = [{ code = 'x', reason = ' ' }]", "reason_empty", 8),
        (
            "# foi rápida",
            "corrections = [{ side = 0, before = { total = 1 }, after = { total = 2 }, deals = 2, "
            "author = 'R', time = '2026-11-23T16:00:00Z', reason = 'x' }]",
            "sheet_correction_chain",
            8,
        ),
        (
            "# foi rápida",
            "corrections = [{ side = 0, before = { total = 1 }, after = { total = 430 }, deals = 0, "
            "author = 'R', time = '2026-11-23T16:00:00Z', reason = 'x' }]",
            "sheet_correction_deals",
            8,
        ),
        ("# foi rápida", "corrections = [{ side = 0, before = { total = 1 } }]", "key_missing", 8),
        ("[[deals]]", "[[deals]", "toml_header", None),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, code: str, line: int | None) -> None:
    assert old in SMALL
    with pytest.raises(RecordError) as found:
        parse_sheet(SMALL.replace(old, new, 1))
    assert code in (found.value.code, found.value.figures.get("why"))
    assert line in (None, found.value.line)
    assert all(found.value.message(language) for language in ("pt", "en"))


def test_the_page_shows_a_sheet() -> None:
    page = (Path(__file__).parents[2] / "docs" / "scoresheet.md").read_text("utf-8")
    shown = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert [write_sheet(parse_sheet(text)) for text in shown] == shown
    assert [deal.points.totals for deal in progress_of(parse_sheet(shown[0])).deals] == [(430, 155), (240, -100)]
