"""Who is measured: a bot that is its own partner, or two different bots as partners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from canastra.bots import Bot
from canastra.bots import make_local as make
from canastra.errors import InputError

PARTNERS = "+"
"""Between the names of two bots that are partners."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """The names of the bots on a side: the same twice, or two different ones."""

    bots: tuple[str, str]

    @property
    def name(self) -> str:
        """As it is asked for: ``greedy``, or ``greedy+random``."""
        first, second = self.bots
        return first if first == second else PARTNERS.join(self.bots)

    @property
    def is_mixed(self) -> bool:
        """Whether its partners are different bots."""
        return self.bots[0] != self.bots[1]

    def on_side(self, side: int, players: int, pair: int) -> dict[int, str]:
        """Which bot sits on which seat. Different partners change their seats from pair to pair.

        >>> Entrant(("greedy", "random")).on_side(1, players=4, pair=0)
        {1: 'greedy', 3: 'random'}
        """
        bots = self.bots if pair % 2 == 0 else self.bots[::-1]
        return dict(zip(range(side, players, 2), bots, strict=False))


def new_bot(name: str, seed: int) -> Bot:
    """A bot by its name; the one place where the arena makes one."""
    return make(name, seed)


def read_entrants(text: str, mixed: bool = False) -> tuple[Entrant, ...]:
    """The entrants of a list such as ``a,b,a+b``; with `mixed` also all partnerships of two bots of the list.

    An `InputError` for fewer than two, for one that is named twice, and for a bot that doesn't exist.
    """
    entrants = [_read_entrant(each.strip()) for each in text.split(",")]
    if mixed:
        names = dict.fromkeys(bot for each in entrants for bot in each.bots)
        present = {frozenset(each.bots) for each in entrants}
        entrants += [Entrant(both) for both in combinations(names, 2) if frozenset(both) not in present]
    _check(entrants)
    return tuple(entrants)


def _read_entrant(text: str) -> Entrant:
    names = [name.strip() for name in text.split(PARTNERS)]
    if len(names) > 2 or not all(names):
        raise InputError("arena_entrant_malformed", text=text[:40])
    for name in names:
        new_bot(name, seed=0)
    return Entrant((names[0], names[-1]))


def _check(entrants: Sequence[Entrant]) -> None:
    if len(entrants) < 2:
        raise InputError("arena_entrants_few")
    seen: set[frozenset[str]] = set()
    for each in entrants:
        if frozenset(each.bots) in seen:
            raise InputError("arena_entrant_twice", name=each.name)
        seen.add(frozenset(each.bots))
