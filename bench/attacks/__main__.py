"""Attacks beside honest people: ``python -m bench.attacks [NAME …] [--tree PATH] [--seconds N] [--together]``.

Every attack is tried on a server of its own with the caps as they are by default; `nothing` is the same without any.
The server is `canastra serve` of the tree that is named, which needs an environment in ``.venv``: an older version is
measured by the same command. Honest people come from addresses of their own, through a proxy that is believed;
attackers run in processes of their own that step back behind the others (`--nice`). See docs/lab/security.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from bench.attacks.people import People, Tally
from bench.attacks.process import Server
from bench.attacks.ways import WAYS
from bench.serving.crowd import Plain

NOTHING = "nothing"
MEGABYTE = 1024 * 1024
ROOT = Path(__file__).parents[2]


@dataclass
class Scene:
    """How many honest people there are, what they do, and for how long."""

    tables: int = 50
    with_bots: int = 5
    rate: float = 50
    """Actions a second at all tables of people."""
    seconds: float = 20
    prepare: float = 12
    """Seconds of play that make the finished matches."""
    warm: float = 3
    """Seconds of play, four times as fast, before memory is looked at and the attack begins."""
    pace: float = 1
    """Of the attackers: 0.5 halves their rates."""
    nice: int = 19
    """How far the attackers step back, so that what they need themselves isn't measured as the server's delay."""


@dataclass
class Outcome:
    """The outcome of an attack."""

    spent: dict[str, Plain]
    """By attack, what it cost the attacker."""
    tally: Tally
    memory: list[int]
    """Bytes of the server: before the attack, the most seen during it, some seconds after."""
    memory_of_children: int
    cpu: float
    """Share of one core that the server and its processes used."""
    disk: int
    """Bytes by which its files have grown."""
    stuck: int
    status: int | None
    """Of the server's end after it was told to stop; None if it had to be killed."""
    samples: list[int] = field(default_factory=list)
    """The server's bytes, twice a second."""


async def attack(names: Sequence[str], tree: Path, scene: Scene) -> Outcome:
    """One or more attacks at once on a new server."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(tree, Path(folder))
        people = People(server.port, scene.tables, scene.with_bots)
        await asyncio.to_thread(server.start)
        try:
            given = await people.prepare(scene.prepare)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            await people.enter()
            await people.warm(scene.rate * 4, scene.warm)
            return await _attacked(names, server, people, scene, given)
        finally:
            await people.leave()
            await asyncio.to_thread(server.stop)


async def _attacked(names: Sequence[str], server: Server, people: People, scene: Scene, given: Plain) -> Outcome:
    gc.collect()
    gc.freeze()  # The crowd's own collections would be measured as the server's delays.
    samples = [server.memory()]
    cpu, disk = server.cpu(), server.disk()
    attackers = [await _begun(name, server.port, scene, given) for name in names]
    sampling = asyncio.create_task(_sample(server, samples))
    try:
        await people.play(scene.rate, scene.seconds + 1)
        children, used = server.memory_of_children(), (server.cpu() - cpu) / (scene.seconds + 1)
        spent = [await _cost(attacker) for attacker in attackers]
    finally:
        await _end(attackers)
    await asyncio.sleep(2)
    sampling.cancel()
    stuck, grown, after = people.stuck(), server.disk() - disk, server.memory()
    status = await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    memory = [samples[0], max(samples), after]
    by_name = dict(zip(names, spent, strict=True))
    return Outcome(by_name, people.tally, memory, children, used, grown, stuck, status, samples)


async def _begun(name: str, port: int, scene: Scene, given: Plain) -> asyncio.subprocess.Process:
    command = ["-m", "bench.attacks.attacker", name, str(port), str(scene.seconds), "--pace", str(scene.pace)]
    # `nice` from the first moment: 15 interpreters that start together would be measured as the server's delay.
    return await asyncio.create_subprocess_exec(
        "nice",
        "-n",
        str(scene.nice),
        sys.executable,
        *command,
        "--given",
        json.dumps(given),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )


async def _cost(attacker: asyncio.subprocess.Process) -> Plain:
    """The cost of an attack, once it has ended. Raises `TimeoutError` if it doesn't end."""
    async with asyncio.timeout(60):
        said, _ = await attacker.communicate()
    found: Plain = json.loads(said)
    return found


