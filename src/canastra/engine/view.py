"""The facts that a seat may know, as a type of its own (docs/rules.md §9).

A view is built from an allow-list: it has only the parts of a state that are named here. Bots, hints, environments and
sockets get only views.
"""

from __future__ import annotations

from typing import NamedTuple

from canastra.cards import UNKNOWN, Card
from canastra.engine.actions import Action
from canastra.engine.hands import EMPTY, ONE_UNKNOWN, Hand, cards_of, hand_of, minus, size, with_cards
from canastra.engine.legal_actions import legal_actions
from canastra.engine.match import Match, Points
from canastra.engine.melds import Meld
from canastra.engine.melds.lookup import lookup_of
from canastra.engine.state import FREE_TO_MELD, MINIMUM_UNKNOWN, Ending, Phase, State, TurnState, replaced
from canastra.rulebooks.schema import PileShown, Rulebook


class TurnSummary(NamedTuple):
    """The public events of this turn so far."""

    laid: int = 0
    """Number of cards laid."""
    taken: int = 0
    """Number of cards in the pile that was taken."""
    barred: Card | None = None
    """The card, publicly known, that may not be this turn's discard."""
    refused: bool = False
    withdrawn: bool = False
    pile: tuple[Card, ...] = ()
    """The pile that was taken, once its cards are publicly known to be in the hand."""
    known: tuple[Card, ...] = ()
    """The publicly known cards of the hand before anything was laid; a withdrawal restores them."""


NOTHING_YET = TurnSummary()


class View(NamedTuple):
    """A deal as one seat sees it."""

    rulebook: Rulebook
    seat: int
    """The seat whose view it is."""
    to_act: int
    dealer: int
    turn: int
    phase: Phase
    hand: tuple[Card, ...]
    """The seat's cards, in order; in phase `JUSTIFY` with the top card that is being taken."""
    hand_sizes: tuple[int, ...]
    """By seat."""
    known: tuple[tuple[Card, ...], ...]
    """By seat, cards that are publicly known to be in that hand."""
    melds: tuple[tuple[Meld, ...], tuple[Meld, ...]]
    red_threes: tuple[tuple[Card, ...], tuple[Card, ...]]
    due: Card | None
    """In phase `JUSTIFY`, the top card of the pile, which the seat to act has to use now."""
    pile: tuple[Card, ...]
    """The pile, bottom first, as far as it lies open; in phase `JUSTIFY` without its top card."""
    pile_size: int
    stock_size: int
    morto_sizes: tuple[int, ...]
    """Sizes of the mortos not taken."""
    has_morto: tuple[bool, bool]
    waiting_morto: tuple[bool, ...]
    """By seat, True while its hand is a morto taken indirectly, which its owner sees only in the next turn."""
    points: Points
    """Points of both sides before this deal."""
    target: int
    minimum: tuple[int | None, int | None]
    points_laid: int
    """Values of the cards laid in this turn."""
    may_refuse: bool
    ending: Ending | None
    went_out: int | None
    legal: tuple[Action, ...]
    """Legal steps of the seat; empty unless it is to act."""
    turn_summary: TurnSummary = NOTHING_YET
    """The events of this turn; `NOTHING_YET` if the view was not made from a state."""
    first: Card | None = None
    """The card that the seat may still refuse; only it sees the card."""
    idle_turns: int = 0
    """Turns in a row without a stock card and without a card laid."""
    deal: int = 1
    """Number of the deal in its match, from 1, without annulled deals."""


def view(state: State, seat: int, match: Match | None = None) -> View:
    """The view that a seat has of a deal in which nothing is forced (see `canastra.engine.turn.settle`).

    Without `match`, the points before the deal are 0 to 0.
    """
    acting = seat == state.seat and state.phase is not Phase.OVER
    public = public_cards(state)
    return View(
        rulebook=state.lookup.rulebook,
        seat=seat,
        to_act=state.seat,
        dealer=state.dealer,
        turn=state.turn,
        phase=state.phase,
        hand=own_cards(state, seat),
        hand_sizes=public.hand_sizes,
        known=public.known,
        melds=state.melds,
        red_threes=state.red_threes,
        due=public.due,
        pile=public.pile,
        pile_size=public.pile_size,
        stock_size=len(state.stock),
        morto_sizes=public.morto_sizes,
        has_morto=state.has_morto,
        waiting_morto=state.unplayed,
        points=match.points if match else (0, 0),
        target=match.target if match else state.lookup.rulebook.match.target,
        minimum=state.minimum,
        points_laid=state.turn_state.points,
        may_refuse=acting and state.turn_state.first is not None,
        ending=state.ending,
        went_out=state.went_out,
        legal=tuple(legal_actions(state)) if acting else (),
        turn_summary=_summary(state.turn_state, state.phase),
        first=state.turn_state.first if acting else None,
        idle_turns=state.idle_turns,
        deal=match.deals + 1 if match else 1,
    )


