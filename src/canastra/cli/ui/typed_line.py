"""Reads typed moves: notation, and short forms in both languages with everything omitted that has one reading.

`commands` turns a line into commands without looking at the game; `completed` fills in what a player left out, by
looking at a view: the order of a meld, the end to which a wild goes, the meld on which a card fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from canastra.cards import Card, cards_text, read_cards, typed_cards
from canastra.cli.ui.names import meld_text
from canastra.cli.ui.pace import named_pace
from canastra.engine import (
    DRAW,
    PASS,
    REFUSE,
    TAKE,
    WITHDRAW,
    Action,
    Discard,
    End,
    LayOff,
    Lookup,
    Meld,
    NewMeld,
    Phase,
    Shift,
    View,
    lookup_of,
)
from canastra.engine.melds import positions
from canastra.engine.melds.placement import lay_off_result
from canastra.errors import InputError

LONGEST = 400
"""Characters of a line that are read."""
_ANY_MELD = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """A command that is not a move: help, the legal moves, the table… `cards`, `number` and `end` as far as they were
    typed.
    """

    what: str
    cards: tuple[Card, ...] = ()
    number: int = 0
    end: End = End.NONE


Command = Action | Ask


class WhichError(InputError):
    """A question with a one-word answer: `low` and `high` are the moves of the two answers."""

    def __init__(self, code: str, one: Action, two: Action, **figures: str | int) -> None:
        super().__init__(code, **figures)
        self.low = one
        self.high = two


_WORDS: dict[str, str] = {
    "draw": "draw c comprar compro compra monte stock",
    "take": "take t l lixo bagaço bagaco lixeira pile",
    "refuse": "refuse r recusar recuso devolver devolvo",
    "withdraw": "withdraw w recolher recolho",
    "pass": "pass p passar passo",
    "meld": "meld m b baixar baixo descer desço desco",
    "lay": "lay e encaixar encaixo",
    "discard": "discard d descartar descarto",
    "shift": "shift v voltar",
    "legal": "? jogadas moves",
    "hint": "dica hint",
    "undo": "u undo desfazer desfaz z",
    "help": "h help ajuda",
    "table": "mesa table",
    "score": "placar score pontos",
    "rules": "regras rules",
    "quit": "sair quit exit q",
    "pace": "ritmo pace",
    "go_out": "bater bato go-out",
    "yes": "s sim y yes",
}
_VERBS = {word: verb for verb, words in _WORDS.items() for word in words.split()}
_ENDS = {
    **dict.fromkeys(("low", "baixo", "baixa", "embaixo"), End.LOW),
    **dict.fromkeys(("high", "alto", "alta", "cima"), End.HIGH),
}
_PLAIN: dict[str, Action] = {"draw": DRAW, "take": TAKE, "refuse": REFUSE, "withdraw": WITHDRAW, "pass": PASS}
_ASKS = {"hint", "undo", "help", "table", "score", "rules", "quit", "go_out", "yes"}


def verb_of(word: str) -> str | None:
    """The meaning of a command's first word, None if unknown."""
    return _VERBS.get(word.lower())


def commands(line: str) -> list[Command]:
    """The commands of a line, separated by commas. Raises InputError for unreadable text."""
    return [parse_typed(part) for part in parts(line)]


def parts(line: str) -> list[str]:
    """The texts of the commands of a line. Raises `InputError` if the line is too long."""
    if len(line) > LONGEST:
        raise InputError("input_too_long", limit=LONGEST)
    return [part for part in (" ".join(part.split()) for part in re.split(r"[,;]", line)) if part]


def parse_typed(text: str) -> Command:
    """One command. Raises InputError for unreadable text."""
    if text.startswith("?"):
        return Ask("legal", _only_cards(text[1:].split(), text))
    if text.isascii() and text.isdigit():
        return Ask("number", number=int(text[:6]))
    if text.lower() in _ENDS:
        return Ask("end", end=_ENDS[text.lower()])
    word, *rest = text.split(" ")
    verb = _VERBS.get(word.lower())
    if verb is None:
        raise InputError("input_card_alone" if read_cards(word) else "input_unknown", text=shown(text))
    if verb == "pace":
        return Ask(f"pace_{named_pace(' '.join(rest))}")
    if verb == "help" and rest:
        return Ask(f"help {' '.join(rest)}")
    if verb in _PLAIN or verb in _ASKS:
        if rest:
            raise InputError("input_superfluous", word=shown(word), text=shown(" ".join(rest)))
        return _PLAIN[verb] if verb in _PLAIN else Ask(verb)
    return _with_cards(verb, rest, text)


