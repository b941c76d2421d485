"""A seat's view on the bus: the parts of a `View`, and nothing else.

Cards and melds are written in notation. Legal steps are not sent: the receiver's judge finds them again, so that a
received view can't contradict itself. A view is trusted only after its cards have been counted.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from canastra.cards import TWO_PACKS, UNKNOWN, Card, cards_text, parse_cards
from canastra.engine import Phase, View, legal_actions, masked_state
from canastra.engine.melds import HIGHEST, LARGEST_GROUP, NO_WILD, SHORTEST, Meld, group, positions, sequence
from canastra.engine.view import TurnSummary
from canastra.errors import CanastraError, InputError
from canastra.rulebooks import POPULAR, Rulebook, house, shipped
from canastra.rulebooks.houses import house_document
from canastra.server.bots import BOOKS_KEPT

CARDS = len(TWO_PACKS)
SEATS = 4
"""The most seats of any rulebook."""

CardList = Annotated[str, Meta(max_length=3 * CARDS)]
Amount = Annotated[int, Meta(ge=0, le=CARDS)]
Total = Annotated[int, Meta(ge=-(10**6), le=10**6)]
SeatNumber = Annotated[int, Meta(ge=0, lt=SEATS)]
BySeat = Annotated[list[Amount], Meta(min_length=2, max_length=SEATS)]


class ViewError(InputError):
    """An impossible view."""


class LaidMeld(Struct, array_like=True, frozen=True):
    """A meld: its cards, the position of its first card (0 in a group), and the index of its wild."""

    cards: CardList
    low: Annotated[int, Meta(ge=0, le=HIGHEST)]
    wild: Annotated[int, Meta(ge=NO_WILD, le=HIGHEST)]

    @classmethod
    def of(cls, meld: Meld) -> LaidMeld:
        """Build from a meld."""
        return cls(cards_text(meld.cards), meld.low, meld.wild)

    def read(self, rulebook: Rulebook) -> Meld:
        """Return the meld. Raises `ViewError`, `CardError`."""
        cards = parse_cards(self.cards)
        naturals = [card for index, card in enumerate(cards) if index != self.wild]
        wilds = [card for index, card in enumerate(cards) if index == self.wild]
        if len(cards) < SHORTEST or len(naturals) < 2 or UNKNOWN in cards or not all(card.is_two for card in wilds):
            raise ViewError("bots_malformed")
        meld = self._sequence(cards, rulebook) if self.low else group(cards)
        if meld.is_group and (len({card.rank for card in naturals}) > 1 or len(cards) > LARGEST_GROUP):
            raise ViewError("bots_malformed")
        return meld

    def _sequence(self, cards: tuple[Card, ...], rulebook: Rulebook) -> Meld:
        places = [(card, self.low + index) for index, card in enumerate(cards) if index != self.wild]
        suit = places[0][0].suit
        lowest = rulebook.sequences.lowest
        fits = all(card.suit == suit and place in positions(card, lowest) for card, place in places)
        if not fits or not lowest <= self.low <= self.low + len(cards) - 1 <= HIGHEST:
            raise ViewError("bots_malformed")
        return sequence(suit, cards, self.low, self.wild)


class TurnSeen(Struct, array_like=True, frozen=True):
    """A `TurnSummary`."""

    laid: Amount
    taken: Amount
    barred: CardList
    refused: bool
    withdrawn: bool
    pile: CardList
    known: CardList


class SeatView(Struct, array_like=True, frozen=True):
    """A `View` of the seat to act."""

    rulebook: Annotated[str, Meta(max_length=80)]
    sha256: Annotated[str, Meta(max_length=64)]
    house: Annotated[bytes, Meta(max_length=16_384)]
    """The changes of a house rulebook as JSON; empty for a rulebook of the package."""
    seat: SeatNumber
    dealer: SeatNumber
    turn: Annotated[int, Meta(ge=0, le=100_000)]
    phase: Phase
    hand: CardList
    hand_sizes: BySeat
    known: Annotated[list[CardList], Meta(min_length=2, max_length=SEATS)]
    melds: tuple[Annotated[list[LaidMeld], Meta(max_length=40)], Annotated[list[LaidMeld], Meta(max_length=40)]]
    red_threes: tuple[CardList, CardList]
    due: CardList
    pile: CardList
    pile_size: Amount
    stock_size: Amount
    morto_sizes: Annotated[list[Amount], Meta(max_length=2)]
    has_morto: tuple[bool, bool]
    waiting_morto: Annotated[list[bool], Meta(min_length=2, max_length=SEATS)]
    points: tuple[Total | None, Total | None]
    target: Total
    minimum: tuple[Total | None, Total | None]
    points_laid: Total
    may_refuse: bool
    summary: TurnSeen
    first: CardList
    idle_turns: Annotated[int, Meta(ge=0, le=100_000)]
    deal: Annotated[int, Meta(ge=1, le=100_000)]

    @classmethod
    def of(cls, view: View) -> SeatView:
        """Build from a view whose seat has to act."""
        rules, now = view.rulebook, view.turn_summary
        return cls(
            rules.id,
            rules.sha256,
            _house(rules) if rules.extends is not None and rules.id not in POPULAR else b"",
            view.seat,
            view.dealer,
            view.turn,
            view.phase,
            cards_text(view.hand),
            list(view.hand_sizes),
            list(map(cards_text, view.known)),
            (list(map(LaidMeld.of, view.melds[0])), list(map(LaidMeld.of, view.melds[1]))),
            (cards_text(view.red_threes[0]), cards_text(view.red_threes[1])),
            _text(view.due),
            cards_text(view.pile),
            view.pile_size,
            view.stock_size,
            list(view.morto_sizes),
            view.has_morto,
            list(view.waiting_morto),
            view.points,
            view.target,
            view.minimum,
            view.points_laid,
            view.may_refuse,
            TurnSeen(
                now.laid,
                now.taken,
                _text(now.barred),
                now.refused,
                now.withdrawn,
                cards_text(now.pile),
                cards_text(now.known),
            ),
            _text(view.first),
            view.idle_turns,
            view.deal,
        )

    def read(self) -> View:
        """Return the view, with its legal steps. Raises `ViewError` if it is impossible."""
        rulebook = rulebook_of(self.rulebook, self.sha256, self.house)
        self._check_lengths(rulebook)
        try:
            view = self._view(rulebook)
            _check_cards(view)
            legal = tuple(legal_actions(masked_state(view)))
        except (CanastraError, ValueError, LookupError):
            raise ViewError("bots_malformed") from None
        if not legal:
            raise ViewError("bots_malformed")
        return view._replace(legal=legal)

    def _view(self, rulebook: Rulebook) -> View:
        own, other = (tuple(meld.read(rulebook) for meld in side) for side in self.melds)
        now = self.summary
        return View(
            rulebook=rulebook,
            seat=self.seat,
            to_act=self.seat,
            dealer=self.dealer,
            turn=self.turn,
            phase=self.phase,
            hand=parse_cards(self.hand),
            hand_sizes=tuple(self.hand_sizes),
            known=tuple(map(parse_cards, self.known)),
            melds=(own, other),
            red_threes=(parse_cards(self.red_threes[0]), parse_cards(self.red_threes[1])),
            due=_card(self.due),
            pile=parse_cards(self.pile),
            pile_size=self.pile_size,
            stock_size=self.stock_size,
            morto_sizes=tuple(self.morto_sizes),
            has_morto=self.has_morto,
            waiting_morto=tuple(self.waiting_morto),
            points=self.points,
            target=self.target,
            minimum=self.minimum,
            points_laid=self.points_laid,
            may_refuse=self.may_refuse,
            ending=None,
            went_out=None,
            legal=(),
            turn_summary=TurnSummary(
                now.laid,
                now.taken,
                _card(now.barred),
                now.refused,
                now.withdrawn,
                parse_cards(now.pile),
                parse_cards(now.known),
            ),
            first=_card(self.first),
            idle_turns=self.idle_turns,
            deal=self.deal,
        )

    def _check_lengths(self, rulebook: Rulebook) -> None:
        players = rulebook.table.players
        lengths = {len(self.hand_sizes), len(self.known), len(self.waiting_morto)}
        if lengths != {players} or max(self.seat, self.dealer) >= players or self.phase is Phase.OVER:
            raise ViewError("bots_malformed")


def rulebook_of(rulebook_id: str, sha256: str, document: bytes) -> Rulebook:
    """A rulebook by its id, or from a house's changes. Raises `ViewError` if this program has another by that name."""
    try:
        rulebook = _built(document) if document else shipped(rulebook_id)
    except (CanastraError, ValueError, RecursionError):
        raise ViewError("bots_rulebook") from None
    if (rulebook.id, rulebook.sha256) != (rulebook_id, sha256):
        raise ViewError("bots_rulebook")
    return rulebook


