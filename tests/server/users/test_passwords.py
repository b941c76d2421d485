"""Threads for passwords: the addresses take turns, known callers first, and no address holds them all."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest
from argon2 import PasswordHasher

from canastra.server.users import UsersError
from canastra.server.users.passwords import ANYWHERE, FOR_STRANGERS, NICER, WAITING, CallerOrigin, Hasher, Queue
from tests.server.users.people import PASSWORD, CountingHasher, refused, until

EVIL = "203.0.113.5"
KNOWN = CallerOrigin("192.0.2.7", known=True)


class Counter:
    """A queue for one place, and in which order it was given."""

    def __init__(self, most: int = WAITING) -> None:
        self.queue = Queue(1, most)
        self.served: list[str] = []
        self.refused: list[str] = []

    async def come(self, name: str, source: CallerOrigin) -> None:
        try:
            await self.queue.enter(source)
        except UsersError:
            self.refused.append(name)
        else:
            self.served.append(name)

    async def all_come(self, *callers: tuple[str, CallerOrigin]) -> list[asyncio.Task[None]]:
        """They come one after the other, and wait; the first gets the place."""
        tasks = []
        for name, source in callers:
            tasks.append(asyncio.create_task(self.come(name, source)))
            await asyncio.sleep(0)
        return tasks

    async def serve(self, times: int) -> list[str]:
        """The next callers, in order."""
        before = len(self.served)
        for _ in range(times):
            self.queue.leave()
            await asyncio.sleep(0)
        return self.served[before:]


def test_addresses_take_turns() -> None:
    async def main() -> None:
        counter = Counter()
        evil = [(f"evil{number}", CallerOrigin(EVIL)) for number in range(5)]
        await counter.all_come(*evil, ("bia", CallerOrigin("192.0.2.1")), ("caio", CallerOrigin("192.0.2.2")))
        assert await counter.serve(6) == ["evil1", "bia", "caio", "evil2", "evil3", "evil4"]

    asyncio.run(main())


@pytest.mark.limit("passwords_waiting")
def test_who_asks_most_makes_room_for_others() -> None:
    """A school behind one address may have all places, as long as no other caller wants one."""

    async def main() -> None:
        counter = Counter()
        school = [(f"school{number}", CallerOrigin("192.0.2.9")) for number in range(1 + WAITING)]
        await counter.all_come(*school)
        assert counter.refused == []
        await counter.all_come(("bia", CallerOrigin("192.0.2.1")), ("late", CallerOrigin("192.0.2.9")))
        assert counter.refused == [f"school{WAITING}", "late"]
        assert await counter.serve(2) == ["school1", "bia"]

    asyncio.run(main())


def test_known_callers_come_before_any_number_of_strangers() -> None:
    async def main() -> None:
        counter = Counter()
        strangers = [(f"stranger{number}", CallerOrigin(f"198.51.100.{number}")) for number in range(100)]
        await counter.all_come(*strangers)
        assert len(counter.refused) == 100 - 1 - WAITING
        await counter.all_come(("ana", KNOWN))
        served = await counter.serve(2)
        assert "ana" in served
        assert "ana" not in counter.refused

    asyncio.run(main())


def test_strangers_have_turns_beside_any_number_of_known_callers() -> None:
    async def main() -> None:
        counter = Counter()
        known = [(f"known{number}", CallerOrigin(f"198.51.100.{number}", known=True)) for number in range(WAITING)]
        await counter.all_come(*known, ("bia", CallerOrigin("192.0.2.1")))
        assert "bia" in await counter.serve(FOR_STRANGERS)

    asyncio.run(main())


def test_who_leaves_the_queue_gives_its_turn_on() -> None:
    async def main() -> None:
        counter = Counter()
        first, second, third = await counter.all_come(
            ("a", CallerOrigin("1")), ("b", CallerOrigin("2")), ("c", CallerOrigin("3"))
        )
        second.cancel()
        assert await counter.serve(1) == ["c"]
        await asyncio.gather(first, third)
        fourth = (await counter.all_come(("d", CallerOrigin("4"))))[0]
        counter.queue.leave()
        fourth.cancel()  # With the place just given.
        await asyncio.sleep(0)
        await counter.all_come(("e", CallerOrigin("5")))
        assert counter.served[-1] == "e"
        assert counter.queue._known == counter.queue._strangers == {}

    asyncio.run(main())


def test_known_callers_get_a_thread_while_strangers_hold_the_queue() -> None:
    async def main() -> None:
        counting = CountingHasher()
        hasher = Hasher(counting)
        hashed = await hasher.hash(PASSWORD)
        counting.go_on.clear()
        strangers = [
            asyncio.create_task(hasher.fits(None, PASSWORD, CallerOrigin(f"198.51.100.{number}")))
            for number in range(400)
        ]
        await until(lambda: counting.present == 2)
        await refused(hasher.fits(None, PASSWORD, CallerOrigin("198.51.101.1")), "users_busy", 429)
        ana = asyncio.create_task(hasher.fits(hashed, PASSWORD, KNOWN))
        await asyncio.sleep(0)
        counting.go_on.set()
        assert await ana
        assert sum(not each.done() for each in strangers) > WAITING // 2, "known callers don't wait for all of them"
        done = await asyncio.gather(*strangers, return_exceptions=True)
        assert done.count(False) == 2 + WAITING
        await hasher.close()

    asyncio.run(main())


def test_closing_waits_for_those_who_wait() -> None:
    async def main() -> None:
        hasher = Hasher(CountingHasher())
        waiting = [asyncio.create_task(hasher.hash(PASSWORD, CallerOrigin(str(number)))) for number in range(6)]
        await asyncio.sleep(0)
        await hasher.close()
        assert all(each.startswith("$argon2id$") for each in await asyncio.gather(*waiting))

    asyncio.run(main())


def test_hashing_steps_back_behind_the_thread_that_serves() -> None:
    async def main() -> None:
        hasher = Hasher(PasswordHasher(1, 8, 1))
        niceness = await hasher._run(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()), ANYWHERE)
        assert niceness == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICER)
        await hasher.close()

    asyncio.run(main())
