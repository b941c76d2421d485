"""The rules of chat at each moment: the senders, their lines and the audience."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from canastra.protocol.commands import Say
from canastra.protocol.messages import Reacted, Said
from canastra.protocol.tables import Mode
from canastra.rulebooks import official
from canastra.server.chat import PRESETS, REACTIONS, TableSituation
from canastra.table import AddBots, Command, Sit, Stage, Table, decide, evolve, open_table, opening
from tests.server.chat.chat_table import (
    DUEL,
    PAIRS,
    Ear,
    before,
    between,
    during,
    hearers,
    place,
    refusal,
    refused,
    run,
)

EVERYBODY = (*PAIRS, "eva", "fred", "")
"""Four players, two spectators, and a spectator without a session."""
WATCHERS = {"eva", "fred", ""}
STAGES = {"before": before, "between": between, "during": during, "after": before}


@pytest.mark.parametrize("mode", ["presets", "free"])
@pytest.mark.parametrize("players", [DUEL, PAIRS], ids=["two", "four"])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("partners", [False, True], ids=["silent", "talking"])
def test_players_are_heard_by_everybody_but_partners_are_silent_during_a_deal(
    tmp_path: Path, mode: Mode, players: tuple[str, ...], stage: str, partners: bool
) -> None:
    moment = STAGES[stage](players)

    async def main() -> None:
        async with place(tmp_path / "a.db", mode, partners) as here:
            ears = here.enter(*players, "eva", "")
            messages = [Say("c1", preset="good_game")] + ([Say("c2", text="oi")] if mode == "free" else [])
            for message in messages:
                if stage == "during" and len(players) == 4 and not partners:
                    assert await refusal(here.send("bia", moment, message)) == "chat_partners_silent"
                    assert hearers(ears) == set()
                else:
                    said = await here.send("bia", moment, message)
                    assert (said.line.seat, said.line.player, said.line.name) == (1, "bia", "Bia")
                    assert (said.line.text, said.line.preset) == (message.text, message.preset)
                    assert hearers(ears) == {*players, "eva", ""}

    run(main)


@pytest.mark.parametrize("players", [DUEL, PAIRS], ids=["two", "four"])
@pytest.mark.parametrize("partners", [False, True], ids=["silent", "talking"])
@pytest.mark.parametrize(
    ("stage", "reaches_players"), [("before", True), ("between", False), ("during", False), ("after", True)]
)
def test_spectators_reach_the_players_only_while_no_match_runs(
    tmp_path: Path, players: tuple[str, ...], partners: bool, stage: str, reaches_players: bool
) -> None:
    moment = STAGES[stage](players)
    expected = WATCHERS | set(players) if reaches_players else WATCHERS

    async def main() -> None:
        async with place(tmp_path / "a.db", "free", partners) as here:
            ears = here.enter(*players, *WATCHERS)
            said = await here.say("eva", moment, "xi…")
            assert said.line.seat is None
            assert hearers(ears) == expected
            for player, ear in ears.items():
                assert await here.seen(player, moment) == (["xi…"] if player in expected else [])
                ear.heard.clear()
            here.react("eva", moment)
            assert hearers(ears) == expected

    run(main)


def test_what_spectators_said_during_a_match_is_not_shown_to_players_after_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            await here.say("eva", during(PAIRS), "a Bia tem o dois")
            await here.say("eva", before(PAIRS), "bom jogo")
            assert await here.seen("ana", before(PAIRS)) == ["bom jogo"]
            assert await here.seen("fred", before(PAIRS)) == ["a Bia tem o dois", "bom jogo"]

    run(main)


def test_a_player_who_watches_from_another_window_is_a_player_there_too(tmp_path: Path) -> None:
    """Otherwise partners could talk during a deal as spectators, or be helped by them."""

    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            second = Ear("caio")
            here.chat.room("t1").join(second)
            assert await refusal(here.say("ana", during(PAIRS), "eu tenho", second)) == "chat_partners_silent"
            await here.say("eva", during(PAIRS))
            here.react("ana", during(PAIRS))
            assert second.heard == []

    run(main)


@pytest.mark.parametrize(
    ("moment", "partners", "without"),
    [
        (during(PAIRS), False, {"caio"}),
        (during(PAIRS), True, set()),
        (between(PAIRS), False, set()),
        (before(PAIRS), False, set()),
        (during(DUEL), False, set()),
        (during(("ana", "bia", "", "davi")), False, set()),
    ],
    ids=["deal", "talking partners", "between deals", "no match", "two players", "a bot for a partner"],
)
def test_a_reaction_during_a_deal_does_not_reach_the_partner(
    tmp_path: Path, moment: TableSituation, partners: bool, without: set[str]
) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", "presets", partners) as here:
            people = {player for player in moment.players if player} | WATCHERS
            ears = here.enter(*people)
            here.react("ana", moment, "wow")
            assert hearers(ears) == people - without

    run(main)


def test_a_reaction_tells_who_and_only_its_author_the_id(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            ears = here.enter("ana", "bia")
            answer = here.react("ana", before(DUEL), "coffee", "r1")
            assert answer == Reacted(here.time.now(), "ana", "Ana", "coffee", 0, "r1")
            assert ears["ana"].heard == [answer]
            assert ears["bia"].heard == [Reacted(here.time.now(), "ana", "Ana", "coffee", 0)]

    run(main)


def test_with_talk_off_nothing_is_said(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", "off", partners=True) as here:
            ears = here.enter(*EVERYBODY)
            for player in ("ana", "eva"):
                assert await refusal(here.say(player, before(PAIRS))) == "chat_off"
                assert await refusal(here.send(player, before(PAIRS), Say("p", preset="thanks"))) == "chat_off"
                assert refused(here.react, player, before(PAIRS)) == "chat_off"
            assert hearers(ears) == set()
            described = await here.chat.described("t1", "ana", before(PAIRS))
            assert (described.mode, described.presets, described.reactions, described.lines) == ("off", (), (), ())

    run(main)


def test_what_may_be_said_is_described(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", "presets", partners=True) as here:
            described = await here.chat.described("t1", "ana", before(PAIRS))
            assert (described.mode, described.partners) == ("presets", True)
            assert (described.presets, described.reactions) == (PRESETS, REACTIONS)

    run(main)


@pytest.mark.parametrize(
    ("mode", "message", "code"),
    [
        ("presets", Say("c", text="oi"), "chat_presets_only"),
        ("presets", Say("c", preset="bom jogo"), "chat_no_preset"),
        ("free", Say("c", preset="clap"), "chat_no_preset"),
        ("free", Say("c"), "chat_one_of"),
        ("free", Say("c", text="oi", preset="thanks"), "chat_one_of"),
        ("free", Say("c", text=" \u202e"), "chat_empty"),
        ("free", Say("c", text="x" * 201), "chat_too_long"),
    ],
)
def test_what_is_no_line_reaches_nobody(tmp_path: Path, mode: Mode, message: Say, code: str) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db", mode) as here:
            ears = here.enter(*EVERYBODY)
            assert await refusal(here.send("ana", before(PAIRS), message)) == code
            assert await here.chat.excerpt("t1") == ()
            assert hearers(ears) == set()

    run(main)


def test_a_reaction_is_one_of_the_set(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            for wrong in ("", "good_game", "👏", "CLAP"):
                assert refused(here.react, "ana", before(DUEL), wrong) == "chat_no_reaction"

    run(main)


def test_who_hushed_the_author_hears_and_reads_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            here.friends.of["bia"].add("ana")
            ears = here.enter("ana", "bia", "eva")
            await here.say("ana", before(DUEL), "primeira")
            here.react("ana", before(DUEL))
            assert hearers(ears) == {"ana", "eva"}
            await here.say("bia", before(DUEL), "segunda")
            assert [line.text for line in ears["ana"].lines] == ["primeira", "segunda"]
            assert await here.seen("bia", before(DUEL)) == ["segunda"]
            here.friends.of["bia"].clear()
            assert await here.seen("bia", before(DUEL)) == ["primeira", "segunda"]

    run(main)


def test_nobody_hushes_oneself(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            here.friends.of["ana"].add("ana")
            ears = here.enter("ana")
            await here.say("ana", before(DUEL))
            assert hearers(ears) == {"ana"}
            assert await here.seen("ana", before(DUEL)) == ["oi"]

    run(main)


def test_the_socket_that_sent_is_answered_and_gets_no_copy(tmp_path: Path) -> None:
    async def main() -> None:
        async with place(tmp_path / "a.db") as here:
            first, second, other = Ear("ana"), Ear("ana"), Ear("bia")
            for ear in (first, second, other):
                here.chat.room("t1").join(ear)
            answer = await here.send("ana", before(DUEL), Say("c1", text="oi"), first)
            assert (answer.id, answer.line.text) == ("c1", "oi")
            assert (first.heard, second.heard, other.heard) == ([], [answer], [Said(answer.line)])

    run(main)


def seated(rulebook: str, people: int) -> Table:
    """A table with people on its first seats, and bots on the others."""
    rules = official(rulebook)
    table = open_table(opening(rules, "m1", 1), official)
    commands: list[Command] = [Sit(seat, f"p{seat}", "Ana") for seat in range(people)]
    for command in commands + [AddBots("greedy")] * (people < rules.table.players):
        for event in decide(table, command, 2):
            table = evolve(table, event)
    return table


@pytest.mark.parametrize(("rulebook", "people"), [("canastra-duelo", 2), ("buraco", 4), ("tranca", 3)])
def test_a_moment_is_read_off_the_table(rulebook: str, people: int) -> None:
    table = seated(rulebook, people)
    sizes = len(table.seats)
    players = tuple(f"p{seat}" for seat in range(people)) + ("",) * (sizes - people)
    expected = {
        Stage.SEATING: (False, False),
        Stage.DRAWING: (True, False),
        Stage.GATHERING: (True, False),
        Stage.PLAYING: (True, True),
        Stage.FINISHED: (False, False),
    }
    for stage, (match, deal) in expected.items():
        moment = TableSituation.of(structs.replace(table, stage=stage))
        assert (moment.players, moment.match, moment.deal) == (players, match, deal)
    moment = TableSituation.of(table)
    assert [moment.seat_of(player) for player in ("p0", "p1", "eva", "")] == [0, 1, None, None]
    assert moment.partner_of("p0") == ("p2" if sizes == 4 else "")
    assert moment.partner_of("eva") == moment.partner_of("") == ""