def _check_cards(view: View) -> None:
    """Check that each card occurs once, as far as the seat knows the cards."""
    laid = [card for meld in (*view.melds[0], *view.melds[1]) for card in meld.cards]
    laid += [*view.red_threes[0], *view.red_threes[1]]
    hidden = sum(view.hand_sizes) + view.pile_size + view.stock_size + sum(view.morto_sizes)
    others = [card for seat, some in enumerate(view.known) if seat != view.seat for card in some]
    seen = Counter([*laid, *view.hand, *view.pile, *others])
    sizes = zip(view.known, view.hand_sizes, strict=True)
    if (
        len(laid) + hidden != CARDS
        or UNKNOWN in seen
        or max(seen.values(), default=0) > 2
        or len(view.hand) not in {0, view.hand_sizes[view.seat]}
        or len(view.pile) > view.pile_size
        or any(len(known) > size for known, size in sizes)
        or (view.phase is Phase.JUSTIFY) != (view.due is not None)
    ):
        raise ViewError("bots_malformed")


@lru_cache(BOOKS_KEPT)
def _house(rulebook: Rulebook) -> bytes:
    return json.dumps(house_document(rulebook), ensure_ascii=False).encode()


@lru_cache(BOOKS_KEPT)
def _built(document: bytes) -> Rulebook:
    read = json.loads(document)
    if not isinstance(read, dict):
        raise ViewError("bots_rulebook")
    return house(read, "house")


def _text(card: Card | None) -> str:
    return "" if card is None else str(card)


def _card(text: str) -> Card | None:
    return Card.parse(text) if text else None
