"""The names of cards, melds and moves on screens: with the card that a wild replaces, with the form to type."""

from __future__ import annotations

from canastra.cards import Card
from canastra.engine import Action, Discard, LayOff, Meld, NewMeld, Shift
from canastra.engine.melds import HIGHEST
from canastra.messages import for_people, text

_POSITIONS = "A23456789TJQKA"


def stands_for(meld: Meld, index: int) -> str:
    """The card that the wild at a place replaces: ``=6`` in a sequence, ``=K`` in a group; empty for other cards."""
    if index != meld.wild:
        return ""
    if meld.is_group:
        return f"={_people_rank(_POSITIONS[meld.rank])}"
    place = meld.low + index
    return f"={_people_rank(_POSITIONS[place - 1])}" if place <= HIGHEST else ""


def meld_text(meld: Meld) -> str:
    """A meld in a sentence: ``7♥ 8♥ 2♥=9``."""
    return " ".join(for_people(str(card)) + stands_for(meld, index) for index, card in enumerate(meld.cards))


def cards_in(action: Action) -> tuple[Card, ...]:
    """The cards that a move names."""
    if isinstance(action, NewMeld | LayOff):
        return action.cards
    return (action.card,) if isinstance(action, Discard) else ()


def typed_form(action: Action, lang: str) -> str:
    """The short form of a move to type, in the person's language."""
    word, *rest = str(action).split(" ")
    if isinstance(action, LayOff) and action.end:
        rest[-1] = text(f"play_end_{action.end}", lang)
    kind = word if isinstance(action, NewMeld | LayOff | Shift | Discard) else str(action)
    return " ".join([text(f"play_types_{kind}", lang), *rest])


def described(action: Action, lang: str) -> str:
    """A move as an instruction: ``encaixar 7♥ no jogo 1``."""
    cards = " ".join(map(str, cards_in(action)))
    if isinstance(action, NewMeld):
        return text("do_meld", lang, cards=cards)
    if isinstance(action, LayOff):
        words = text("do_lay", lang, cards=cards, number=action.number)
        return f"{words}, {text(f'do_lay_{action.end}', lang)}" if action.end else words
    if isinstance(action, Shift):
        return text("do_shift", lang, number=action.number)
    if isinstance(action, Discard):
        return text("do_discard", lang, card=cards)
    return text(f"do_{action}", lang)


def _people_rank(rank: str) -> str:
    return rank.replace("T", "10")
