"""Reading and replaying a record of twenty deals, every action judged."""

from __future__ import annotations

import random
import statistics
import time

from canastra.cards import TWO_PACKS
from canastra.engine import Phase, deal_out, legal_actions, start_match
from canastra.engine.match import Match
from canastra.records import Record, match_after, parse, record_deal, replay, write
from canastra.rulebooks import OFFICIAL, official

DEALS = 20
RUNS = 5


def long_match(name: str, seed: int, deals_played: int = DEALS) -> str:
    """The text of a random match with this number of deals, its target out of reach."""
    rulebook = official(name)
    rng = random.Random(seed)
    match: Match = start_match(rulebook, 0, target=10**9)
    deals = []
    for _ in range(deals_played):
        pack = list(TWO_PACKS)
        rng.shuffle(pack)
        recorder = record_deal(match, deal_out(pack, rulebook.table.players, match.dealer))
        while recorder.state.phase is not Phase.OVER:
            recorder = recorder.play_legal(rng.choice(legal_actions(recorder.state)))
        deals.append(recorder.deal)
        match = match_after(match, recorder.deal, recorder.state) or match
    names = tuple("ABCD"[: rulebook.table.players])
    return write(Record(rulebook, names, deals=tuple(deals), target=10**9))


def report() -> None:
    """Print the seconds for the slowest rulebook."""
    slowest = 0.0
    for name in OFFICIAL:
        if not official(name).match.target:
            continue
        text = long_match(name, 1)
        seconds = []
        for _ in range(RUNS):
            began = time.perf_counter()
            replay(parse(text))
            seconds.append(time.perf_counter() - began)
        slowest = max(slowest, statistics.median(seconds))
    print(f"Reading and replaying a record of {DEALS} random deals, slowest rulebook: {slowest:.2f} s")


if __name__ == "__main__":
    report()
