"""Whatever is sent, at any stage: events that add up, or a refusal in words."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canastra import table as tables
from canastra.engine import parse_action
from canastra.rulebooks import OFFICIAL
from canastra.table import RefusalError, Stage, TimeControl, commands
from canastra.table.settings import NO_TARGET
from tests.table.hosting import Host

few = settings(max_examples=settings().max_examples // 5)
WORDS = ("draw", "take", "discard KD", "meld 4H 5H 6H", "lay 1 7H", "withdraw", "", "resign", "rematch", "greedy", "??")


def any_command(random: Random, host: Host) -> commands.Command:
    """A command of any kind with values that are often the right ones."""
    kind = random.choice(list(commands.KINDS.values()))
    step = host.table.step + random.choice([0, 0, 0, -1, 1])
    values = {
        "seat": random.choice([host.table.to_act or 0, *range(-1, host.players + 1)]),
        "step": step,
        "level": random.choice(["greedy", "?"]),
        "player": f"p{random.randrange(6)}",
        "name": random.choice(["Ana", ""]),
        "animal": random.choice(["", "owl"]),
        "pack": random.choice(["", "KD KD KD", " ".join(map(str, host.shuffled()))]),
        "fairness": random.choice([{}, {"secret": "00"}]),
        "commitment": random.choice(["0" * 64, ""]),
        "bytes": random.choice(["", "ab", "x"]),
        "stop": random.choice([False, False, True]),
        "waits": random.choice([False, True]),
        "action": random.choice(WORDS),
        "lost": random.choice([None, 0, 5_000, 10**9]),
        "absent": random.choice([host.table.to_act or 0, 1]),
        "offer": random.choice(["resign", "rematch", "resign", "draw"]),
    }
    if kind is commands.BotAct:
        values["action"] = parse_action(random.choice(WORDS[:6]))
    return kind(**{key: values[key] for key in kind.__dataclass_fields__})


def any_terms(random: Random, rulebook: str) -> dict[str, Any]:
    """Half the time what an event asks for."""
    if random.random() < 0.5:
        return {}
    packs = random.choice(["", "cup/1/2"])
    terms = {"arranged": random.random() < 0.5, "forfeits": random.random() < 0.5, "packs": packs, "matches": 3}
    return terms if rulebook == "canastra-duelo" else {**terms, "target": NO_TARGET, "deals": random.randrange(3)}


@pytest.mark.parametrize("rulebook", OFFICIAL)
@few
@given(seed=st.integers(0, 2**32))
def test_any_command_is_done_or_refused(rulebook: str, seed: int) -> None:
    random = Random(seed)
    clock = random.choice([TimeControl(), TimeControl(turn=3_000, bank=2_000, increment=100, grace=1_000, between=500)])
    host = Host(rulebook, seed, clock=clock, **any_terms(random, rulebook))
    host.seat_people(*random.sample(range(host.players), random.randrange(host.players + 1)))
    for _ in range(150):
        if host.table.stage is not Stage.FINISHED and random.random() < 0.5:
            with suppress(RefusalError):  # time may be over
                play(host)
        before = host.table
        try:
            host.send(any_command(random, host), later=random.randrange(800))
        except RefusalError:
            assert host.table is before
        for seat in (None, *range(host.players)):
            assert tables.snapshot(host.table, seat)["you"] == seat
    assert tables.rebuild(host.log) == host.table
    host.replayed()


def play(host: Host) -> None:
    need = tables.next_requirement(host.table, host.now)
    if need is not None and not (host.table.commitment and host.table.state is None):
        host.answer(need)
    elif host.table.to_act is not None:
        host.act(host.choice(host.table.to_act))
