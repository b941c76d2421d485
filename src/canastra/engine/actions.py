"""The actions of a player and their notation (docs/notation.md, Turns).

>>> str(parse_action("lay 2 7S 8S")), str(parse_action("discard KD"))
('lay 2 7S 8S', 'discard KD')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from canastra.cards import Card, cards_text, is_card, parse_cards, respelled
from canastra.engine.melds.movement import End
from canastra.errors import ActionError, CardError


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card from the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Refuse:
    """The opener puts the first card drawn on the discard pile; another draw follows."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the discard pile."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class NewMeld:
    """Lay a new meld, its cards as written: a sequence low to high, a group with its wild last."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"meld {cards_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay cards off on your side's meld `number` (from 1); a wild goes to `end`."""

    number: int
    cards: tuple[Card, ...]
    end: End = End.NONE

    def __str__(self) -> str:
        words = f"lay {self.number} {cards_text(self.cards)}"
        return f"{words} {self.end}" if self.end else words


@dataclass(frozen=True, slots=True)
class Shift:
    """Send the own-suit wild of your side's meld `number` home to position 2."""

    number: int

    def __str__(self) -> str:
        return f"shift {self.number}"


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by putting a card on the discard pile."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take back an opening that is below the minimum."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the discard pile when no stock is left."""

    def __str__(self) -> str:
        return "pass"


Action = Draw | Refuse | Take | NewMeld | LayOff | Shift | Discard | Withdraw | Pass

DRAW, REFUSE, TAKE, WITHDRAW, PASS = Draw(), Refuse(), Take(), Withdraw(), Pass()

_PLAIN: dict[str, Action] = {str(action): action for action in (DRAW, REFUSE, TAKE, WITHDRAW, PASS)}
_NUMBER = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)


def parse_action(text: str) -> Action:
    """Read one action. Raises `ActionError` if the text is malformed.

    A draw has no card here, since the player doesn't choose it.
    """
    if text in _PLAIN:
        return _PLAIN[text]
    verb, _, rest = text.partition(" ")
    parse = _WITH_CARDS.get(verb)
    if parse is None:
        raise ActionError("action_unknown", text=text[:40])
    try:
        return parse(rest)
    except CardError as error:
        raise malformed(text, _FORMS[verb], parse_action) from error


def malformed(text: str, form: str, read: Callable[[str], object]) -> ActionError:
    """The error of an action whose cards `read` refuses; `form` shows how one is written."""
    right = respelled(text)
    if right != text:
        try:
            read(right)
        except ActionError:
            pass
        else:
            return ActionError("action_malformed", text=text[:60], why="malformed_spelling", right=right[:60])
    words = [word for word in right.split()[1:] if not word.isdigit() and word not in set(End)]
    wrong = next((word for word in words if not is_card(word)), None)
    if wrong is not None:
        return ActionError("action_malformed", text=text[:60], why="malformed_card", word=wrong[:40])
    return ActionError("action_malformed", text=text[:60], why="malformed_form", form=form)


def _meld(rest: str) -> Action:
    return NewMeld(_some_cards(rest))


def _lay(rest: str) -> Action:
    number, _, rest = rest.partition(" ")
    end = End.NONE
    for choice in (End.LOW, End.HIGH):
        if rest.endswith(f" {choice}"):
            rest, end = rest.removesuffix(f" {choice}"), choice
    return LayOff(_parse_number(number), _some_cards(rest), end)


def _shift(rest: str) -> Action:
    return Shift(_parse_number(rest))


def _discard(rest: str) -> Action:
    return Discard(Card.parse(rest))


def _some_cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards:
        raise CardError("card_malformed", text="")
    return cards


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise CardError("card_malformed", text=text[:40])
    return int(text)


_WITH_CARDS: dict[str, Callable[[str], Action]] = {
    "meld": _meld,
    "lay": _lay,
    "shift": _shift,
    "discard": _discard,
}
_FORMS = {
    "meld": "meld 4H 5H 6H",
    "lay": "lay 1 7H [low|high]",
    "shift": "shift 1",
    "discard": "discard KD",
}
