"""The reason for a place, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from string import ascii_uppercase

from canastra import messages
from canastra.tournament.regulations import Criterion
from canastra.tournament.standings.ledger import Value
from canastra.tournament.standings.order import ABSENCE, POINTS, REACHED, SEED, WITHDRAWN, Separation, Standing

MOST_NAMED = 3
"""The most other sides that a reason names."""
_LEVEL = 100
_COMPARED = (
    Criterion.BUCHHOLZ,
    Criterion.BUCHHOLZ_VIRTUAL,
    Criterion.BUCHHOLZ_CUT,
    Criterion.BUCHHOLZ_MEDIAN,
    Criterion.SONNEBORN_BERGER,
    Criterion.CONCEDED,
    Criterion.WALKOVERS,
    Criterion.HEAD_TO_HEAD,
)


def reason_for_place(standing: Standing, names: Mapping[int, str], language: str) -> str:
    """The reason for a side's place, in ``pt`` or ``en``; `names` has the name of each side."""
    told = [_told(reason, standing.side, names, language) for reason in standing.reasons]
    if standing.totals.forfeited and standing.reasons and standing.reasons[0].basis == POINTS:
        cost = value_text(standing.totals.forfeited, language)
        told[0] = f"{told[0]} {messages.text('standing_forfeited', language, value=cost)}"
    return "; ".join(told)


def criterion_name(basis: str, language: str) -> str:
    """The name of a basis of a `Separation`, in ``pt`` or ``en``.

    >>> criterion_name("head_to_head", "pt")
    'confronto direto'
    """
    return messages.text(f"criterion_{basis}", language)


def _told(why: Separation, side: int, names: Mapping[int, str], language: str) -> str:
    if why.basis == POINTS:
        return points_words(why.values[side], language)
    if why.basis == WITHDRAWN:
        return messages.text("standing_withdrawn", language)
    if why.basis == REACHED:
        return _reached(int(why.values[side]), language)
    if not why.values:
        return messages.text("standing_not_applied", language, criterion=criterion_name(why.basis, language))
    if why.basis == ABSENCE:
        return messages.text("standing_absent" if why.values[side] < 0 else "standing_present", language)
    if why.basis in (Criterion.LOT, SEED):
        return _ordered(why, side, names, language)
    own = why.values[side]
    # The sides with the same figure are still tied: the next separation says more.
    others = [value for value in sorted(why.values, key=lambda each: -why.values[each]) if why.values[value] != own]
    value, *figures = (_compared(why.basis, figure, language) for figure in (own, *(why.values[e] for e in others)))
    shown = [
        messages.text("standing_other", language, value=figure, name=names[other])
        for other, figure in zip(others[:MOST_NAMED], figures, strict=False)
    ]
    named = _listed(shown, len(others), language)
    return messages.text(
        "standing_by", language, compared=_compared_name(why.basis, language), value=value, others=named
    )


def points_words(value: Value, language: str) -> str:
    """A number of points in words, "1 ponto" and "−1 ponto" too."""
    key = "standing_point" if abs(value) == 1 else "standing_points"
    return messages.text(key, language, value=value_text(value, language))


def value_text(value: Value, language: str) -> str:
    """A figure as people write it; an average with up to two decimals."""
    if isinstance(value, Fraction) and value.denominator != 1:
        whole = f"{abs(float(value)):.2f}".rstrip("0").replace(".", "," if language == "pt" else ".")
        return f"−{whole}" if value < 0 else whole
    return messages.number_text(int(value), language)


def _compared(basis: str, value: Value, language: str) -> str:
    """A figure of a criterion as people count it; internally more is better and all figures are whole."""
    if basis in (Criterion.CONCEDED, Criterion.WALKOVERS):
        return value_text(-value, language)
    return value_text(Fraction(value) / 2 if basis == Criterion.SONNEBORN_BERGER else value, language)


def _compared_name(basis: str, language: str) -> str:
    """The name of the two compared figures, if it isn't the criterion's name."""
    return messages.text(f"standing_{basis}" if basis in _COMPARED else f"criterion_{basis}", language)


def _ordered(why: Separation, side: int, names: Mapping[int, str], language: str) -> str:
    """The reason by a lot or a seeding: it names the sides before and behind, as the figures mean nothing."""
    parts = []
    for key, ahead in (("standing_behind", True), ("standing_ahead", False)):
        others = [value for value in why.values if value != side and (why.values[value] > why.values[side]) is ahead]
        others.sort(key=lambda each: why.values[each], reverse=not ahead)  # the nearest first
        if others:
            named = _listed([names[other] for other in others[:MOST_NAMED]], len(others), language)
            parts.append(messages.text(key, language, others=named))
    return f"{messages.text(f'standing_{why.basis}', language)} {_listed(parts, len(parts), language)}"


def group_letters() -> Iterator[str]:
    """The names of groups: A to Z, then AA, AB and so on.

    >>> from itertools import islice
    >>> list(islice(group_letters(), 25, 28))
    ['Z', 'AA', 'AB']
    """
    for before in ("", *ascii_uppercase):
        yield from (before + letter for letter in ascii_uppercase)


def _listed(shown: list[str], count: int, language: str) -> str:
    """Some of `count` names, the last one after "and"."""
    *before, last = shown
    if count > len(shown):
        return messages.text("standing_others", language, first=", ".join(shown), count=count - len(shown))
    return messages.text("standing_and", language, first=", ".join(before), last=last) if before else last


def _reached(value: int, language: str) -> str:
    """The round that a side reached in a knock-out: the round that it lost, the match for the third place, or
    the end.
    """
    level, rest = divmod(value, _LEVEL)
    if rest == _LEVEL - 3:
        return messages.text("standing_undefeated", language, round=level)
    if rest == _LEVEL - 5:
        return messages.text("standing_left", language, round=level + 1)
    if rest > _LEVEL // 2:
        return messages.text("standing_third" if rest == _LEVEL - 10 else "standing_fourth", language)
    return messages.text("standing_lost", language, round=level)
