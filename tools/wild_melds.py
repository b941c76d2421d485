"""New melds of three cards with a wild, counted in deals of a level against itself: python -m tools.wild_melds

The classes are the levels as they were before they kept their wilds, for
``canastra arena --bots mestre,lavish=tools.wild_melds:LavishMestre``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from canastra import bots
from canastra.bots.heuristic import SoftmaxBot
from canastra.bots.levels import BUDGETS
from canastra.bots.player import Bot
from canastra.bots.search import SearchBot
from canastra.cards import TWO_PACKS
from canastra.engine import Ending, Phase, State, apply, deal_out, settle, start_deal, view
from canastra.engine.melds import SHORTEST
from canastra.rulebooks import Rulebook, official

SEED: Final = 3_000_000


class LavishIniciante(SoftmaxBot):
    """`iniciante` before."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "lavish-iniciante", 30.0)


class LavishIntermediario(SoftmaxBot):
    """`intermediario` before."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "lavish-intermediario", 8.0)


class LavishAvancado(SearchBot):
    """`avancado` before."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "lavish-avancado", BUDGETS["avancado"]._replace(wild_meld=0.0))


class LavishMestre(SearchBot):
    """`mestre` before."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "lavish-mestre", BUDGETS["mestre"]._replace(wild_meld=0.0))


LAVISH: Final[dict[str, Callable[[int], Bot]]] = {
    "iniciante": LavishIniciante,
    "intermediario": LavishIntermediario,
    "avancado": LavishAvancado,
    "mestre": LavishMestre,
}


class Counted(NamedTuple):
    """The results of some deals."""

    melds: int
    """New melds, as they were when their turn ended."""
    wasted: int
    """Those of three cards with a wild."""
    by_stock: int
    """Deals that ended with the stock."""


def count(rulebook: Rulebook, level: str, lavish: bool, deals: int) -> Counted:
    """Play some deals between bots of one level."""
    melds = wasted = by_stock = 0
    for number in range(deals):
        state = _dealt(rulebook, number)
        players = [LAVISH[level](seat) if lavish else bots.make(level, seat) for seat in range(len(state.hands))]
        while state.phase is not Phase.OVER:
            seat, turn, before = state.seat, state.turn, state.melds[state.side]
            while state.turn == turn and not state.ending:
                state = apply(state, players[seat].choose(view(state, seat)))
            new = state.melds[seat % 2][len(before) :]
            melds += len(new)
            wasted += sum(meld.has_wild and len(meld.cards) == SHORTEST for meld in new)
        by_stock += state.ending is Ending.STOCK
    return Counted(melds, wasted, by_stock)


def _dealt(rulebook: Rulebook, number: int) -> State:
    pack, players = list(TWO_PACKS), rulebook.table.players
    Random(SEED + number).shuffle(pack)
    dealer = number % players
    return settle(start_deal(rulebook, deal_out(pack, players, dealer), dealer))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("rulebooks", nargs="*", default=["tranca", "buraco"], metavar="RULEBOOK")
    parser.add_argument("--levels", nargs="*", default=[*LAVISH], metavar="LEVEL")
    parser.add_argument("--deals", type=int, default=24)
    asked = parser.parse_args()
    print("| rulebook | level | wilds | new melds | three cards with a wild | deals ended by the stock |")
    print("|---|---|---|---|---|---|")
    for name in asked.rulebooks:
        for level in asked.levels:
            for lavish in (True, False):
                found = count(official(name), level, lavish, asked.deals)
                share = f"{found.wasted} ({100 * found.wasted / max(found.melds, 1):.0f} %)"
                wilds = "before" if lavish else "kept"
                row = (
                    f"| `{name}` | `{level}` | {wilds} | {found.melds} | {share} | {found.by_stock} of {asked.deals} |"
                )
                print(row, flush=True)


if __name__ == "__main__":
    main()
