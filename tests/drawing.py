"""Drawing a deal for a test: hands, melds and piles in notation, then turns in notation.

    game = table("buraco", hand="4H 5H KD", ours=["AS 2S 3S"], pile="9C")
    game.play("draw 6H, meld 4H 5H 6H, discard KD")
    game.refused("take", "pile_empty", "Art. 7")

What isn't drawn is filled up with the cards that are left, 2s and 3s last, so that no test depends on it.
"""

from __future__ import annotations

from canastra.cards import THREE, TWO, TWO_PACKS, UNKNOWN, Card, cards_text, parse_cards
from canastra.engine import (
    Action,
    Phase,
    Piles,
    Score,
    State,
    apply,
    deal_out,
    legal_actions,
    parse_action,
    score,
    settle,
    start_deal,
    violation,
)
from canastra.engine.hands import cards_of, hand_of
from canastra.engine.melds import Meld
from canastra.engine.melds.lookup import lookup_of
from canastra.errors import Violation
from canastra.records.replayer import replay_entry
from canastra.records.turns import parse_entry
from canastra.rulebooks import Rulebook, load


class Game:
    """A deal in a test; every method speaks notation."""

    def __init__(self, state: State) -> None:
        self.state = state

    def play(self, *turns: str) -> Game:
        """Play turns or parts of turns: ``"draw 9C, discard 9C"``; steps by rule are written as in a record.

        A seat before a colon is checked.
        """
        for turn in turns:
            seat, colon, actions = turn.rpartition(": ")
            if colon:
                assert int(seat) == self.state.seat, f"seat {self.state.seat} is to act, not {seat}"
            for text in actions.split(", "):
                following = replay_entry(self.state, parse_entry(text))
                assert not isinstance(following, Violation), f"{text}: {following}"
                self.state = following
        return self

    def idle(self, turns: int) -> Game:
        """Let the next players draw a card and discard it again; red 3s are replaced as they come."""
        for _ in range(turns):
            self.state = settle(self.state)
            drawn = self.state.stock[0]
            self._do("draw")
            card = drawn if str(drawn) in self.hand.split() else cards_of(self.state.hand)[-1]
            self._do(f"discard {card}")
        return self

    def _do(self, text: str) -> None:
        self.state = apply(self.state, parse_action(text))

    def why_not(self, text: str) -> Violation | None:
        """Why an action is not legal now."""
        return violation(self.state, parse_action(text))

    def refused(self, text: str, code: str | None = None, article: str | None = None) -> Game:
        """Assert that an action is refused, perhaps with a code and an article."""
        why = self.why_not(text)
        assert why is not None, f"{text} is legal"
        if code is not None:
            assert why.code == code, f"{text}: {why}"
        if article is not None:
            assert why.article == article, f"{text}: {why}"
        return self

    def allowed(self, *texts: str) -> Game:
        """Assert that each of the actions is legal now."""
        for text in texts:
            assert self.why_not(text) is None, f"{text}: {self.why_not(text)}"
        return self

    @property
    def legal(self) -> set[str]:
        """All legal next steps."""
        return {str(action) for action in legal_actions(self.state)}

    @property
    def hand(self) -> str:
        """The hand of the seat to act."""
        return cards_text(cards_of(self.state.hand))

    def hand_of(self, seat: int) -> str:
        """A seat's hand."""
        return cards_text(cards_of(self.state.hands[seat]))

    @property
    def pile(self) -> str:
        """The discard pile, bottom first."""
        return cards_text(self.state.pile)

    def melds(self, side: int) -> list[str]:
        """A side's melds."""
        return [str(meld) for meld in self.state.melds[side]]

    @property
    def over(self) -> bool:
        """Return whether the deal is over."""
        return self.state.phase is Phase.OVER

    def score(self, side: int) -> Score:
        """The points of a side of the deal, which is over."""
        assert self.over
        return score(self.state)[side]


