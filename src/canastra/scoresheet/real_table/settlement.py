"""The end of a deal at a real table, as the engine would have it, so that its own scoring judges everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from canastra.cards import RED_THREES, TWO_PACKS, Card
from canastra.engine import Ending, Meld, Phase, Score, State, deal_out, lookup_of, score, start_deal
from canastra.engine.going_out import obstacle
from canastra.engine.hands import EMPTY, Hand, hand_of
from canastra.errors import InputError, RuleError, Violation
from canastra.rulebooks import Rulebook
from canastra.rulebooks.schema import RedUnexchanged, Unplayed
from canastra.scoresheet.real_table.meld_input import ReadMeld, read_meld
from canastra.scoresheet.real_table.side import ScoreInput, Side, check_copies, known_cards

_Melds = tuple[ReadMeld, ...]


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """One side's melds as they were read, and its points."""

    side: Side
    melds: _Melds
    score: Score
    charged: bool
    """True if an unplayed morto costs the side a flat charge."""


@dataclass(slots=True)
class Reading:
    """The place of the current reading, for error messages: the side and its meld, both from 1."""

    side: int = 0
    meld: int = 0
    words: str = ""


class Settled(NamedTuple):
    """A table as the last state of a deal, and the melds of each given side, as they were read."""

    state: State
    melds: tuple[_Melds, ...]


def settle_table(score_input: ScoreInput, rulebook: Rulebook, reading: Reading) -> list[ScoredSide]:
    """The points of each given side. Raises a `CanastraError` if the table is impossible."""
    state, melds = settle_sides(score_input, rulebook, reading)
    if state.went_out is not None and state.went_out < len(score_input.sides):
        _check_going_out(state, rulebook)
    scores = score(state)
    charged = [any(state.unplayed[index::2]) for index in (0, 1)]
    return [
        ScoredSide(side, melds[index], scores[index], charged[index]) for index, side in enumerate(score_input.sides)
    ]


def settle_sides(score_input: ScoreInput, rulebook: Rulebook, reading: Reading) -> Settled:
    """The table as the end of a deal, even if no side could go out.

    Raises a `CanastraError` if a meld can't be read or the cards are impossible.
    """
    melds = tuple(_read_melds(side, number, rulebook, reading) for number, side in enumerate(score_input.sides, 1))
    reading.meld = 0
    laid = [card for some in melds for read in some for card in read.meld.cards]
    check_copies([*laid, *(card for side in score_input.sides for card in _loose(side))])
    out = _who_went_out(score_input)
    return Settled(_state((*score_input.sides, Side())[:2], rulebook, melds, out), melds)


def _read_melds(side: Side, number: int, rulebook: Rulebook, reading: Reading) -> _Melds:
    found = []
    for count, words in enumerate(side.melds, 1):
        reading.side, reading.meld, reading.words = number, count, words
        found.append(read_meld(words, lookup_of(rulebook)))
    return tuple(found)


def _loose(side: Side) -> Iterator[Card]:
    for words in (*side.hands, side.red_threes, side.unreplaced):
        yield from known_cards(words)


def _who_went_out(score_input: ScoreInput) -> int | None:
    outs = [index for index, side in enumerate(score_input.sides) if side.went_out] + [1] * score_input.other_went_out
    if len(outs) > 1:
        raise InputError("score_both_went_out")
    return outs[0] if outs else None


def _state(sides: tuple[Side, ...], rulebook: Rulebook, melds: tuple[_Melds, ...], out: int | None) -> State:
    hands, unplayed = [EMPTY] * rulebook.table.players, [False] * rulebook.table.players
    for index, side in enumerate(sides):
        # A morto that costs a flat charge is not counted: the hand of its holder is left out (tranca Art. 12).
        rule, gone_out_on = rulebook.morto.unplayed, out == 1 - index
        unplayed[index] = side.unplayed_morto and rule is not Unplayed.CARDS and gone_out_on
        flat = unplayed[index] and rule is Unplayed.CHARGE
        _place_hands(side, index, hands, first_free=flat or out == index)
    unreplaced = _place_unreplaced(sides, rulebook, hands, out)
    return start_deal(rulebook, deal_out(TWO_PACKS, len(hands), 0), 0)._replace(
        seat=out or 0,
        phase=Phase.OVER,
        hands=tuple(hands),
        melds=(_of_side(melds, 0), _of_side(melds, 1)),
        mortos=(),
        has_morto=(_has_morto(sides[0]), _has_morto(sides[1])),
        red_threes=(_exposed(sides[0], rulebook), _exposed(sides[1], rulebook)),
        unplayed=tuple(unplayed),
        forced=None,
        ending=Ending.STOCK if out is None else Ending.GOING_OUT,
        went_out=out,
        unreplaced=unreplaced,
    )