def _with_cards(verb: str, rest: list[str], text: str) -> Command:
    if verb == "legal":
        return Ask("legal", _only_cards(rest, text))
    if verb == "shift":
        number, rest = _number(rest)
        if rest or not number:
            raise InputError("input_form_shift")
        return Shift(number)
    if verb == "lay":
        return _lay(rest, text)
    cards = _only_cards(rest, text)
    if verb == "discard":
        if len(cards) > 1:
            raise InputError("input_form_discard")
        return Discard(cards[0]) if cards else Ask("discard")
    if not cards:
        raise InputError("input_form_meld")
    return NewMeld(cards)


def _lay(rest: list[str], text: str) -> Command:
    end = End.NONE
    if rest and rest[-1].lower() in _ENDS:
        end, rest = _ENDS[rest[-1].lower()], rest[:-1]
    number, rest = _number(rest)
    cards = _only_cards(rest, text)
    if not cards:
        raise InputError("input_form_lay")
    return LayOff(number, cards, end)


def _number(words: list[str]) -> tuple[int, list[str]]:
    """The number of a meld, written first or last, and the other words; 0 without a number."""
    for index in (0, -1):
        if words and words[index].isascii() and words[index].isdigit():
            return int(words[index][:4]), words[1:] if index == 0 else words[:-1]
    return _ANY_MELD, words


