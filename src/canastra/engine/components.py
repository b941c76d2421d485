"""What the components of a deal's points are about: which a rulebook knows, and the article that says so."""

from __future__ import annotations

from typing import Final

from canastra.rulebooks.schema import Deducted, Rulebook, Unplayed

TOPICS: Final = {
    "melded": "clauses.scoring",
    "clean": "canastas.clean",
    "dirty": "canastas.dirty",
    "royal": "canastas.royal",
    "going_out": "clauses.going_out_bonus",
    "morto": "morto.not_taken",
    "red_threes": "threes.red_bonus",
    "black_threes": "threes.black_charge",
    "in_hand": "hands_left.deducted",
}
"""The components of a `Score` in the order of a sheet, each with the topic whose article says it."""


def article_of(component: str, rulebook: Rulebook) -> str:
    """The article that a component's points come from."""
    if component == "morto" and not rulebook.morto.not_taken and rulebook.morto.taken:
        return rulebook.article("morto.taken")
    return rulebook.article(TOPICS[component])


def is_known(component: str, rulebook: Rulebook) -> bool:
    """Whether a rulebook gives or takes points for it."""
    rules = rulebook.morto
    known = {
        "royal": bool(rulebook.canastas.royal),
        "red_threes": rulebook.threes.red_exposed,
        "black_threes": bool(rulebook.threes.black_charge),
        "morto": bool(rules.taken or rules.not_taken or rules.unplayed is not Unplayed.CARDS),
        "in_hand": rulebook.hands_left.deducted is not Deducted.NOBODY,
    }
    return known.get(component, True)
