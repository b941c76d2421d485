"""Encounters: several matches of the same sides at tables that follow each other, and who deals in them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from canastra import table as tables
from canastra.cards import TWO_PACKS, cards_text, parse_cards
from canastra.engine import Encounter, Length, NextDealer
from canastra.errors import InputError
from canastra.records import parse, write
from canastra.rulebooks import official
from canastra.table import Accept, ClaimWin, Leave, Offer, Stage, Table
from canastra.table.events import DealEnded, DealerDrawn
from canastra.table.settings import opened_with, usual_undo
from tests.table.hosting import Host

OLD = Path(__file__).parent / "logs" / "duelo-before-encounters.jsonl"


def resigned(table: Table, side: int) -> Table:
    """The table after a side with one person has given the match up."""
    host = Host("canastra-duelo")
    host.table = table
    host.serve(until_bots=True)
    host.send(Offer(side, "resign"))
    return host.table


def following(table: Table, number: int) -> Table:
    """The next table, when all want it."""
    host = Host("canastra-duelo")
    host.table = table
    host.send(Offer(0, "rematch"))
    host.send(Accept(1, "rematch"))
    assert host.table.rematch
    return tables.rebuild(tables.open_rematch(host.table, f"m{number}", table.now))


def first(matches: int, length: str = "best_of", **terms: Any) -> Table:
    return Host("canastra-duelo", matches=matches, length=length, **terms).seat_people(0, 1).table


@pytest.mark.parametrize(
    ("matches", "length", "losers", "played", "winner"),
    [
        (1, "best_of", (1,), 1, 0),
        (3, "best_of", (1, 1), 2, 0),
        (3, "best_of", (1, 0, 0), 3, 1),
        (5, "best_of", (0, 0, 0), 3, 1),
        (3, "exactly", (1, 1, 0), 3, 0),
        (2, "exactly", (1, 0), 2, None),
    ],
)
def test_the_encounter_goes_on_until_a_side_cant_be_caught(
    matches: int, length: str, losers: tuple[int, ...], played: int, winner: int | None
) -> None:
    table = first(matches, length)
    for number, loser in enumerate(losers, 2):
        assert not table.encounter.finished
        table = resigned(table, loser)
        if number <= len(losers):
            table = following(table, number)
            assert table.settings.encounter_id == "m1"
    assert table.encounter.finished
    assert (table.encounter.played, table.encounter.winner) == (played, winner)
    again = following(table, 9)
    assert again.settings.encounter == Encounter(matches, Length(length))
    assert again.settings.encounter_id == "m9"


def test_everybody_reads_the_score_of_the_encounter() -> None:
    table = resigned(first(3), 1)
    for viewer in (None, 0, 1):
        assert tables.snapshot(table, viewer)["encounter"] == {
            "matches": 3,
            "length": "best_of",
            "won": [1, 0],
            "drawn": 0,
            "finished": False,
            "winner": None,
        }
    assert tables.snapshot(first(1), 0)["encounter"] is None


def test_a_match_that_nobody_ended_leaves_the_encounter_as_it_was() -> None:
    host = Host("canastra-duelo", matches=3).seat_people(0, 1)
    host.send(Leave(0))
    host.send(Leave(1))
    assert host.table.encounter == Encounter(3)


def test_a_match_that_is_claimed_counts() -> None:
    host = Host("canastra-duelo", matches=3).seat_people(0, 1).serve()
    host.send(Leave(1))
    host.send(ClaimWin(0))
    assert host.table.encounter == Encounter(3, won=(1, 0))


def test_the_next_match_keeps_all_terms() -> None:
    table = first(3, next_dealer="loser", undo=False)
    after = following(resigned(table, 1), 2)
    encounter = tables.record(after).encounter
    assert encounter is not None
    assert (encounter.id, encounter.match, encounter.before.won) == ("m1", 2, (1, 0))
    assert after.settings == replace(table.settings, match="m2", encounter=Encounter(3, won=(1, 0)), encounter_id="m1")
    assert tables.open_table(opened_with(after.settings, "m2", 1)).settings == after.settings


def test_seats_by_lot_are_kept_by_the_next_match() -> None:
    table = resigned(Host("canastra-duelo", matches=3, lots=True).seat_people(0, 1).serve(until_bots=True).table, 1)
    after = following(table, 2)
    assert not after.settings.lots
    assert [seat.name for seat in after.seats] == [seat.name for seat in table.seats]


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"matches": 0}, "table_form_matches"),
        ({"matches": 101}, "table_form_matches"),
        ({"matches": 2}, "table_best_of_even"),
        ({"matches": 3, "length": "first_to"}, "table_form_length"),
        ({"matches": 3, "won": (1,)}, "table_form_encounter"),
        ({"matches": 3, "won": (-1, 0)}, "table_form_encounter"),
        ({"matches": 3, "drawn": -1}, "table_form_encounter"),
        ({"matches": 3, "won": (2, 0)}, "table_encounter_over"),
        ({"next_dealer": "winner"}, "table_form_dealer"),
        ({"encounter": "a b"}, "table_form_match"),
        ({"lots": True, "match": "x" * 125}, "fairness_match"),
    ],
)
def test_terms_that_cant_be_are_refused(terms: dict[str, Any], code: str) -> None:
    opened = structs.replace(tables.opening(official("buraco"), "m1", 0), **terms)
    with pytest.raises(InputError) as caught:
        tables.open_table(opened)
    assert caught.value.code == code
    assert all(caught.value.message(language) for language in ("pt", "en"))


def deals(next_dealer: str) -> Host:
    host = Host("buraco", 3, target=100_000, next_dealer=next_dealer)
    host.level = "greedy"
    host.seat_people(0, 1, 2, 3)
    while len(host.table.deals) < 4:
        host.play_on(1)
    return host


def test_the_next_seat_deals() -> None:
    dealers = [deal.dealer for deal in deals("next_seat").table.deals]
    assert dealers == [(dealers[0] + number) % 4 for number in range(4)]


def test_a_player_of_the_side_that_lost_the_deal_deals() -> None:
    host = deals("loser")
    dealers = [deal.dealer for deal in host.table.deals]
    ended = [event for event in host.log if isinstance(event, DealEnded)]
    for number in range(3):
        one, two = (sum(side.values()) for side in ended[number].scores)
        assert one != two, "a deal that tells nothing"
        assert dealers[number + 1] % 2 == (0 if one < two else 1)
        assert dealers[number + 1] != dealers[number]


def test_the_dealer_of_each_deal_is_drawn() -> None:
    host = deals("draw")
    drawn = [event for event in host.log if isinstance(event, DealerDrawn)]
    record = tables.record(host.table)
    assert all(deal.draw is not None for deal in record.deals)
    assert parse(write(record)) == record
    host.replayed()
    assert [event.dealer for event in drawn][:4] == [deal.dealer for deal in host.table.deals]
    assert tables.rebuild(host.log) == host.table


def test_while_the_dealer_is_drawn_nobody_deals() -> None:
    host = Host("buraco", 3, target=100_000, next_dealer="draw").seat_people(0)
    while not host.table.deals:
        host.play_on(1)
    # The last action was made by `play_on`, which has not been asked for the draw yet.
    assert host.table.stage is Stage.DRAWING
    assert tables.snapshot(host.table, 0)["dealer"] is None
    left = list(TWO_PACKS)
    for card in parse_cards("2D KD 3D 4D"):
        left.remove(card)
    host.draws = [f"2D KD 3D 4D {cards_text(left)}"]
    need = tables.next_requirement(host.table, host.now)
    assert need is not None
    host.answer(need)
    assert tables.snapshot(host.table, 0)["dealer"] == 1
    assert NextDealer(host.table.settings.next_dealer) is NextDealer.DRAW


def test_a_table_of_an_older_database_loads() -> None:
    """Its events lack the settings that came later."""
    lines = OLD.read_text(encoding="utf-8").splitlines()
    opened = json.loads(lines[0])
    assert not {"matches", "length", "encounter", "won", "drawn", "next_dealer", "lots"} & opened.keys()
    opened["sha256"] = official("canastra-duelo").sha256
    events = [tables.load_event(each) for each in (json.dumps(opened), *lines[1:])]
    table = tables.rebuild(events)
    assert (table.stage, table.match and table.match.points) == (Stage.FINISHED, (420, 70))
    assert table.encounter == Encounter(1, won=(1, 0))
    running = tables.rebuild(events[:60])
    assert running.stage is Stage.PLAYING
    assert (running.settings.next_dealer, running.settings.lots) == (NextDealer.NEXT_SEAT, False)
    # The table writes the events as it read them, byte by byte.
    assert [tables.dump_event(each) for each in events[1:]] == lines[1:]


def test_no_play_is_taken_back_where_the_rulebook_or_a_referee_is_against_it() -> None:
    assert usual_undo(official("buraco"))
    assert not usual_undo(official("canastra-curinguinha"))
    assert not usual_undo(official("buraco"), refereed=True)
