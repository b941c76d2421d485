"""How much one person may say."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from canastra import messages
from canastra.protocol.commands import React, Say
from canastra.server.chat import Chat, ChatError
from canastra.server.limits import Rate
from canastra.server.settings import Caps
from canastra.server.users import BlockLists
from tests.server.chat.chat_table import DUEL, PAIRS, author, before, during, place, refusal, refused, run

CAPS = Caps(lines_of_person=Rate(burst=3, per_second=1 / 4))


@pytest.mark.limit("lines_of_person")
def test_who_says_too_much_is_told_how_long_to_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", caps=CAPS) as here:
            ears = here.enter("bia")
            await here.say("ana", before(DUEL))
            here.react("ana", before(DUEL))
            await here.say("ana", before(DUEL))
            await here.time.advance(500)
            with pytest.raises(ChatError) as caught:
                await here.say("ana", before(DUEL))
            assert (caught.value.code, caught.value.figures) == ("chat_too_fast", {"seconds": 4})
            assert "4 s" in messages.text("chat_too_fast", "pt", seconds=4)
            assert refused(here.react, "ana", before(DUEL)) == "chat_too_fast"
            await here.time.advance(3_400)
            with pytest.raises(ChatError) as caught:
                await here.say("ana", before(DUEL))
            assert caught.value.figures == {"seconds": 1}
            await here.time.advance(100)
            await here.say("ana", before(DUEL))
            assert await refusal(here.say("ana", before(DUEL))) == "chat_too_fast"
            assert len(ears["bia"].heard) == 4

    run(main)


def test_the_rate_is_of_a_person_at_all_tables_and_nobody_elses(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", caps=CAPS) as here:
            for n in range(3):
                await here.send("ana", before(DUEL), Say(f"c{n}", text="oi"))
            again = here.chat.say(author("ana"), "t2", Say("x", text="oi"), before(DUEL))
            assert await refusal(again) == "chat_too_fast"
            await here.say("bia", before(DUEL))

    run(main)


def test_what_is_refused_for_another_reason_costs_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", caps=CAPS) as here:
            for _ in range(5):
                assert await refusal(here.say("ana", during(PAIRS))) == "chat_partners_silent"
                assert await refusal(here.say("ana", before(PAIRS), " ")) == "chat_empty"
                assert refused(here.react, "ana", before(PAIRS), "none") == "chat_no_reaction"
            for _ in range(3):
                await here.say("ana", before(PAIRS))

    run(main)


def test_a_line_sent_again_gets_its_answer_though_it_comes_too_fast(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", caps=CAPS) as here:
            here.enter("bia")  # Reactions are remembered as long as the room has members.
            first = await here.send("ana", before(DUEL), Say("c1", text="oi"))
            reaction = here.react("ana", before(DUEL), "clap", "r1")
            for _ in range(5):
                assert await here.send("ana", before(DUEL), Say("c1", text="oi")) == first
                assert here.react("ana", before(DUEL), "clap", "r1") == reaction
            assert await refusal(here.say("ana", before(DUEL))) == "chat_too_fast"

    run(main)


def test_nobody_is_told_to_wait_for_no_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ticks = iter([0.0, 0.9, 2.0])  # The last one is that of the question how long to wait.
            caps = Caps(lines_of_person=Rate(1, 1))
            blocks = cast(BlockLists, here.friends)
            talk = Chat(here.database, blocks, lambda table_id: here.terms.talk, caps, here.time, lambda: next(ticks))
            who = author("ana")
            talk.react(who, "t1", React("c1", "clap"), before(DUEL))
            with pytest.raises(ChatError) as caught:
                talk.react(who, "t1", React("c2", "clap"), before(DUEL))
            assert caught.value.figures == {"seconds": 1}

    run(main)
