"""The form says of each rulebook what its articles say, and its totals are the engine's on any deal."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from canastra.cards import UNKNOWN
from canastra.engine import State, score
from canastra.engine.hands import cards_of
from canastra.errors import RecordError
from canastra.records import RecordRuleError, read_file, replay
from canastra.rulebooks import OFFICIAL, official
from canastra.rulebooks.schema import Deducted, HandsLeft
from canastra.scoresheet import (
    Form,
    Kind,
    count_warnings,
    counts_of,
    field_points,
    form_json,
    form_of,
    total_of,
    total_warnings,
)
from tests.cli.running import CONFORMANCE
from tests.playing import states
from tests.samples import sample
from tests.scoresheet.cases import FILE, RULEBOOKS, cases_text
from tests.scoresheet.tables import random_end

FORMS = {
    # The questions of each form by EVENTS: fields with their points per unit; for the morto, those of its options.
    "canastra-regional": {
        "laid_15": [15], "laid_10": [10], "laid_5": [5], "clean": [200], "dirty": [100], "went_out": [100],
        "morto": [-100, 0], "hand_15": [-15], "hand_10": [-10], "hand_5": [-5],
    },
    "canastra-curinguinha": {
        "laid_20": [20], "laid_15": [15], "laid_10": [10], "laid_5": [5], "clean": [200], "dirty": [100],
        "went_out": [100], "morto": [0, 100], "hand_20": [-20], "hand_15": [-15], "hand_10": [-10], "hand_5": [-5],
    },
    "tranca": {
        "laid": [10], "clean": [200], "dirty": [100], "went_out": [100], "morto": [-100, 0, -100],
        "red_exposed": [100], "red_kept": [-100], "red_unreplaced": [-10], "black_kept": [-100], "hand": [-10],
    },
    "buraco": {
        "laid": [10], "clean": [200], "dirty": [100], "went_out": [100], "morto": [-100, 0], "hand": [-10],
    },
    "canastra-duelo": {
        "laid": [10], "clean": [300], "dirty": [200], "royal": [1000], "went_out": [100], "hand": [-10],
    },
}  # fmt: skip
STEPS = {"canastra-regional": 5, "canastra-curinguinha": 5, "tranca": 10, "buraco": 10, "canastra-duelo": 10}
PACKS = {"canastra-regional": 880, "canastra-curinguinha": 960, "tranca": 1040, "buraco": 1040, "canastra-duelo": 1040}


def agrees(state: State) -> None:
    """Assert that the form gives the points of a finished deal that the engine gives, component by component."""
    form = form_of(state.lookup.rulebook)
    sides = (counts_of(state, 0), counts_of(state, 1))
    for side, engine in enumerate(score(state)):
        by_component: Counter[str] = Counter()
        for field in form.fields:
            by_component[field.component] += field_points(form, sides, side)[field.id]
        assert {name: by_component[name] for name in engine._fields} == engine._asdict(), (side, sides)
        assert total_of(form, sides, side) == engine.total
        assert engine.total is not None
        assert not list(total_warnings(form, engine.total, side, ""))


@pytest.mark.parametrize("name", OFFICIAL)
def test_the_form_of_an_official_rulebook(name: str) -> None:
    form = form_of(official(name))
    assert {field.id: [worth.points for worth in field.worths] for field in form.fields} == FORMS[name]
    assert (form.step, form.pack_points, form.pack_cards) == (STEPS[name], PACKS[name], 104)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", sample(RULEBOOKS, 8, RULEBOOKS))
def test_totals_are_the_engines_on_deals_played_at_random(name: str, seed: int) -> None:
    *_, last = states(RULEBOOKS[name], seed + 1000)
    agrees(last)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_totals_are_the_engines_at_ends_made_up(name: str) -> None:
    rng = random.Random(name)
    for _ in range(40):
        agrees(random_end(RULEBOOKS[name], rng))


@pytest.mark.soak
@pytest.mark.parametrize("name", RULEBOOKS)
def test_totals_are_the_engines_on_many_deals(name: str) -> None:
    rng = random.Random(f"{name} long")
    for seed in range(300):
        *_, last = states(RULEBOOKS[name], seed)
        agrees(last)
        for _ in range(30):
            agrees(random_end(RULEBOOKS[name], rng))


def test_totals_are_the_engines_on_recorded_deals() -> None:
    """Some records of tests/conformance; none of their deals has anything that a referee would ask about."""
    found = 0
    for path in sorted(CONFORMANCE.glob("*.canastra"))[::3]:
        try:
            deals = replay(read_file(path)).deals
        except (RecordRuleError, RecordError):
            continue
        for deal in deals:
            known = not any(UNKNOWN in cards_of(hand) for hand in deal.state.hands)
            if deal.finished and known:
                agrees(deal.state)
                form = form_of(deal.state.lookup.rulebook)
                codes = {
                    each.code for each in count_warnings(form, (counts_of(deal.state, 0), counts_of(deal.state, 1)))
                }
                assert codes == set()
                found += 1
    assert found > 15


def test_a_house_that_deducts_hands_only_of_who_lost() -> None:
    """The number of a field that does not count is 0 for all that reads it."""
    tranca = official("tranca")
    form = form_of(replace(tranca, hands_left=HandsLeft(Deducted.OPPONENT_OF_GOING_OUT)))
    mine = {"went_out": 1, "hand": 3, "black_kept": 1}
    assert total_of(form, (mine, {"hand": 3, "black_kept": 1}), 0) == 100 - 100
    assert total_of(form, (mine, {"hand": 3, "black_kept": 1}), 1) == -30 - 100 - 100


def codes(form: Form, ours: dict[str, int], theirs: dict[str, int] | None = None) -> list[tuple[str, int | None]]:
    return [(warning.code, warning.side) for warning in count_warnings(form, (ours, theirs or {}))]


def test_what_no_deal_can_have() -> None:
    regional, tranca = form_of(official("canastra-regional")), form_of(official("tranca"))
    assert codes(regional, {"laid_15": 8, "laid_10": 56, "laid_5": 40}) == []
    assert codes(regional, {"laid_15": 5}, {"hand_15": 4}) == [("sheet_too_many_cards", None)]
    assert codes(regional, {"laid_10": 13, "clean": 2}) == [("sheet_too_many_canastas", 0)]
    assert codes(regional, {"laid_10": 14, "clean": 2}) == []
    full = {"laid_10": 7, "clean": 1, "went_out": 1, "morto": 1}
    assert codes(regional, full) == []
    assert codes(regional, full, full) == [("sheet_two_went_out", None)]
    assert codes(regional, full | {"clean": 0, "dirty": 1}) == [("sheet_out_needs_clean", 0)]
    assert codes(regional, {}, full | {"morto": 0}) == [], "both mortos may have become the stock"
    assert codes(tranca, {"laid": 7, "dirty": 1, "went_out": 1}) == [("sheet_out_needs_morto", 0)]
    assert codes(tranca, {"laid": 90, "hand": 7}) == [("sheet_too_many_cards", None)]
    assert codes(tranca, {"red_exposed": 3}, {"red_kept": 2}) == [("sheet_too_many_red_threes", None)]


def test_a_total_is_a_multiple_of_the_step_and_possible() -> None:
    regional = form_of(official("canastra-regional"))
    assert [list(total_warnings(regional, total, 0, "Art. 12")) for total in (0, -985 + 5, 3780, 435)] == [[]] * 4
    assert [each.code for each in total_warnings(regional, 437, 1, "")] == ["sheet_off_step"]
    assert [each.code for each in total_warnings(regional, 7450, 1, "")] == ["sheet_out_of_range"]
    words = next(total_warnings(regional, 437, 1, "Art. 12")).message("pt")
    assert words == "437 pontos não são múltiplo de 5"


def test_the_json_has_all_of_the_form() -> None:
    form = form_of(official("tranca"))
    value = json.loads(json.dumps(form_json(form)))
    assert [field["id"] for field in value["fields"]] == [field.id for field in form.fields]
    assert len(value["limits"]) == len(form.limits)
    assert len(value["demands"]) == len(form.demands)
    exposed = next(field for field in value["fields"] if field["id"] == "red_exposed")
    assert exposed["worths"] == [
        {
            "points": 100,
            "if": [{"whose": "own", "fields": ["clean", "dirty"], "some": True}],
            "otherwise": -100,
        }
    ]
    assert {field["kind"] for field in value["fields"]} == set(Kind)


def test_the_shared_cases_are_of_today() -> None:
    """When this fails: python -m tests.scoresheet.cases."""
    assert FILE.read_text("utf-8") == cases_text()