def deal(
    rulebook_id: str | Rulebook,
    hands: dict[int, str] | None = None,
    mortos: tuple[str, str] = ("", ""),
    stock: str = "",
    dealer: int | None = None,
    opening: tuple[int, int] = (-1, -1),
) -> Game:
    """A deal before its first action; seat 0 opens unless a dealer is given. Each list may be short or empty.

    `opening`: -1 for a side without a minimum, 0 for one that is vulnerable.
    """
    rulebook = load(rulebook_id) if isinstance(rulebook_id, str) else rulebook_id
    players = rulebook.table.players
    wanted = [parse_cards((hands or {}).get(seat, "")) for seat in range(players)]
    wanted += [parse_cards(morto) for morto in mortos]
    first = parse_cards(stock)
    rest = _left([card for cards in wanted for card in cards] + list(first))
    filled = [(*cards, *(rest.pop() for _ in range(11 - len(cards)))) for cards in wanted]
    piles = Piles(tuple(filled[:players]), (filled[players], filled[players + 1]), (*first, *reversed(rest)))
    state = start_deal(rulebook, piles, players - 1 if dealer is None else dealer, opening)
    return Game(state)


def table(
    rulebook_id: str | Rulebook,
    hand: str,
    ours: list[str] | None = None,
    theirs: list[str] | None = None,
    pile: str = "",
    **more: object,
) -> Game:
    """A position in the middle of a deal, seat 0 to draw in turn 5: its hand, both sides' melds, the pile.

    `more` sets other fields of the state as they are there: ``has_morto=(True, False)``, ``mortos=()``,
    ``phase=Phase.PLAY``, ``opening=(0, -1)``, ``stock=parse_cards("9C")``, ``hands={2: "KH"}`` for other seats.
    """
    rulebook = load(rulebook_id) if isinstance(rulebook_id, str) else rulebook_id
    others = more.pop("hands", {})
    assert isinstance(others, dict)
    drawn = " ".join([hand, *(ours or []), *(theirs or []), pile, *others.values()])
    rest = _left(parse_cards(" ".join(drawn.split())))
    given: list[tuple[Card, ...]] = [more.get("stock", ()), *more.get("mortos", ())]  # type: ignore[list-item,misc]
    for card in (card for cards in given for card in cards):
        if card in rest:
            rest.remove(card)
    state = start_deal(rulebook, deal_out(TWO_PACKS, rulebook.table.players, 1), 1)
    hands = []
    for seat in range(rulebook.table.players):
        own = hand if seat == 0 else others.get(seat)
        hands.append(hand_of(parse_cards(own) if own is not None else tuple(rest.pop() for _ in range(11))))
    mortos = tuple(tuple(rest.pop() for _ in range(11)) for _ in range(2))
    fields: dict[str, object] = {
        "seat": 0,
        "turn": 5,
        "phase": Phase.DRAW,
        "hands": tuple(hands),
        "melds": (_melds(rulebook, ours or []), _melds(rulebook, theirs or [])),
        "mortos": mortos,
        "stock": tuple(reversed(rest)),
        "pile": parse_cards(pile),
        "forced": None,
    }
    return Game(state._replace(**(fields | more)))  # type: ignore[arg-type]


def actions(*texts: str) -> list[Action]:
    """Actions from notation."""
    return [parse_action(text) for text in texts]


def _melds(rulebook: Rulebook, texts: list[str]) -> tuple[Meld, ...]:
    melds = []
    for text in texts:
        meld = lookup_of(rulebook).meld(parse_cards(text))
        assert meld, f"{text} is no meld of {rulebook.id}"
        melds.append(meld)
    return tuple(melds)


def _left(drawn: list[Card] | tuple[Card, ...]) -> list[Card]:
    """The cards not drawn, to be popped from the end: plain cards first, then 2s, then 3s."""
    rest = list(TWO_PACKS)
    for card in drawn:
        if card != UNKNOWN:
            rest.remove(card)
    # By rank before suit, so that no hand is filled with a sequence.
    return sorted(rest, key=lambda card: (card.rank != THREE, card.rank != TWO, card.rank, card.suit))
