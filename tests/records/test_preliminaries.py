"""The preliminaries in a record: the encounter, the seats, the draw, the cut, the next dealer."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from canastra.cards import TWO_PACKS, parse_cards
from canastra.engine import Encounter, Length, NextDealer, deal_out, draw_for_dealer
from canastra.errors import RecordError
from canastra.records import (
    Cut,
    DealerDraw,
    DealRecord,
    EncounterRecord,
    Forfeit,
    Record,
    RecordRuleError,
    Ruling,
    Seats,
    dealer_draw,
    parse,
    redact,
    replay,
    replay_json,
    write,
)
from canastra.records.turns import parse_turns
from canastra.rulebooks import official

NAMES = ("Ana", "Bruno", "Clara", "Davi")


def whole(dealer: int, seed: int = 1) -> DealRecord:
    """A deal of buraco in which all players discard the card drawn; with another seed the points differ."""
    pack = list(TWO_PACKS)
    random.Random(seed).shuffle(pack)
    piles = deal_out(pack, 4, dealer)
    stock = (*piles.stock, *piles.mortos[0], *piles.mortos[1])
    lines = [f"{(dealer + 1 + index) % 4}: draw {card}, discard {card}" for index, card in enumerate(stock)]
    lines.append(f"{(dealer + 1 + len(stock)) % 4}: pass")
    return DealRecord(dealer, piles, parse_turns("\n".join(lines)))


def draw_of(*rounds: str) -> DealerDraw:
    return DealerDraw(tuple(map(parse_cards, rounds)))


def record(*deals: DealRecord, **about: object) -> Record:
    return Record(official("buraco"), NAMES, deals=deals, **about)  # type: ignore[arg-type]


def begun(*lines: str, deal: tuple[str, ...] = ()) -> str:
    """The text of a match just dealt, with lines added to its head and to its deal."""
    text = write(record(replace(whole(3), turns=())))
    head, _, rest = text.partition("\n\n[[deals]]\ndealer = 3\n")
    return "\n".join([head, *lines]) + "\n\n[[deals]]\ndealer = 3\n" + "".join(f"{line}\n" for line in deal) + rest


EVERYTHING = record(
    replace(
        whole(3),
        draw=draw_of("KH 3C 9D KS", "5C QH"),
        cut=Cut(0, 41),
        rulings=(Ruling("points", "atraso", 1, -50, "Rui", "2026-03-01T14:30:00-03:00"),),
    ),
    encounter=EncounterRecord(Encounter(3, Length.BEST_OF, (1, 0)), "final"),
    seats=Seats.LOT,
    next_dealer=NextDealer.LOSER,
)


def test_everything_is_written_and_read_again() -> None:
    text = write(EVERYTHING)
    assert parse(text) == EVERYTHING
    assert write(parse(text)) == text
    for line in (
        'encounter = { "id" = "final", "best_of" = 3, "match" = 2, "won" = [1, 0] }',
        'seats = "lot"',
        'next_dealer = "loser"',
        'draw = ["KH 3C 9D KS", "5C QH"]',
        'cut = { "seat" = 0, "place" = 41 }',
    ):
        assert f"\n{line}\n" in text


def test_the_usual_rule_for_the_dealer_is_not_written() -> None:
    text = begun('next_dealer = "next_seat"')
    assert write(parse(text)) == begun()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("encounter = { match = 1, won = [0, 0] }", "encounter_length"),
        ("encounter = { best_of = 3, exactly = 3, match = 1, won = [0, 0] }", "encounter_length"),
        ("encounter = { best_of = 0, match = 1, won = [0, 0] }", "encounter_matches"),
        ("encounter = { best_of = 100, match = 1, won = [0, 0] }", "encounter_matches"),
        ("encounter = { best_of = 3, match = 4, won = [1, 1] }", "encounter_match"),
        ("encounter = { best_of = 3, match = 0, won = [0, 0] }", "encounter_match"),
        ("encounter = { best_of = 3, match = 2, won = [1, 1] }", "encounter_won"),
        ("encounter = { best_of = 3, match = 2, won = [-1, 1] }", "encounter_won"),
        ("encounter = { best_of = 3, match = 2, won = [1] }", "encounter_won"),
        ("encounter = { best_of = 3, match = 3, won = [2, 0] }", "encounter_over"),
        ("encounter = { best_of = 3, match = 2 }", "key_missing"),
        ('encounter = { best_of = 3, match = 2, won = [1, 0], id = " " }', "text_blank"),
        ("encounter = { best_of = 3, match = 2, won = [1, 0], of = 3 }", "key_unknown"),
        ('encounter = "final"', "expected_table"),
        ('seats = "drawn"', "choice_unknown"),
        ('next_dealer = "winner"', "choice_unknown"),
        ("next_dealer = 1", "expected_text"),
    ],
)
def test_a_head_that_is_refused(line: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(begun(line))
    assert (caught.value.code, caught.value.line) == (code, 6)
    assert caught.value.message("pt") != caught.value.message("en")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("draw = []", "draw_tied"),
        ('draw = ["KH 3C 9D"]', "draw_count"),
        ('draw = ["KH 3C 9D 2S", "4S"]', "draw_decided"),
        ('draw = ["KH 3C 9D KS"]', "draw_tied"),
        ('draw = ["KH 3C 9D KS", "4S 4D"]', "draw_tied"),
        ('draw = ["KH 3C 9D KS", "4S 5D 6H"]', "draw_count"),
        ('draw = ["?? 3C 9D KS"]', "draw_unknown"),
        ('draw = ["KH KH KH KS"]', "card_too_often"),
        ('draw = ["KH 3C 9D 10S"]', "card_malformed"),
        ('draw = "KH 3C 9D 2S"', "expected_texts"),
        ("cut = { seat = 4, place = 20 }", "no_such_seat"),
        ("cut = { seat = 0, place = 104 }", "cut_place"),
        ("cut = { seat = 0, place = 0 }", "cut_place"),
        ("cut = { seat = 0 }", "key_missing"),
    ],
)
def test_a_deal_that_is_refused(line: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(begun(deal=(line,)))
    assert (caught.value.code, caught.value.line) == (code, 9)


def test_a_decided_encounter_of_exactly_three_is_played_to_its_end() -> None:
    found = parse(begun("encounter = { exactly = 3, match = 3, won = [2, 0] }")).encounter
    assert found == EncounterRecord(Encounter(3, Length.EXACTLY, (2, 0)))


@pytest.mark.parametrize("seed", range(40))
def test_the_draw_written_is_the_draw_made(seed: int) -> None:
    # Ranks alone decide: few of them make many ties.
    pack = [card for card in TWO_PACKS if card.rank in (0, 5, 12)]
    random.Random(seed).shuffle(pack)
    dealer, drawn = draw_for_dealer(pack, 4)
    draw = dealer_draw(drawn)
    assert draw.dealer == dealer
    rounds = zip(draw.seats, draw.rounds, strict=True)
    assert tuple(pair for seats, cards in rounds for pair in zip(seats, cards, strict=True)) == drawn
    found = parse(write(record(replace(whole(dealer), turns=(), draw=draw))))
    assert found.deals[0].draw == draw


def broken(*deals: DealRecord, **about: object) -> tuple[str, int, dict[str, object]]:
    with pytest.raises(RecordRuleError) as caught:
        replay(record(*deals, **about))
    return caught.value.violation.code, caught.value.place.deal, dict(caught.value.violation.figures)


def test_the_dealer_is_who_drew_the_highest_card() -> None:
    assert replay(record(replace(whole(3), draw=draw_of("AH 3C 9D KS")))).deals
    found = broken(replace(whole(2), draw=draw_of("AH 3C 9D KS")))
    assert found == ("wrong_dealer", 1, {"dealer": 2, "expected": 3})


def loser_of(first: DealRecord) -> int:
    """The seat that deals after `first`, dealt by seat 3, by the rule of the loser."""
    scores = replay(record(first)).deals[0].scores
    assert scores is not None
    one, two = scores[0].total, scores[1].total
    assert one is not None
    assert two is not None
    assert one != two
    return 0 if one < two else 1


def uneven(seed: int) -> DealRecord:
    """A deal that leaves the sides with different points: one of them has taken a morto, say, or melded."""
    deal = whole(3, seed)
    hands = deal.piles.hands
    for seat in (0, 1):
        for suit in "SHDC":
            cards = sorted(card for card in set(hands[seat]) if str(card)[1] == suit and str(card)[0] != "2")
            for low in range(len(cards) - 2):
                three = cards[low : low + 3]
                if three[2].rank - three[0].rank == 2:
                    return _with_meld(deal, seat, " ".join(map(str, three)))
    return uneven(seed + 1)


def _with_meld(deal: DealRecord, seat: int, cards: str) -> DealRecord:
    lines = [str(line) for line in deal.turns]
    lines[seat] = lines[seat].replace(", discard", f", meld {cards}, discard")
    return replace(deal, turns=parse_turns("\n".join(lines)))


@pytest.mark.parametrize("seed", [1, 20, 40, 60])
def test_the_loser_deals_where_that_was_agreed(seed: int) -> None:
    first = uneven(seed)
    right = loser_of(first)
    following = whole(right, 7)
    assert len(replay(record(first, following, next_dealer=NextDealer.LOSER)).deals) == 2
    found = broken(first, whole(1 - right, 7), next_dealer=NextDealer.LOSER)
    assert found == ("wrong_dealer", 2, {"dealer": 1 - right, "expected": right})


def test_any_seat_may_deal_by_draw_and_a_draw_is_checked() -> None:
    for dealer in range(4):
        assert replay(record(whole(3), whole(dealer, 2), next_dealer=NextDealer.DRAW)).deals
    drawn = replace(whole(2, 2), draw=draw_of("AH 3C 9D 8S"))
    assert replay(record(whole(3), drawn, next_dealer=NextDealer.DRAW)).deals
    wrong = replace(whole(1, 2), draw=draw_of("AH 3C 9D 8S"))
    assert broken(whole(3), wrong, next_dealer=NextDealer.DRAW)[0] == "wrong_dealer"


@pytest.mark.parametrize("rule", [NextDealer.NEXT_SEAT, NextDealer.LOSER])
def test_a_draw_where_nobody_draws(rule: NextDealer) -> None:
    first = uneven(1)
    seat = loser_of(first) if rule is NextDealer.LOSER else 0
    drawn = replace(whole(seat, 2), draw=draw_of(" ".join("KH" if seat == each else "3C" for each in range(4))[:11]))
    found = broken(first, drawn, next_dealer=rule)
    assert found == ("draw_not_due", 2, {"expected": seat})


def test_after_an_annulled_deal_nobody_draws() -> None:
    annulled = replace(whole(3), rulings=(Ruling("annul", "misdeal"),))
    assert replay(record(annulled, whole(3, 2), next_dealer=NextDealer.DRAW)).deals
    assert broken(annulled, whole(1, 2), next_dealer=NextDealer.DRAW)[0] == "wrong_dealer"


@pytest.mark.parametrize(
    ("before", "side", "won", "finished", "winner"),
    [
        (Encounter(3, Length.BEST_OF, (1, 0)), 1, [2, 0], True, 0),
        (Encounter(3, Length.BEST_OF, (1, 0)), 0, [1, 1], False, None),
        (Encounter(3, Length.EXACTLY, (1, 0)), 1, [2, 0], False, None),
        (Encounter(2, Length.EXACTLY, (1, 0)), 0, [1, 1], True, "draw"),
    ],
)
def test_a_replay_says_how_the_encounter_stands(
    before: Encounter, side: int, won: list[int], finished: bool, winner: object
) -> None:
    match = record(encounter=EncounterRecord(before, "e7"), forfeit=Forfeit(side, "W.O."))
    assert replay_json(replay(match))["encounter"] == {
        "id": "e7",
        str(before.length): before.matches,
        "match": 2,
        "won": won,
        "finished": finished,
        "winner": winner,
    }


def test_a_match_that_goes_on_counts_for_nobody() -> None:
    match = record(encounter=EncounterRecord(Encounter(3, Length.BEST_OF, (1, 0))))
    found = replay_json(replay(match))["encounter"]
    assert (found["won"], found["finished"], found["winner"]) == ([1, 0], False, None)


def test_a_running_deal_shows_what_was_drawn_and_cut_openly() -> None:
    (first,) = EVERYTHING.deals
    running = replace(EVERYTHING, deals=(replace(first, turns=first.turns[:3]),))
    shown = redact(replay(running), None)
    assert (shown.deals[0].draw, shown.deals[0].cut) == (first.draw, first.cut)
    assert shown.deals[0].rulings == first.rulings
    assert (shown.encounter, shown.seats, shown.next_dealer) == (EVERYTHING.encounter, Seats.LOT, NextDealer.LOSER)