async def _end(attackers: Sequence[asyncio.subprocess.Process]) -> None:
    """Kill the attackers that still run, and wait for them: a loop with running processes can't be closed."""
    for attacker in attackers:
        with suppress(ProcessLookupError):
            attacker.kill()
    await asyncio.gather(*(attacker.wait() for attacker in attackers))


async def _sample(server: Server, samples: list[int]) -> None:
    while True:
        await asyncio.sleep(0.5)
        samples.append(server.memory())


def quantile(seconds: Sequence[float], share: float) -> float:
    """Milliseconds."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))] * 1000 if seconds else float("nan")


def told(name: str, outcome: Outcome, scene: Scene) -> str:
    """The outcome of an attack, in some lines."""
    lines = [f"{name}"]
    for attacker, spent in outcome.spent.items():
        answers = ", ".join(f"{status}: {times}" for status, times in spent.get("answers", {}).items())
        lines.append(
            f"  {attacker}: {spent['connections']} connections, {spent['requests']} requests, "
            f"{spent['sent'] / MEGABYTE:.1f} MB sent, let pass {spent['done']}, refused {spent['refused']}, "
            f"cut {spent['cut']}{f' ({answers})' if answers else ''}"
        )
    for kind, seconds in outcome.tally.seconds.items():
        shares = (("p50", 0.5), ("p99", 0.99), ("max", 1))
        figures = ", ".join(f"{label} {quantile(seconds, share):.0f}" for label, share in shares)
        lines.append(f"  honest {kind} ({len(seconds)}): {figures} ms")
    before, most, after = (size / MEGABYTE for size in outcome.memory)
    lines.append(
        f"  server: {before:.0f} MB before, {most:.0f} at most, {after:.0f} after, "
        f"{outcome.memory_of_children / MEGABYTE:.0f} beside it, {outcome.cpu:.0%} of a core, "
        f"disk +{outcome.disk / MEGABYTE:.2f} MB in {scene.seconds:.0f} s, exit status {outcome.status}"
    )
    tenth = max(1, len(outcome.samples) // 10)
    course = ", ".join(f"{sample / MEGABYTE:.0f}" for sample in outcome.samples[::tenth])
    lines.append(f"  server's memory from tenth to tenth: {course} MB")
    refused = ", ".join(f"{what} × {times}" for what, times in outcome.tally.refused.items()) or "nothing"
    lines.append(f"  honest people refused: {refused}; seats taken {outcome.tally.taken}; tables stuck {outcome.stuck}")
    return "\n".join(lines)


def run(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run with uvloop where there is one."""
    if sys.platform == "win32":
        return asyncio.run(work)
    import uvloop

    return uvloop.run(work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {NOTHING}, {', '.join(WAYS)}; all without")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--together", action="store_true", help="all at once, on one server")
    for option in fields(Scene):
        kind = int if option.type == "int" else float
        parser.add_argument(f"--{option.name.replace('_', '-')}", type=kind, default=option.default)
    options = vars(parser.parse_args())
    names, tree, together = options.pop("names") or [NOTHING, *WAYS], options.pop("tree"), options.pop("together")
    scene = Scene(**options)
    if together:
        print(told("together", run(attack([name for name in names if name in WAYS], tree, scene)), scene), flush=True)
        return
    for name in names:
        try:
            print(told(name, run(attack([name] if name != NOTHING else [], tree, scene)), scene), flush=True)
        except (OSError, RuntimeError, TimeoutError) as error:
            print(f"{name}: failed: {error!r}", flush=True)


if __name__ == "__main__":
    main()
