"""Melds: the values here; in the modules below, the ways to lay them.

- `canastra.engine.melds.canasta`: the kinds of canasta
- `canastra.engine.melds.movement`: the new place of the wild when a card is laid
- `canastra.engine.melds.placement`: the melds after a laying
- `canastra.engine.melds.diagnosis`: why cards can't be laid
- `canastra.engine.melds.lookup`: tables of all this, once per rulebook
"""

from canastra.engine.melds.meld import (
    CANASTA,
    HIGHEST,
    LARGEST_GROUP,
    NO_WILD,
    ROYAL,
    SHORTEST,
    WHOLE_SUIT,
    Meld,
    group,
    positions,
    read_group,
    read_sequence,
    sequence,
)

__all__ = [
    "CANASTA",
    "HIGHEST",
    "LARGEST_GROUP",
    "NO_WILD",
    "ROYAL",
    "SHORTEST",
    "WHOLE_SUIT",
    "Meld",
    "group",
    "positions",
    "read_group",
    "read_sequence",
    "sequence",
]
