"""Writes positions of real deals for the browser client's tests: ``python -m tools.web_positions``.

Bots play deals by all five rulebooks. Of each kind of position that comes up the first few are kept: the state as the
seat to act sees it, and the server's answers about some of its cards. With ``--check`` it only says whether the file is
stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from canastra.bots import make
from canastra.cards import TWO_PACKS, Card, cards_text
from canastra.engine import (
    Discard,
    LayOff,
    NewMeld,
    Phase,
    Refuse,
    Shift,
    State,
    Take,
    View,
    Withdraw,
    apply,
    deal_out,
    options,
    settle,
    start_deal,
    start_match,
    view,
)
from canastra.rulebooks import OFFICIAL, Rulebook, official
from canastra.server.ws.queries import play_option

POSITIONS = Path(__file__).parents[1] / "web" / "src" / "table" / "play" / "choices" / "positions.json"
DEALS = 4
"""Tried for each rulebook."""
OF_A_KIND = 1
VULNERABLE = 1500


def kind(seen: View) -> str:
    """The features by which positions differ, to a hand's owner."""
    found = [seen.phase.value]
    legal = seen.legal
    found += [name for name, verb in (("take", Take), ("refuse", Refuse), ("shift", Shift), ("withdraw", Withdraw))
              if any(isinstance(action, verb) for action in legal)]  # fmt: skip
    if seen.phase is Phase.PLAY:
        lays = any(isinstance(action, LayOff) for action in legal)
        ends = any(isinstance(action, LayOff) and action.end for action in legal)
        melds = any(isinstance(action, NewMeld) for action in legal)
        found.append("ends" if ends else "lays" if lays else "melds" if melds else "nothing")
        if not any(isinstance(action, Discard) for action in legal):
            found.append("stuck")
    return " ".join(found)


def asked(seen: View) -> list[tuple[Card, ...]]:
    """Cards about which the server is asked: single ones, those of legal actions, some more of them, and none."""
    found = [seen.hand[:1], seen.hand[-1:], seen.hand[:2]]
    laid = [tuple(sorted(action.cards)) for action in seen.legal if isinstance(action, NewMeld | LayOff)]
    found += laid[:2] + laid[-1:]
    for one, other in combinations(laid[:6], 2):
        both = tuple(sorted({*one, *other}))
        if len(both) > max(len(one), len(other)):
            found.append(both)
            break
    return [cards for cards in dict.fromkeys(found) if cards]


def position(rulebook: str, seen: View) -> dict[str, Any]:
    """A position as the client has it, and the answers."""
    side = seen.seat % 2
    play = {
        "phase": seen.phase.value,
        "due": None if seen.due is None else str(seen.due),
        "hand": cards_text(seen.hand),
        "legal": [str(action) for action in seen.legal],
        "melds": [str(meld) for meld in seen.melds[side]],
        "minimum": seen.minimum[side],
        "points_laid": seen.points_laid,
    }
    answers = {}
    for cards in asked(seen):
        ways = [msgspec.to_builtins(play_option(option)) for option in options(seen, cards)]
        legal = [way for way in ways if way["fault"] is None]
        answers[cards_text(cards)] = {"ways": legal[:6], "faults": [way for way in ways if way["fault"]][:1]}
    return {"rulebook": rulebook, "kind": kind(seen), "play": play, "answers": answers}


def played(rulebook: Rulebook, seed: int) -> Iterator[View]:
    """The views of the seats to act while bots play a deal; one side is vulnerable if the rulebook has minimums."""
    random = Random(seed)
    pack = list(TWO_PACKS)
    random.shuffle(pack)
    players = rulebook.table.players
    points = (VULNERABLE, 0) if rulebook.vulnerability.minimums else (0, 0)
    match = start_match(rulebook, 0, points)
    state: State = settle(start_deal(rulebook, deal_out(pack, players=players, dealer=0), 0, match.opening))
    bots = [make("greedy" if seat % 2 else "random", seed + seat) for seat in range(players)]
    while state.phase is not Phase.OVER:
        seen = view(state, state.seat, match)
        yield seen
        state = apply(state, bots[state.seat].choose(seen))


def positions() -> list[dict[str, Any]]:
    """The first positions of each kind under each rulebook."""
    found = []
    for name in OFFICIAL:
        kinds: dict[str, int] = {}
        for seed in range(DEALS):
            for seen in played(official(name), seed):
                kinds[kind(seen)] = count = kinds.get(kind(seen), 0) + 1
                if count <= OF_A_KIND:
                    found.append(position(name, seen))
    return found


def text() -> str:
    """The file: a position a line, so that a change of one shows as one."""
    lines = (json.dumps(position, ensure_ascii=False, separators=(",", ":")) for position in positions())
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> int:
    """Writes the file, or says whether it is stale."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if the file is stale")
    wanted = text()
    if parser.parse_args().check:
        return int(not POSITIONS.is_file() or POSITIONS.read_text(encoding="utf-8") != wanted)
    POSITIONS.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