class PublicCards(NamedTuple):
    """The public facts about cards that are not all open: the fields of a `View` with these names."""

    hand_sizes: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    due: Card | None
    pile: tuple[Card, ...]
    pile_size: int
    morto_sizes: tuple[int, ...]


def public_cards(state: State) -> PublicCards:
    """The public facts about hands, pile and mortos."""
    hands, known, pile, due = state.hands, state.known, state.pile, None
    shown = pile if state.lookup.rulebook.pile.shown is PileShown.ALL else pile[-1:]
    if state.phase is Phase.JUSTIFY:
        # The player already has the top card and must still earn the rest.
        due = pile[-1]
        hands = replaced(hands, state.seat, _with_top_card(state))
        known = replaced(known, state.seat, with_cards(known[state.seat], pile[-1:]))
        pile, shown = pile[:-1], shown[:-1]
    return PublicCards(
        tuple([size(hand) for hand in hands]),
        tuple([cards_of(hand) for hand in known]),
        due,
        shown,
        len(pile),
        tuple([len(morto) for morto in state.mortos]),
    )


def own_cards(state: State, seat: int) -> tuple[Card, ...]:
    """The `hand` of a seat's view."""
    if state.unplayed[seat] and state.phase is not Phase.OVER:
        # A morto taken indirectly is the hand for the next turn, unseen until then (docs/rules.md §3).
        return ()
    takes = seat == state.seat and state.phase is Phase.JUSTIFY
    return cards_of(_with_top_card(state) if takes else state.hands[seat])


def _with_top_card(state: State) -> Hand:
    return with_cards(state.hand, state.pile[-1:])


def _summary(now: TurnState, phase: Phase) -> TurnSummary:
    pile = () if phase is Phase.JUSTIFY else now.taken
    return TurnSummary(now.laid, len(now.taken), now.barred, now.refused, now.withdrawn, pile, cards_of(now.known))


def masked_state(view: View) -> State:
    """The view as a state, to ask the judge about; cards that the seat doesn't know are unknown.

    It can't reveal more than the view does. If the seat is not to act, the state is as if it were its turn and it had
    drawn.
    """
    acting = view.seat == view.to_act
    phase = view.phase if acting or view.phase is Phase.OVER else Phase.PLAY
    hand = hand_of(view.hand) if view.hand else _unknown(view.hand_sizes[view.seat])
    pile = (UNKNOWN,) * (view.pile_size - len(view.pile)) + view.pile
    known = tuple(map(hand_of, view.known))
    if view.due is not None:  # A view counts the card as part of the hand already, a state still as part of the pile.
        pile = (*pile, view.due)
        known = replaced(known, view.to_act, minus(known[view.to_act], (view.due,)))
        hand = minus(hand, (view.due,)) if acting else hand
    return State(
        lookup=lookup_of(view.rulebook),
        dealer=view.dealer,
        seat=view.seat,
        turn=view.turn,
        phase=phase,
        hands=replaced(tuple(map(_unknown, view.hand_sizes)), view.seat, hand),
        melds=view.melds,
        stock=(UNKNOWN,) * view.stock_size,
        mortos=tuple((UNKNOWN,) * cards for cards in view.morto_sizes),
        pile=pile,
        has_morto=view.has_morto,
        red_threes=view.red_threes,
        known=known,
        opening=(_attempt(view, 0), _attempt(view, 1)),
        unplayed=view.waiting_morto,
        idle_turns=view.idle_turns,
        turn_state=_turn(view) if acting else TurnState(drew=True),
        forced=None,
        ending=view.ending,
        went_out=view.went_out,
        unreplaced=(False,) * len(view.hand_sizes),
    )


def _unknown(cards: int) -> Hand:
    return Hand(EMPTY + cards * ONE_UNKNOWN)


def _attempt(view: View, side: int) -> int:
    """The index of the side's minimum."""
    minimum = view.minimum[side]
    if minimum is None:
        return MINIMUM_UNKNOWN
    return view.rulebook.vulnerability.minimums.index(minimum) if minimum else FREE_TO_MELD


def _turn(view: View) -> TurnState:
    turn_summary = view.turn_summary
    taken = turn_summary.pile or (UNKNOWN,) * turn_summary.taken
    if view.due is not None:
        taken = (*taken[:-1], view.due)
    return TurnState(
        drew=view.phase is Phase.PLAY and not taken,
        points=view.points_laid,
        laid=turn_summary.laid,
        first=(UNKNOWN if view.first is None else view.first) if view.may_refuse else None,
        refused=turn_summary.refused,
        withdrawn=turn_summary.withdrawn,
        taken=taken,
        barred=turn_summary.barred,
        known=hand_of(turn_summary.known),
    )
