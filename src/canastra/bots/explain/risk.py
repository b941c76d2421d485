"""The risk and cost of a discard, in facts: the players who could use the card, and the cards of the hand that go with
it.

It counts only cards that the seat sees. These facts are not rules and have no article.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from canastra.bots.explain.facts import Fact
from canastra.cards import CARDS, RANKS, Card, cards_text
from canastra.engine import Meld, View, lookup_of
from canastra.engine.melds import CANASTA, HIGHEST, SHORTEST, positions
from canastra.errors import Figure

Partners = tuple[Card, Card]
"""Two naturals that make a new meld with a third card."""
COPIES: Final = 2


def discard_risk(view: View, card: Card) -> tuple[Fact, ...]:
    """Facts about discarding a card of the hand: first its use to the opponents, then its cost."""
    return (*_gives(view, card), *_costs(view, card))


def _fact(code: str, **figures: Figure) -> Fact:
    return Fact(code, "", tuple(figures.items()))


def _gives(view: View, card: Card) -> Iterator[Fact]:
    if card.is_two:
        yield _fact("explain_gives_wild")
        return
    # The previous player could have taken all cards but the top one, and left them.
    if card in view.pile[:-1]:
        yield _fact("explain_left_before", card=str(card))
    theirs = _fitting(view, 1 - view.seat % 2, card)
    if theirs is not None:
        code = "explain_gives_canasta" if len(theirs.cards) == CANASTA - 1 else "explain_fits_theirs"
        yield _fact(code, meld=str(theirs))
    pairs = _pairs(view, card)
    after = (view.seat + 1) % len(view.hand_sizes)
    known = sorted(
        {partner for pair in pairs for partner in pair if partner in view.known[after] and not partner.is_two}
    )
    if known:
        yield _fact("explain_next_holds", cards=cards_text(known))
    unseen = _unseen(view)
    open_pairs = [pair for pair in pairs if not Counter(pair) - unseen]
    number = sum(unseen[partner] for partner in {partner for pair in open_pairs for partner in pair})
    if number:
        yield _fact("explain_could_meld", card=str(card), number=number)
    elif theirs is None:
        yield _fact("explain_dead", card=str(card))


def _costs(view: View, card: Card) -> Iterator[Fact]:
    if card.is_two:
        return
    ours = _fitting(view, view.seat % 2, card)
    if ours is not None:
        yield _fact("explain_fits_ours", meld=str(ours))
    rest = list(view.hand)
    rest.remove(card)
    beside = sorted(
        {partner for pair in _pairs(view, card) for partner in pair if partner in rest and not partner.is_two}
    )
    if beside:
        yield _fact("explain_goes_with", cards=cards_text(beside))
    elif ours is None:
        yield _fact("explain_alone")


def _fitting(view: View, side: int, card: Card) -> Meld | None:
    """The longest of a side's melds on which the card fits."""
    lookup = lookup_of(view.rulebook)
    fitting = [meld for meld in view.melds[side] if lookup.placements(meld, card)]
    return max(fitting, key=lambda meld: len(meld.cards), default=None)


def _pairs(view: View, card: Card) -> list[Partners]:
    """All pairs of naturals that make a new meld with a card."""
    rules, found = view.rulebook, []
    for place in positions(card, rules.sequences.lowest):
        for low in range(max(place - SHORTEST + 1, rules.sequences.lowest), min(place, HIGHEST - SHORTEST + 1) + 1):
            one, other = (_card(at, card.suit) for at in range(low, low + SHORTEST) if at != place)
            found.append((one, other))
    if card.rank in rules.groups.ranks:
        same = [other for other in CARDS if other.rank == card.rank]
        found += [(one, other) for at, one in enumerate(same) for other in same[at:]]
    return found


def _card(position: int, suit: int) -> Card:
    return CARDS[suit * len(RANKS) + (position - 1) % len(RANKS)]


def _unseen(view: View) -> Counter[Card]:
    """Copies of each card that the seat doesn't see, so that opponents may have or get them."""
    seen = Counter(view.hand) + Counter(view.pile)
    for side in range(2):
        seen.update(view.red_threes[side])
        seen.update(card for meld in view.melds[side] for card in meld.cards)
    for seat in range(view.seat % 2, len(view.hand_sizes), 2):
        if seat != view.seat:
            seen.update(view.known[seat])
    return Counter({card: COPIES - seen[card] for card in CARDS if seen[card] < COPIES})
