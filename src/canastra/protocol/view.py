"""A state of the protocol as the engine's `View`, for bots and screens."""

from __future__ import annotations

from canastra.cards import Card, parse_cards
from canastra.engine import Meld, Phase, View, parse_action
from canastra.engine.melds import NO_WILD, group, sequence
from canastra.protocol import State
from canastra.protocol.state import MeldState, PlayState
from canastra.rulebooks import Rulebook


def view_of(state: State, rulebook: Rulebook) -> View | None:
    """The seat's view of the deal in progress; None between deals. A spectator sees from seat 0, without a hand.

    `rulebook` must be the one that the state names.
    """
    play, seat = state["play"], state["you"] or 0
    if play is None:
        return None
    points, minimum, own = state["points"] or [0, 0], play["minimum"], state["you"] is not None
    return View(
        rulebook=rulebook,
        seat=seat,
        to_act=0 if play["to_act"] is None else play["to_act"],
        dealer=state["dealer"] or 0,
        turn=play["turn"],
        phase=Phase(play["phase"]),
        hand=parse_cards(play["hand"]) if own else (),
        hand_sizes=tuple(play["hand_sizes"]),
        known=tuple(map(parse_cards, play["known"])),
        melds=(_melds(play, 0), _melds(play, 1)),
        red_threes=(parse_cards(play["red_threes"][0]), parse_cards(play["red_threes"][1])),
        due=Card.parse(play["due"]) if play["due"] else None,
        pile=parse_cards(play["pile"]),
        pile_size=play["pile_size"],
        stock_size=play["stock_size"],
        morto_sizes=tuple(play["morto_sizes"]),
        has_morto=(play["has_morto"][0], play["has_morto"][1]),
        waiting_morto=tuple(play["waiting_morto"]),
        points=(points[0], points[1]),
        target=state["target"],
        minimum=(minimum[0], minimum[1]),
        points_laid=play["points_laid"],
        may_refuse=own and play["may_refuse"],
        ending=None,
        went_out=None,
        legal=tuple(map(parse_action, play["legal"])) if own else (),
    )


def _melds(play: PlayState, side: int) -> tuple[Meld, ...]:
    return tuple(meld_of(meld) for meld in play["melds"][side])


def meld_of(meld: MeldState) -> Meld:
    """The engine's meld from the protocol's."""
    cards, wild = parse_cards(meld["cards"]), meld["wild"]
    if not meld["low"]:
        return group(cards)
    natural = next(card for index, card in enumerate(cards) if index != wild)
    return sequence(natural.suit, cards, meld["low"], NO_WILD if wild is None else wild)
