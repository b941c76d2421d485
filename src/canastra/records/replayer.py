"""Replays a record: judges every action, checks every card, scores the match.

A redacted record has `??` for hidden cards. Each matches any card (docs/notation.md, File) but a third copy, and
becomes the card that it must have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from canastra.cards import RED_THREES, UNKNOWN, Card
from canastra.engine.actions import DRAW, Action
from canastra.engine.deal import HAND_SIZE, start_deal
from canastra.engine.hands import count, holds, size, unknowns, with_cards, without
from canastra.engine.legality import broken, violation
from canastra.engine.match import Match, NextDealer, add_deal, annul_deal, forfeit, start_match, with_dealer
from canastra.engine.scoring import Score, score
from canastra.engine.state import Phase, RedThree, State, TakeMorto, replaced
from canastra.engine.turn import follow, perform
from canastra.errors import Figure, RuleError, Violation
from canastra.records.document import DealRecord, Record
from canastra.records.turns import DrawCard, Entry, Morto, Red, TurnLine


class Place(NamedTuple):
    """A place in a record. All but the seat count from 1; for a whole deal, turn and action are 0."""

    deal: int
    turn: int = 0
    action: int = 0
    seat: int | None = None
    text: str = ""


class RecordRuleError(RuleError):
    """A record breaks a rule at a place; `line` is the file's line, or None if it was not read from a file."""

    def __init__(self, violation: Violation, place: Place) -> None:
        super().__init__(violation)
        self.place = place
        self.line: int | None = None


