"""With the real people and the lobby's terms, and not those made for these tests."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from canastra.protocol.commands import Say
from canastra.protocol.tables import TalkTerms
from canastra.server.chat import Chat
from canastra.server.users import Users
from tests.server.chat.chat_table import PLENTY, TABLE, Ear, before, hearers, place, run

pytestmark = pytest.mark.usefixtures("each_database")


def test_who_mutes_or_blocks_somebody_hears_nothing_from_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            people = Users(here.database, here.time, Random(1))
            talk = Chat(here.database, people.blocks, lambda table_id: TalkTerms(mode="free"), PLENTY, here.time)
            ana, bia, caio = [(await people.guest(name, "pt"))[0] for name in ("Ana", "Bia", "Caio")]
            moment = before((ana.player, bia.player))
            await people.blocks.add(bia, "mute", ana.player)
            await people.blocks.add(caio, "block", ana.player)
            ears = {each.player: Ear(each.player) for each in (ana, bia, caio)}
            for ear in ears.values():
                talk.room(TABLE).join(ear)
            said = await talk.say(ana, TABLE, Say("c1", text="oi"), moment)
            assert (said.line.name, said.line.seat) == ("Ana", 0)
            assert hearers(ears) == {ana.player}
            assert (await talk.described(TABLE, bia.player, moment)).lines == ()
            await people.blocks.remove(bia, "mute", ana.player)
            await talk.say(ana, TABLE, Say("c2", text="oi"), moment)
            assert hearers(ears) == {ana.player, bia.player}
            assert len((await talk.described(TABLE, bia.player, moment)).lines) == 2
            await people.close()

    run(main)