def _only_cards(words: Iterable[str], text: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for word in words:
        cards = read_cards(word)
        if not cards:
            raise InputError("input_not_a_card", word=shown(word), text=shown(text))
        found.extend(cards)
    return tuple(found)


def copas_meant(text: str, action: Action, view: View) -> Action | None:
    """The same move with hearts if a C can mean copas: the hand has the hearts but no such clubs."""
    words = [word for word in text.split() if "♣" not in word]
    typed = {card for word in words for card, suit in typed_cards(word) if suit == "C"}
    hearts = {card: Card.parse(str(card)[0] + "H") for card in typed}
    if all(card in view.hand for card in typed) or not all(card in view.hand for card in hearts.values()):
        return None
    if isinstance(action, Discard):
        return Discard(hearts.get(action.card, action.card))
    if isinstance(action, NewMeld | LayOff):
        cards = tuple(hearts.get(card, card) for card in action.cards)
        return NewMeld(cards) if isinstance(action, NewMeld) else LayOff(action.number, cards, action.end)
    return None


def shown(text: str) -> str:
    """Typed text for display: short, without control characters."""
    plain = "".join(char if char.isprintable() else "·" for char in text)
    return plain if len(plain) <= 40 else plain[:39] + "…"


def answered(ask: Ask, asked: Mapping[str, Action], typed: str) -> Action:
    """The move for an answer. Raises InputError if nothing was asked."""
    move = asked.get(ask.end or "yes")
    if move is None:
        raise InputError("input_nothing_asked", text=shown(typed))
    return move


def numbered(listed: Sequence[Action], number: int) -> Action:
    """The move with a number, from 1. Raises InputError if the list has no such number."""
    if not listed:
        raise InputError("input_number_without_list")
    if not 1 <= number <= len(listed):
        raise InputError("input_number_range", number=number, last=len(listed))
    return listed[number - 1]


def only_discard(view: View | None) -> Action:
    """The only possible discard, for a discard without a card. Raises InputError unless there is exactly one."""
    choices = [action for action in (view.legal if view else ()) if isinstance(action, Discard)]
    if len(choices) != 1:
        raise InputError("input_form_discard")
    return choices[0]


def completed(action: Action, view: View) -> Action:
    """The action with omitted parts filled in. Raises InputError with a question if several readings are possible.

    An action that can't be completed is returned unchanged: the judge says why it can't be played.
    """
    lookup = lookup_of(view.rulebook)
    if isinstance(action, NewMeld):
        return _sorted_meld(action, lookup)
    if isinstance(action, LayOff) and view.phase is not Phase.DRAW:
        return _complete_lay_off(action, view, lookup)
    return action


def _sorted_meld(action: NewMeld, lookup: Lookup) -> NewMeld:
    if lookup.meld(action.cards):
        return action
    found: dict[Meld, NewMeld] = {}
    for cards in _orders(action.cards, lookup):
        meld = lookup.meld(cards)
        if meld:
            found.setdefault(meld, NewMeld(meld.cards))
    if len(found) > 1:
        # A wild that fills no gap stands at one end or the other.
        high, low = (choose(found, key=lambda meld: meld.wild) for choose in (max, min))
        raise WhichError("input_which_order", found[low], found[high], low=meld_text(low), high=meld_text(high))
    return next(iter(found.values()), action)


def _orders(cards: tuple[Card, ...], lookup: Lookup) -> Iterator[tuple[Card, ...]]:
    """Orders in which the cards may form a meld: sorted, aces low or high, one of the 2s anywhere as the wild."""
    lowest = lookup.rulebook.sequences.lowest
    twos = [card for card in dict.fromkeys(cards) if card.is_two]
    for wild in [None, *twos]:
        naturals = list(cards)
        if wild is not None:
            naturals.remove(wild)
        for low_aces in range(sum(card.rank == 0 for card in naturals) + 1):
            ordered = _by_place(naturals, low_aces, lowest)
            if wild is None:
                yield tuple(ordered)
                continue
            for place in range(len(ordered), -1, -1):
                yield (*ordered[:place], wild, *ordered[place:])


def _by_place(cards: list[Card], low_aces: int, lowest: int) -> list[Card]:
    aces = [card for card in cards if card.rank == 0]
    others = sorted((card for card in cards if card.rank), key=lambda card: (card.rank, card.suit))
    if any(1 in positions(card, lowest) for card in aces):
        return [*aces[:low_aces], *others, *aces[low_aces:]]
    return [*others, *aces]


def _complete_lay_off(action: LayOff, view: View, lookup: Lookup) -> LayOff:
    own = view.melds[view.seat % 2]
    if action.number == _ANY_MELD:
        action = LayOff(_only_meld(action, own, view), action.cards, action.end)
    if not 1 <= action.number <= len(own) or action.end is End.LOW:
        return action
    meld = own[action.number - 1]
    ways = {end: result for end in End if (result := _result(lookup, meld, action, end, view))}
    one, two = (LayOff(action.number, action.cards, end) for end in (End.LOW, End.HIGH))
    if _dirties_for_good(ways):
        if action.end is End.HIGH:  # The end where the wild stands already: the record names no end.
            return LayOff(action.number, action.cards)
        raise WhichError("input_goes_home", one, two, low=meld_text(ways[End.LOW]), high=meld_text(ways[End.NONE]))
    if End.NONE in ways or not ways or action.end is End.HIGH:
        return action
    if len(ways) == 1:
        return LayOff(action.number, action.cards, next(iter(ways)))
    low, high = (meld_text(ways[end]) for end in (End.LOW, End.HIGH))
    raise WhichError("input_which_end", one, two, number=action.number, low=low, high=high)


def _dirties_for_good(ways: dict[End, Meld]) -> bool:
    """Return whether an action without an end keeps the wild a wild, although it could go home (buraco Art. 11)."""
    return End.NONE in ways and End.LOW in ways and ways[End.NONE].has_wild and not ways[End.LOW].has_wild


def _only_meld(action: LayOff, own: tuple[Meld, ...], view: View) -> int:
    """The number of the one meld on which the cards fit."""
    lookup = lookup_of(view.rulebook)
    ends = [action.end] if action.end else list(End)
    fits = [
        number for number, meld in enumerate(own, 1) if any(_result(lookup, meld, action, end, view) for end in ends)
    ]
    if not fits:
        raise InputError("input_fits_nowhere", cards=cards_text(action.cards))
    if len(fits) > 1:
        raise InputError("input_which_meld", cards=cards_text(action.cards), numbers=", ".join(map(str, fits)))
    return fits[0]


def _result(lookup: Lookup, meld: Meld, action: LayOff, end: End, view: View) -> Meld | None:
    top = None
    if view.phase is Phase.JUSTIFY:
        top = next((_top(action) for action in view.legal if isinstance(action, LayOff)), None)
    return lay_off_result(lookup, meld, LayOff(action.number, action.cards, end), top)


def _top(action: LayOff) -> Card:
    return action.cards[0]