def _place_hands(side: Side, index: int, hands: list[Hand], *, first_free: bool) -> None:
    """Put a side's hands at its seats. With `first_free`, its first seat gets no hand."""
    seats = range(index + 2 * first_free, len(hands), 2)
    held = _held(side)
    if len(held) > len(seats):
        code = "score_hands_out" if first_free else "score_hands"
        raise InputError(code, found=len(held), most=len(seats))
    for seat, cards in zip(seats, held, strict=False):
        hands[seat] = hand_of(cards)


def _held(side: Side) -> list[tuple[Card, ...]]:
    return [cards for cards in map(known_cards, side.hands) if cards]


def _place_unreplaced(
    sides: tuple[Side, ...], rulebook: Rulebook, hands: list[Hand], out: int | None
) -> tuple[bool, ...]:
    """Add the red 3s that were not replaced to a hand of their side. Returns for each seat whether its red 3s are of
    this kind.

    Every red 3 of such a hand is one of them, so the hand has no other. If a side has two such hands, one holds all:
    the points are the same (tranca Art. 8).
    """
    told = [index for index, side in enumerate(sides) if side.unreplaced]
    _check_unreplaced([sides[index] for index in told], rulebook, out)
    seats = {_place_reds(sides[index], index, rulebook, hands) for index in told}
    return tuple(seat in seats for seat in range(len(hands)))


def _check_unreplaced(told: list[Side], rulebook: Rulebook, out: int | None) -> None:
    """Raises an error for unreplaced red 3s that are impossible: one player was replacing, all others wait with a
    morto.
    """
    if told and out is not None:
        raise InputError("score_unreplaced_out")
    if len(told) > 1 and rulebook.threes.red_unexchanged is RedUnexchanged.CHARGED:
        raise InputError("score_unreplaced_twice")
    if len(told) > 1 and not any(map(_has_morto, told)):
        raise InputError("score_unreplaced_without_morto")


def _place_reds(side: Side, index: int, rulebook: Rulebook, hands: list[Hand]) -> int:
    """Add a side's red 3s to the first of its hands that has no other red 3. Returns the seat."""
    reds, seats = _red_threes(side.unreplaced, rulebook), range(index, len(hands), 2)
    held = [*_held(side), *[()] * len(seats)]
    for place, seat in enumerate(seats):
        if not set(RED_THREES) & set(held[place]):
            hands[seat] = hand_of((*held[place], *reds))
            return seat
    raise InputError("score_unreplaced_hands")


def _of_side(melds: tuple[_Melds, ...], index: int) -> tuple[Meld, ...]:
    return tuple(read.meld for read in melds[index]) if index < len(melds) else ()


def _has_morto(side: Side) -> bool:
    return side.morto or side.unplayed_morto


def _exposed(side: Side, rulebook: Rulebook) -> tuple[Card, ...]:
    return _red_threes(side.red_threes, rulebook)


def _red_threes(words: str, rulebook: Rulebook) -> tuple[Card, ...]:
    cards = known_cards(words)
    if cards and not rulebook.threes.red_exposed:
        raise InputError("score_no_red_threes")
    for card in cards:
        if card not in RED_THREES:
            raise InputError("score_not_a_red_three", card=str(card))
    return cards


def _check_going_out(state: State, rulebook: Rulebook) -> None:
    """Raises `RuleError` for a going out that the table did not allow.

    Only the players know whether a morto was left.
    """
    why = obstacle(state)
    if why is not None:
        topic = "going_out.morto" if why == "going_out_needs_morto" else "going_out.needs"
        raise RuleError(Violation(why, rulebook.article(topic)))
