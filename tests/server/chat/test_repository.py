"""Lines are on the disk before they are delivered, numbered without gaps, each once; and after faults."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.protocol.commands import Say
from canastra.protocol.messages import Said, ServerMessage
from canastra.server.chat import Chat, ChatError
from canastra.server.chat.repository import READABLE
from canastra.server.chat.service import KEPT_FOR, SHOWN
from canastra.server.storage import Point, SqliteStore, UnavailableError
from tests.server.chat.chat_table import (
    DUEL,
    PAIRS,
    TABLE,
    Ear,
    author,
    before,
    between,
    during,
    hearers,
    place,
    refusal,
    run,
)
from tests.server.live.live_server import settle
from tests.server.storage.faults import crash_at


def test_everybody_hears_the_lines_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia", "eva")
            said = await asyncio.gather(*(here.say(who, before(DUEL), f"{n}") for n in range(20) for who in DUEL))
            assert sorted(each.line.n for each in said) == list(range(1, 41))
            for ear in ears.values():
                assert [line.n for line in ear.lines] == list(range(1, 41))
            assert await here.chat.excerpt(TABLE, 40) == tuple(ears["eva"].lines)

    run(main)


def test_each_table_has_numbers_of_its_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            await here.say("ana", before(DUEL))
            other = await here.chat.say(author("ana"), "t2", Say("x", text="oi"), before(DUEL))
            assert other.line.n == 1
            assert [line.n for line in ears["bia"].lines] == [1]
            assert (await here.say("ana", before(DUEL))).line.n == 2

    run(main)


def test_a_line_is_on_the_disk_before_anybody_hears_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            released = asyncio.Event()
            write = here.database.write

            async def slowly(work: object) -> object:
                await released.wait()
                return await write(work)  # type: ignore[arg-type]

            here.database.write = slowly  # type: ignore[assignment, method-assign]
            ears = here.enter("ana", "bia")
            task = asyncio.create_task(here.say("ana", before(DUEL)))
            await settle()
            assert not task.done()
            assert hearers(ears) == set()
            released.set()
            await task
            assert hearers(ears) == {"ana", "bia"}

    run(main)


def test_a_line_sent_again_gets_its_first_answer_and_is_not_delivered_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            first = await here.send("ana", between(PAIRS), Say("c1", text="oi"))
            await here.time.advance(5_000)
            for message in (Say("c1", text="oi"), Say("c1", text="outra"), Say("c1", preset="none such")):
                assert await here.send("ana", between(PAIRS), message) == first
            # The partners must be silent now.
            assert await here.send("ana", during(PAIRS), Say("c1", text="oi")) == first
            here.terms.talk = type(here.terms.talk)(mode="off")
            assert await here.send("ana", before(PAIRS), Say("c1", text="oi")) == first
            assert [len(ear.lines) for ear in ears.values()] == [1, 1]

    run(main)


def test_a_line_sent_twice_at_once_is_said_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("bia")
            moments = [between(PAIRS), between(PAIRS), during(PAIRS)]
            answers = await asyncio.gather(*(here.send("ana", each, Say("c1", text="oi")) for each in moments))
            assert [each.line.n for each in answers] == [1, 1, 1]
            assert len(ears["bia"].lines) == 1

    run(main)


def test_an_id_is_its_senders_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            first = await here.send("ana", before(DUEL), Say("c1", text="segredo"))
            second = await here.send("bia", before(DUEL), Say("c1", text="oi"))
            assert (first.line.n, second.line.n, second.line.text) == (1, 2, "oi")

    run(main)


def test_a_refused_line_may_be_said_later_under_its_id(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            assert await refusal(here.send("ana", during(PAIRS), Say("c1", text="oi"))) == "chat_partners_silent"
            assert (await here.send("ana", between(PAIRS), Say("c1", text="oi"))).line.n == 1

    run(main)


@pytest.mark.limit("reactions_remembered")
def test_a_reaction_sent_again_is_not_shown_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            first = here.react("ana", before(DUEL), "clap", "c1")
            await here.time.advance(1_000)
            assert here.react("ana", before(DUEL), "clap", "c1") == first
            here.react("bia", before(DUEL), "wow", "c1")
            assert [len(ear.heard) for ear in ears.values()] == [2, 2]
            for n in range(64):
                here.react("ana", before(DUEL), "clap", f"d{n}")
            assert here.react("ana", before(DUEL), "clap", "c1") != first  # Forgotten by then.

    run(main)


def test_after_a_restart_lines_and_ids_are_still_known(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            first = await here.send("ana", before(DUEL), Say("c1", text="primeira"))
            await here.send("bia", before(DUEL), Say("c1", preset="good_game"))
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            assert await here.send("ana", before(DUEL), Say("c1", text="primeira")) == first
            assert hearers(ears) == set()
            described = await here.chat.described(TABLE, "bia", before(DUEL))
            assert [(line.n, line.text, line.preset) for line in described.lines] == [
                (1, "primeira", None),
                (2, None, "good_game"),
            ]
            assert (await here.say("ana", before(DUEL))).line.n == 3

    run(main)


@pytest.mark.parametrize(
    ("point", "kept"), [(Point.BEFORE_APPEND, 0), (Point.BEFORE_COMMIT, 0), (Point.AFTER_COMMIT, 1)]
)
def test_when_the_store_fails_nothing_is_delivered(tmp_path: Path, point: Point, kept: int) -> None:
    """After a failure behind the commit it is unknown; sent again after the restart, the line is stored once in any
    case.
    """

    async def main() -> None:
        async with place(tmp_path / "a.db", hook=crash_at(point)) as here:
            ears = here.enter("ana", "bia")
            with pytest.raises(ChatError) as caught:
                await here.send("ana", before(DUEL), Say("c1", text="oi"))
            assert caught.value.code == "chat_failed"
            assert "a.db" not in caught.value.message("pt") + caught.value.message("en")
            assert hearers(ears) == set()
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            assert len(await here.chat.excerpt(TABLE)) == kept
            assert (await here.send("ana", before(DUEL), Say("c1", text="oi"))).line.n == 1
            assert len(await here.chat.excerpt(TABLE)) == 1
            assert hearers(ears) == (set() if kept else {"ana", "bia"})

    run(main)


def test_a_store_that_is_closed_is_told_by_a_code(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            await here.database.close()
            assert await refusal(here.say("ana", before(DUEL))) == "chat_failed"
            assert await refusal(here.say("ana", during(PAIRS))) == "chat_failed"
            assert await refusal(here.chat.described(TABLE, "ana", before(DUEL))) == "chat_failed"
            assert await refusal(here.chat.excerpt(TABLE)) == "chat_failed"

    run(main)


def test_a_line_whose_author_goes_is_delivered_all_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            task = asyncio.create_task(here.send("ana", before(DUEL), Say("c1", text="oi")))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await here.chat.drain()
            assert [line.text for line in ears["bia"].lines] == ["oi"]
            assert (await here.send("ana", before(DUEL), Say("c1", text="oi"))).line.n == 1
            assert len(ears["bia"].lines) == 1

    run(main)


def test_a_line_that_fails_after_its_author_went_troubles_nobody(tmp_path: Path) -> None:
    async def main() -> None:
        troubles: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: troubles.append(context))
        async with place(tmp_path / "a.db", hook=crash_at(Point.BEFORE_APPEND)) as here:
            task = asyncio.create_task(here.say("ana", before(DUEL)))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await here.chat.drain()
        assert troubles == []

    run(main)


@pytest.mark.limit("lines_shown")
def test_the_latest_lines_that_the_reader_may_see_are_described(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            for n in range(SHOWN + 3):
                await here.say("ana", between(DUEL), f"a{n}")
                await here.say("eva", between(DUEL), f"e{n}")
            assert await here.seen("bia", between(DUEL)) == [f"a{n}" for n in range(3, SHOWN + 3)]
            watched = await here.seen("fred", between(DUEL))
            assert (len(watched), watched[-2:]) == (SHOWN, [f"a{SHOWN + 2}", f"e{SHOWN + 2}"])

    run(main)


@pytest.mark.limit("lines_readable")
def test_no_more_than_the_latest_200_can_be_read_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            await here.say("ana", between(DUEL), "primeira")
            here.enter("bia")  # So the room stays, and holds its lines.
            for n in range(READABLE - 1):
                await here.say("eva", between(DUEL), f"e{n}")
            assert await here.seen("bia", between(DUEL)) == ["primeira"]
            await here.say("eva", between(DUEL), "mais uma")
            assert await here.seen("bia", between(DUEL)) == []
            assert [line.n for line in await here.chat.excerpt(TABLE)] == list(range(READABLE - 18, READABLE + 2))
        async with place(tmp_path / "a.db") as here:
            assert await here.seen("bia", between(DUEL)) == []

    run(main)


def test_an_excerpt_has_everything_whoever_may_see_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            await here.say("eva", during(PAIRS), "de fora")
            await here.say("ana", before(PAIRS), "de dentro")
            assert [line.text for line in await here.chat.excerpt(TABLE, 2)] == ["de fora", "de dentro"]
            assert [line.text for line in await here.chat.excerpt(TABLE, 1)] == ["de dentro"]
            assert await here.chat.excerpt("t2") == ()

    run(main)


def test_who_reads_and_joins_at_once_misses_nothing_and_hears_nothing_twice(tmp_path: Path) -> None:
    async def comes(talk: Chat, ear: Ear) -> list[int]:
        described = await talk.described(TABLE, ear.player, before(DUEL))
        talk.room(TABLE).join(ear)
        return [line.n for line in described.lines]

    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = [Ear(f"w{n}") for n in range(15)]
            coming, saying = [], []
            for n, ear in enumerate(ears):
                coming.append(asyncio.create_task(comes(here.chat, ear)))
                saying.append(asyncio.create_task(here.say("ana", before(DUEL), str(n))))
                await asyncio.sleep(0)
            await asyncio.gather(*saying)
            for ear, read in zip(ears, await asyncio.gather(*coming), strict=True):
                assert [*read, *(line.n for line in ear.lines)] == list(range(1, 16))

    run(main)


def test_a_line_said_while_others_are_read_is_not_missed(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            await here.say("ana", before(DUEL), "primeira")
            room, ear, released, read = here.chat.room(TABLE), Ear("bia"), asyncio.Event(), here.database.read

            async def slowly(work: object) -> object:
                found: object = await read(work)  # type: ignore[arg-type]
                await released.wait()
                return found

            async def comes() -> list[int]:
                described = await here.chat.described(TABLE, "bia", before(DUEL))
                room.join(ear)
                return [line.n for line in described.lines]

            here.database.read = slowly  # type: ignore[assignment, method-assign]
            coming = asyncio.create_task(comes())
            await settle()
            saying = asyncio.create_task(here.say("ana", before(DUEL), "segunda"))
            await settle()
            # All writes that don't wait for the gate are done.
            await here.database.write_sqlite(lambda connection: None)
            await settle()
            released.set()
            await saying
            assert [*await coming, *(line.n for line in ear.lines)] == [1, 2]
            assert await here.seen("bia", before(DUEL)) == ["primeira", "segunda"]

    run(main)


def test_rooms_that_nobody_is_in_are_dropped(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            rooms = here.chat._rooms
            ears = here.enter("ana", "bia")
            await here.say("ana", before(DUEL))
            assert len(rooms) == 1
            for ear in ears.values():
                here.chat.room(TABLE).leave(ear)
                here.chat.room(TABLE).leave(ear)
            await here.say("ana", before(DUEL))
            here.react("ana", before(DUEL))
            await here.chat.described(TABLE, "ana", before(DUEL))
            here.chat.room("t2")
            await settle()
            assert len(rooms) == 0
            assert [len(ear.heard) for ear in ears.values()] == [1, 1]

    run(main)


@pytest.mark.limit("lines_kept")
def test_old_lines_of_finished_tables_are_swept_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            store = SqliteStore(here.database)
            for table_id in ("live", "over"):
                await store.create(table_id, "{}")
            await store.set_live("over", False)
            for table_id in ("live", "over", "gone"):
                for n in range(2):
                    await here.chat.say(author("ana"), table_id, Say(f"c{n}", text="oi"), before(DUEL))
            await here.time.advance(KEPT_FOR)
            assert await here.chat.sweep() == 0
            await here.chat.say(author("ana"), "over", Say("late", text="tchau"), before(DUEL))
            await here.time.advance(1)
            assert await here.chat.sweep() == 4
            assert [line.n for line in await here.chat.excerpt("live")] == [1, 2]
            assert [line.n for line in await here.chat.excerpt("over")] == [3]
            assert await here.chat.excerpt("gone") == ()
            assert await here.chat.sweep() == 0

    run(main)


@pytest.mark.usefixtures("each_database")
def test_many_lines_are_swept_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canastra.server.chat.repository._AT_ONCE", 3)

    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            for _ in range(7):
                await here.say("ana", before(DUEL))
            await here.time.advance(KEPT_FOR + 1)
            assert await here.chat.sweep() == 7

    run(main)


def test_a_store_that_is_away_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:

            async def away(work: object) -> None:
                raise UnavailableError("gone")

            with monkeypatch.context() as patched:
                patched.setattr(here.database, "write", away)
                patched.setattr(here.database, "read", away)
                with pytest.raises(UnavailableError):
                    await here.send("ana", before(DUEL), Say("c1", text="oi"))
                with pytest.raises(UnavailableError):
                    await here.chat.described(TABLE, "ana", before(DUEL))
            assert (await here.send("ana", before(DUEL), Say("c1", text="oi"))).line.n == 1

    run(main)


def test_logs_have_nothing_of_what_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", hook=crash_at(Point.BEFORE_COMMIT, 2)) as here:
            await here.say("ana", before(DUEL), "palavras")
            assert await refusal(here.say("ana", before(DUEL), "palavras")) == "chat_failed"
            assert await refusal(here.say("ana", during(PAIRS), "palavras")) == "chat_partners_silent"

    with caplog.at_level(logging.DEBUG):
        run(main)
    assert "event=chat_failed table=t1 error=storage_fault" in caplog.text
    assert "palavras" not in caplog.text


SENT = st.lists(st.tuples(st.sampled_from(["ana", "bia", "eva"]), st.integers(0, 5)), max_size=30)


@given(SENT, st.integers(1, 5))
def test_however_often_lines_are_sent_each_is_said_once_to_everybody(
    tmp_path_factory: pytest.TempPathFactory, sent: list[tuple[str, int]], at_once: int
) -> None:
    async def main() -> None:
        async with place(tmp_path_factory.mktemp("talk") / "a.db") as here:
            ear = here.enter("fred")["fred"]
            answers: list[ServerMessage] = []
            for start in range(0, len(sent), at_once):
                some = sent[start : start + at_once]
                answers += await asyncio.gather(
                    *(here.send(who, between(DUEL), Say(f"c{key}", text=f"{who} {key}")) for who, key in some)
                )
            numbers: dict[tuple[str, int], int] = {}
            for (who, key), answer in zip(sent, answers, strict=True):
                assert isinstance(answer, Said)
                assert answer.line.text == f"{who} {key}"
                assert numbers.setdefault((who, key), answer.line.n) == answer.line.n
            assert sorted(numbers.values()) == list(range(1, len(set(sent)) + 1))
            assert [line.n for line in ear.lines] == list(range(1, len(set(sent)) + 1))

    run(main)
