"""Melds: the values here; what can be laid and where, in the modules below.

- `canastra.engine.melds.canasta`: what a meld counts as
- `canastra.engine.melds.movement`: where the wild goes when a card is laid
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
