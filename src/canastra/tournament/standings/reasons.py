"""The reason for a place, in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from canastra import messages
from canastra.tournament.standings.ledger import Value
from canastra.tournament.standings.order import ABSENCE, POINTS, REACHED, SEED, WITHDRAWN, Separation, Standing

MOST_NAMED = 3
"""How many of the others a reason names."""
_LEVEL = 100


def reason_for_place(standing: Standing, names: Mapping[int, str], language: str) -> str:
    """Why a side stands where it stands, in ``pt`` or ``en``; `names` has the name of each side."""
    told = [_told(each, standing.side, names, language) for each in standing.reasons]
    return "; ".join(told)


def criterion_name(basis: str, language: str) -> str:
    """What a basis of a `Separation` is called, in ``pt`` or ``en``.

    >>> criterion_name("head_to_head", "pt")
    'confronto direto'
    """
    return messages.text(f"criterion_{basis}", language)


def _told(why: Separation, side: int, names: Mapping[int, str], language: str) -> str:
    if why.basis == POINTS:
        return messages.text("standing_points", language, value=_figure(why.values[side]))
    if why.basis == WITHDRAWN:
        return messages.text("standing_withdrawn", language)
    if why.basis == REACHED:
        return _reached(int(why.values[side]), language)
    name = criterion_name(why.basis, language)
    if not why.values:
        return messages.text("standing_not_applied", language, criterion=name)
    if why.basis == ABSENCE:
        return messages.text("standing_absent" if why.values[side] < 0 else "standing_present", language)
    others = [each for each in sorted(why.values, key=lambda each: -why.values[each]) if each != side]
    # Places in a lot or a seeding say nothing as figures.
    bare = why.basis in ("lot", SEED)
    named = [names[each] if bare else f"{names[each]} {_figure(why.values[each])}" for each in others[:MOST_NAMED]]
    if len(others) > MOST_NAMED:
        named.append(messages.text("standing_others", language, count=len(others) - MOST_NAMED))
    if bare:
        return messages.text("standing_bare", language, criterion=name, others=", ".join(named))
    value = _figure(why.values[side])
    return messages.text("standing_by", language, criterion=name, value=value, others=", ".join(named))


def _reached(value: int, language: str) -> str:
    """How far a side came in a knock-out: the round that it lost, the match for the third place, or its end."""
    level, rest = divmod(value, _LEVEL)
    if rest == _LEVEL // 2:
        return messages.text("standing_undefeated", language, round=level)
    if rest > _LEVEL // 2:
        return messages.text("standing_third" if rest == _LEVEL - 10 else "standing_fourth", language)
    return messages.text("standing_lost", language, round=level)


def _figure(value: Value) -> str:
    """A figure as people write it; an average with two decimals."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{float(value):.2f}"
    return str(int(value)).replace("-", "−")