Watch = Callable[[Place, State], None]
"""Called with the state at the start of each deal and after each entry, and the place of it."""


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """One replayed deal: its last state, and the match after it (None if it is unfinished)."""

    deal: DealRecord
    state: State
    match: Match | None

    @property
    def finished(self) -> bool:
        """Return whether the deal was played to its end."""
        return self.state.phase is Phase.OVER

    @property
    def scores(self) -> tuple[Score, Score] | None:
        """Points of both sides; None for an unfinished or annulled deal."""
        return score(self.state) if self.finished and not self.deal.annulled else None


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record."""

    record: Record
    deals: tuple[ReplayedDeal, ...]
    match: Match
    """The match after the last deal that counts, and after a forfeit."""


def replay(record: Record, watch: Watch | None = None) -> Replay:
    """Replay a record; `watch` is called with each state. Raises `RecordRuleError` if the record breaks a rule."""
    try:
        return _replayed(record, watch)
    except RecordRuleError as error:
        error.line = _line(record, error.place)
        raise


def _line(record: Record, place: Place) -> int | None:
    deal = record.deals[place.deal - 1]
    return deal.turns[place.turn - 1].line if place.turn else deal.line


def _replayed(record: Record, watch: Watch | None) -> Replay:
    first = record.deals[0].dealer if record.deals else 0
    match = start_match(record.rulebook, first, record.score, record.target, record.next_dealer)
    deals: list[ReplayedDeal] = []
    for number, deal in enumerate(record.deals, 1):
        match = _started(match, deals, deal, number)
        state = replay_deal(match, deal, number, watch)
        after = match_after(match, deal, state)
        deals.append(ReplayedDeal(deal, state, after))
        match = after or match
    if record.forfeit:
        match = forfeit(match, record.forfeit.side)
    return Replay(record, tuple(deals), match)


def match_after(match: Match, deal: DealRecord, state: State) -> Match | None:
    """The match after a deal; None if the deal is unfinished."""
    if deal.annulled:
        return annul_deal(match, deal.ruling_points)
    if state.phase is not Phase.OVER:
        return None
    return add_deal(match, score(state), deal.ruling_points)


def _started(match: Match, deals: list[ReplayedDeal], deal: DealRecord, number: int) -> Match:
    """The match with its next dealer, once the deal may begin and has the right dealer."""
    rulebook = match.rulebook
    if deals and deals[-1].match is None:
        raise _error("deal_unfinished", rulebook.article("clauses.end_of_deal"), Place(number), deal=number - 1)
    if match.finished:
        raise _error("match_over", rulebook.article("match.target"), Place(number))
    article = rulebook.article("clauses.dealer")
    drawn = not deals or (match.dealer_open and match.next_dealer is NextDealer.DRAW)
    if deal.draw and not drawn:
        raise _error("draw_not_due", article, Place(number), expected=match.dealer)
    if match.dealer_open:
        match = with_dealer(match, deal.dealer)
    expected = deal.draw.dealer if deal.draw else match.dealer
    if deal.dealer != expected:
        raise _error("wrong_dealer", article, Place(number), dealer=deal.dealer, expected=expected)
    return match


def _error(code: str, article: str, place: Place, **figures: Figure) -> RecordRuleError:
    return RecordRuleError(Violation(code, article, tuple(figures.items())), place)


def replay_deal(match: Match, deal: DealRecord, number: int = 1, watch: Watch | None = None) -> State:
    """The state after a deal's last entry; steps by rule may still be due.

    Raises `RecordRuleError` if an entry breaks a rule.
    """
    state = start_deal(match.rulebook, deal.piles, deal.dealer, match.opening)
    if watch:
        watch(Place(number), state)
    for turn, line in enumerate(deal.turns, 1):
        state = _replay_line(state, line, Place(number, turn), watch)
        complete = state.phase is Phase.OVER or state.turn > turn
        if state.forced and not complete and turn < len(deal.turns):
            # A step that was due by rule is missing at the end of the line.
            raise RecordRuleError(_missing(state), Place(number, turn, len(line.entries) + 1, line.seat))
    return state


def _replay_line(state: State, line: TurnLine, place: Place, watch: Watch | None) -> State:
    for action, entry in enumerate(line.entries, 1):
        at = place._replace(action=action, seat=line.seat, text=str(entry))
        why = _out_of_place(state, line.seat, at)
        if why:
            raise RecordRuleError(why, at)
        following = replay_entry(state, entry)
        if isinstance(following, Violation):
            raise RecordRuleError(following, at)
        state = following
        if watch:
            watch(at, state)
    return state


def _out_of_place(state: State, seat: int, at: Place) -> Violation | None:
    """Why no action at all is possible here; None if one is."""
    if state.phase is Phase.OVER:
        return broken(state, "deal_over", "clauses.end_of_deal")
    if state.turn < at.turn:
        return broken(state, "turn_cut_short", "clauses.turn", turn=state.turn)
    if state.turn > at.turn:
        return broken(state, "turn_over", "clauses.turn")
    if seat != state.seat:
        return broken(state, "out_of_turn", "table.direction", seat=seat, expected=state.seat)
    return None


def replay_entry(state: State, entry: Entry) -> State | Violation:
    """The state after one entry of a record, or the rule that it breaks.

    Steps by rule are not done: they have entries of their own.
    """
    if isinstance(entry, Red):
        return _red(state, entry)
    if isinstance(entry, Morto):
        return follow(state) if isinstance(state.forced, TakeMorto) else _not_due(state)
    if state.forced:
        return _missing(state)
    if isinstance(entry, DrawCard):
        return _drawn(state, entry.card)
    return _played(state, entry)


def _not_due(state: State) -> Violation:
    return _missing(state) if state.forced else broken(state, "morto_not_due", "clauses.morto")


def _missing(state: State) -> Violation:
    if isinstance(state.forced, RedThree):
        return broken(state, "red_missing", "threes.red_exposed", card=str(state.forced.card))
    return broken(state, "morto_missing", "clauses.morto")


def _drawn(state: State, card: Card) -> State | Violation:
    why = violation(state, DRAW)
    if why:
        return why
    shown = _shown_on_stock(state, card)
    if shown is None:
        return broken(state, "not_the_next_card", "clauses.turn", card=str(card), top=str(state.stock[0]))
    return perform(shown, DRAW)


def _played(state: State, action: Action) -> State | Violation:
    cards: tuple[Card, ...] = getattr(action, "cards", None) or tuple(
        card for card in (getattr(action, "card", None),) if card is not None
    )
    # Showing cards before the action is judged matters only in a redacted hand. The judge reports a card that
    # can't be shown as missing.
    shown = _shown_in_hand(state, cards) if cards and unknowns(state.hand) else state
    judged = shown or state
    why = violation(judged, action)
    return why if why else perform(judged, action)


def _red(state: State, entry: Red) -> State | Violation:
    topic = "threes.red_exposed"
    if isinstance(state.forced, TakeMorto):
        return _missing(state)
    if state.forced is None:
        shown = _red_in_unknown_hand(state, entry.card)
        if shown is None:
            return broken(state, "red_not_due", topic, card=str(entry.card))
        state = shown
    forced = state.forced
    assert isinstance(forced, RedThree)
    if entry.card != forced.card:
        return broken(state, "red_other_first", topic, card=str(entry.card), due=str(forced.card))
    if not state.stock:
        return broken(state, "red_no_stock", topic) if entry.replacement is not None else follow(state)
    if entry.replacement is None:
        return broken(state, "red_not_replaced", topic, card=str(entry.card))
    stocked = _shown_on_stock(state, entry.replacement)
    if stocked is None:
        top = str(state.stock[0])
        return broken(state, "not_the_next_card", "clauses.turn", card=str(entry.replacement), top=top)
    return follow(stocked)


def _red_in_unknown_hand(state: State, card: Card) -> State | None:
    """The state with a red 3 due that only its owner saw in a hand that the record hides; None if none can be."""
    rules = state.lookup.rulebook.threes
    if not rules.red_exposed or card not in RED_THREES or not unknowns(state.hand):
        return None
    # Once something is laid only a morto taken directly brings new ones: eleven cards, not played from yet.
    if state.turn_state.laid and not (state.has_morto[state.side] and size(state.hand) == HAND_SIZE):
        return None
    if state.phase not in (Phase.DRAW, Phase.PLAY):
        return None
    shown = _shown_in_hand(state, (card,))
    return shown._replace(forced=RedThree(card)) if shown else None


def _shown_in_hand(state: State, cards: Iterable[Card]) -> State | None:
    """The state in which the seat to act is known to hold these cards; None if it can't.

    They come from the hand's known cards first, then from its unknown ones.
    """
    hand = state.hand
    wanted = list(cards)
    if state.phase is Phase.JUSTIFY and state.pile[-1] in wanted:
        wanted.remove(state.pile[-1])
    if holds(hand, wanted):
        return state
    missing: list[Card] = []
    for card in wanted:
        if holds(hand, (card,)):
            hand = without(hand, (card,))
        else:
            missing.append(card)
    if len(missing) > unknowns(hand) or any(_copies(state, card) + missing.count(card) > 2 for card in missing):
        return None
    shown = with_cards(without(state.hand, [UNKNOWN] * len(missing)), missing)
    return state._replace(hands=replaced(state.hands, state.seat, shown))


def _shown_on_stock(state: State, card: Card) -> State | None:
    """The state in which this is the next card of the stock; None if it can't be."""
    top = state.stock[0]
    if card in (UNKNOWN, top):
        return state
    if top != UNKNOWN or _copies(state, card) >= 2:
        return None
    return state._replace(stock=(card, *state.stock[1:]))


def _copies(state: State, card: Card) -> int:
    """Copies of a card whose place is known."""
    piles = [state.stock, state.pile, *state.mortos, *state.red_threes]
    piles.extend(meld.cards for melds in state.melds for meld in melds)
    return sum(count(hand, card) for hand in state.hands) + sum(pile.count(card) for pile in piles)
