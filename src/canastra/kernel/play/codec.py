"""Converts between the engine's `State` and the kernel's record, for states in which nothing is due and all cards are
known.
"""

from __future__ import annotations

from typing import Final

from canastra.cards import CARDS, Card
from canastra.engine.hands import SECOND, Hand
from canastra.engine.melds import Meld
from canastra.engine.state import Ending, Phase, State, TurnState
from canastra.kernel.arrays import Cards
from canastra.kernel.play import layout
from canastra.kernel.play.layout import DealState
from canastra.kernel.rules.tables import RuleTables

_PHASES: Final = (Phase.DRAW, Phase.JUSTIFY, Phase.PLAY, Phase.OVER)
_ENDINGS: Final = (None, Ending.GOING_OUT, Ending.STOCK, Ending.STALEMATE)
_ONE: Final = (1 << SECOND) - 1


def encode(state: State, tables: RuleTables, record: DealState) -> None:
    """Write a state into a record of `canastra.kernel.play.layout.STATE`."""
    now = state.turn_state
    record["players"], record["dealer"], record["seat"] = len(state.hands), state.dealer, state.seat
    record["phase"], record["turn"], record["idle_turns"] = _PHASES.index(state.phase), state.turn, state.idle_turns
    for seat, (hand, known) in enumerate(zip(state.hands, state.known, strict=True)):
        record["one"][seat], record["two"][seat] = hand & _ONE, hand >> SECOND
        record["known_one"][seat], record["known_two"][seat] = known & _ONE, known >> SECOND
        record["unplayed"][seat], record["unreplaced"][seat] = state.unplayed[seat], state.unreplaced[seat]
    for side in range(2):
        melds, reds = state.melds[side], state.red_threes[side]
        record["melded"][side], record["red_count"][side] = len(melds), len(reds)
        record["melds"][side][: len(melds)] = [tables.numbers[meld] for meld in melds]
        record["reds"][side][: len(reds)] = reds
        record["opening"][side], record["has_morto"][side] = state.opening[side], state.has_morto[side]
    record["stock_at"], record["stock_end"] = 0, len(state.stock)
    record["stock"][: len(state.stock)] = state.stock
    record["mortos"] = len(state.mortos)
    for which, morto in enumerate(reversed(state.mortos)):
        record["morto"][1 - which][:] = morto
    record["pile_size"], record["taken_size"] = len(state.pile), len(now.taken)
    record["pile"][: len(state.pile)] = state.pile
    record["taken"][: len(now.taken)] = now.taken
    record["turn_known_one"], record["turn_known_two"] = now.known & _ONE, now.known >> SECOND
    record["points"], record["laid"], record["drew"] = now.points, now.laid, now.drew
    record["refused"], record["withdrawn"] = now.refused, now.withdrawn
    record["first"] = layout.NO_CARD if now.first is None else now.first
    record["barred"] = layout.NO_CARD if now.barred is None else now.barred
    record["ending"] = _ENDINGS.index(state.ending)
    record["went_out"] = layout.NOBODY if state.went_out is None else state.went_out


def decode(record: DealState, tables: RuleTables) -> State:
    """The state that a record holds."""
    seats, over = range(int(record["players"])), record["phase"] == layout.OVER
    first, barred = int(record["first"]), int(record["barred"])
    went_out = int(record["went_out"])
    return State(
        lookup=tables.lookup,
        dealer=int(record["dealer"]),
        seat=int(record["seat"]),
        turn=int(record["turn"]),
        phase=_PHASES[record["phase"]],
        hands=tuple(_hand(record["one"][seat], record["two"][seat]) for seat in seats),
        melds=(_melds(record, 0, tables), _melds(record, 1, tables)),
        stock=_cards(record["stock"][record["stock_at"] : record["stock_end"]]),
        mortos=tuple(_cards(morto) for morto in record["morto"][2 - record["mortos"] :]),
        pile=_cards(record["pile"][: record["pile_size"]]),
        has_morto=(bool(record["has_morto"][0]), bool(record["has_morto"][1])),
        red_threes=(_reds(record, 0), _reds(record, 1)),
        known=tuple(_hand(record["known_one"][seat], record["known_two"][seat]) for seat in seats),
        opening=(int(record["opening"][0]), int(record["opening"][1])),
        unplayed=tuple(bool(record["unplayed"][seat]) for seat in seats),
        idle_turns=int(record["idle_turns"]),
        turn_state=TurnState(
            drew=bool(record["drew"]),
            points=int(record["points"]),
            laid=int(record["laid"]),
            first=None if first == layout.NO_CARD else CARDS[first],
            refused=bool(record["refused"]),
            withdrawn=bool(record["withdrawn"]),
            taken=_cards(record["taken"][: record["taken_size"]]),
            barred=None if barred == layout.NO_CARD else CARDS[barred],
            known=_hand(record["turn_known_one"], record["turn_known_two"]),
        ),
        forced=None,
        ending=_ENDINGS[record["ending"]] if over else None,
        went_out=None if went_out == layout.NOBODY else went_out,
        unreplaced=tuple(bool(record["unreplaced"][seat]) for seat in seats),
    )


def _hand(one: int, two: int) -> Hand:
    return Hand(int(one) | int(two) << SECOND)


def _cards(cards: Cards) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in cards)


def _melds(record: DealState, side: int, tables: RuleTables) -> tuple[Meld, ...]:
    return tuple(tables.melds[number] for number in record["melds"][side][: record["melded"][side]])


def _reds(record: DealState, side: int) -> tuple[Card, ...]:
    return _cards(record["reds"][side][: record["red_count"][side]])
