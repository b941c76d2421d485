"""The process that is killed: plays at some tables of a database and prints each append as it is acknowledged.

``python -m tests.server.storage.crash_process FILE SEED [POINT NTH]``; with a point it kills itself there.

Lines are ``sent TABLE COMMAND COUNT NANOSECONDS`` before an append and ``done TABLE COMMAND SEQ NANOSECONDS`` after it.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time

from canastra.server.storage import Point, SqliteStore, TableExistsError
from canastra.server.storage.writer import no_hook
from tests.server.storage.faults import kill_at

TABLES = 4


def say(*words: object) -> None:
    sys.stdout.write(f"{' '.join(map(str, words))} {time.monotonic_ns()}\n")
    sys.stdout.flush()


async def play(store: SqliteStore, table: str, rng: random.Random) -> None:
    """Append for ever."""
    seq = len(await store.read(table)) + 1
    while True:
        count, command = rng.randint(1, 3), f"{rng.getrandbits(64):x}"
        say("sent", table, command, count)
        await store.append(table, seq, [f'"{command} {part}"' for part in range(count)], command, f'"{seq}"')
        say("done", table, command, seq)
        seq += count
        await asyncio.sleep(rng.choice((0, 0, 0.001)))


async def main() -> None:
    seed = int(sys.argv[2])
    hook = kill_at(Point(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 3 else no_hook
    store = SqliteStore.open(sys.argv[1], hook=hook)
    tables = [f"t{number}" for number in range(TABLES)]
    for table in tables:
        try:
            await store.create(table, "{}")
        except TableExistsError:
            continue
    say("open")
    await asyncio.gather(*(play(store, table, random.Random(f"{seed} {table}")) for table in tables))


if __name__ == "__main__":
    asyncio.run(main())
