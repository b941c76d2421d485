"""The configuration of a run: entrants, rulebook, seed. It decides what each pair is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import combinations
from typing import Any

from canastra.arena.entrants import Entrant
from canastra.arena.pairs import PairPlayer
from canastra.arena.programs import USUAL, ProgramOptions
from canastra.arena.statistics.sprt import Bounds
from canastra.errors import InputError
from canastra.rulebooks import Rulebook

FORMAT = "canastra-arena/1"


@dataclass(frozen=True, slots=True)
class RunConfig:
    """The configuration of a run. The number of pairs is not part of it: a longer run continues a shorter one."""

    entrants: tuple[Entrant, ...]
    rulebook: Rulebook
    seed: int
    bounds: Bounds | None = None
    """Bounds of the sequential test of the first entrant against each other one."""
    gauntlet: bool = False
    """True if only the first entrant meets the others, as in a test; otherwise all meet all."""
    options: ProgramOptions = USUAL
    local: Mapping[str, Any] = field(default_factory=dict)
    """The texts and files of its programs and classes: `canastra.arena.entrants.local_sources`."""

    def __post_init__(self) -> None:
        mixed = next((entrant for entrant in self.entrants if entrant.is_mixed), None)
        if mixed and self.rulebook.table.players == 2:
            raise InputError("arena_no_partners", name=mixed.name, rulebook=self.rulebook.id)

    @property
    def meetings(self) -> tuple[tuple[Entrant, Entrant], ...]:
        """The meetings in the order of the entrants; in a gauntlet, those of the first one."""
        if self.bounds or self.gauntlet:
            return tuple((self.entrants[0], entrant) for entrant in self.entrants[1:])
        return tuple(combinations(self.entrants, 2))

    def pair_player(self, meeting: int) -> PairPlayer:
        """The player of a meeting's pairs."""
        return PairPlayer(self.rulebook, *self.meetings[meeting], self.seed, self.options)

    def to_json(self) -> dict[str, Any]:
        """The identity of a configuration, and the first line of a journal."""
        asked: dict[str, Any] = {
            "format": FORMAT,
            "version": version("canastra"),
            "rulebook": {
                "id": self.rulebook.id,
                "revision": self.rulebook.revision,
                "digest": self.rulebook.sha256,
            },
            "entrants": [entrant.name for entrant in self.entrants],
            "seed": self.seed,
            "sprt": [self.bounds.lower, self.bounds.upper] if self.bounds else None,
            "gauntlet": self.gauntlet,
            "local": dict(self.local),
        }
        if any(entrant.has_program for entrant in self.entrants):
            asked["ms"] = self.options.ms
        return asked
