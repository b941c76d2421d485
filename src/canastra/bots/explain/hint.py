"""Hints: a few sentences of an explanation, the most useful first, and one figure in plain words.

A hint is read on a telephone between two steps. The analysis has all figures with their margins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canastra.bots.explain.facts import Fact

MOST_SENTENCES: Final = 4
"""Sentences of a hint, the step itself and the figure included."""
ENDS: Final = (
    "hint_going_out",
    "hint_morto",
    "hint_royal",
    "hint_thirteen",
    "hint_clean",
    "hint_dirty",
    "hint_opens",
    "hint_opening",
)
"""Facts about the effect of the step by the rules."""
DANGERS: Final = ("explain_gives_canasta", "explain_fits_theirs", "explain_next_holds", "explain_gives_wild")
"""Facts about gains of the opponents, the most costly first."""
FOR: Final = ("hint_blocks", "explain_dead", "explain_left_before", "explain_alone")
"""Facts for a discard."""
COSTS: Final = (
    "hint_dirty_meld",
    "hint_dirty_group",
    "explain_fits_ours",
    "explain_goes_with",
    "explain_could_meld",
)
"""Facts about possible losses."""
ORDER: Final = (*ENDS, *DANGERS, *FOR, *COSTS)
PLAIN_CODES: Final = {"explain_gains": "advice_gains", "explain_loses": "advice_loses", "explain_even": "advice_even"}
"""The figure of a hint in plain words, by its code, without its margin."""


def hint_reasons(reasons: Sequence[Fact]) -> tuple[Fact, ...]:
    """The reasons of an explanation (`canastra.bots.explain`) that a hint gives: the step and its reasons."""
    step, *others = reasons
    figures = [fact for fact in others if fact.code not in ORDER]
    why = sorted((fact for fact in others if fact.code in ORDER), key=lambda fact: ORDER.index(fact.code))
    end = (_plain(figures),) if figures else ()
    return (step, *why[: MOST_SENTENCES - 1 - len(end)], *end)


def _plain(figures: Sequence[Fact]) -> Fact:
    """The result of the figures. The heuristic's points are alone if all turns worth playing out have the step."""
    figure = next((fact for fact in figures if fact.code in PLAIN_CODES), None)
    if figure is None:
        return Fact("advice_sure", "")
    said = ("worlds",) if figure.code == "explain_even" else ("points", "worlds")
    return Fact(PLAIN_CODES[figure.code], "", tuple((name, value) for name, value in figure.figures if name in said))
