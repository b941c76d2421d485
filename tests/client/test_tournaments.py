"""Programs run a tournament and play in it, by every route of the server for it."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from canastra.client import Client, ClientError
from canastra.protocol import tournaments as asked
from canastra.server.http.tournaments import OPERATIONS
from canastra.tournament import events as ev
from canastra.tournament.regulations import example_regulations
from tests.server.http.http_server import HOME, Server, run
from tests.server.tournaments.online import regulations

ONLINE = regulations(
    ('kind = "pairs"', 'kind = "players"'),
    ('rulebook = "buraco"', 'rulebook = "canastra-duelo"'),
    ("least = 4", "least = 2"),
    ("rounds = 2", "rounds = 1"),
    ("target = 300 ", "target = 0 "),
)


class Recording(httpx2.ASGITransport):
    """Records its requested routes."""

    asked: set[str] = set()  # noqa: RUF012 - shared by all clients of the test

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.add(f"{request.method} {request.url.path}")
        return await super().handle_async_request(request)


def programs_run_a_tournament_and_play_in_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        async def person(name: str) -> Client:
            client = Client(HOME, transport=Recording(server.app))
            await server.stack.enter_async_context(client)
            await client.account.guest(name)
            return client

        ana, rui, bia, leo = [await person(name) for name in ("Ana", "Rui", "Bia", "Leo")]
        events = ana.tournaments
        assert (await events.phones()).network is False
        assert "online-rounds" in {each.id for each in (await events.examples()).examples}
        assert (await events.read_regulations(ONLINE, "en")).rulebook == "canastra-duelo"
        made = await events.found(ONLINE, "first")
        assert (await events.found(ONLINE, "first")).id == made.id
        assert [each.id for each in (await events.list()).tournaments] == [made.id]
        read = await events.read_entries(made.id, b"nome\nBia\nLeo\n", headings=1)
        sides = tuple(each.side for each in read.lines if each.side is not None)
        assert (await events.do(made.id, asked.Enter(sides))).line == 3
        invited = await events.members.invite(made.id, "desk")
        desk = await rui.tournaments.members.join(made.id, invited.token)
        assert [each.role for each in (await events.members.list(made.id)).members] == ["organiser", "desk"]
        links = (await rui.tournaments.players.links(made.id)).links
        for client, link in zip((bia, leo), links, strict=True):
            assert (await client.tournaments.players.join(made.id, link.token)).side.name == link.name
        await events.members.remove(made.id, desk.player)
        for act in (asked.DrawPhase("5921"), asked.PairRound(), ev.RoundPublished(1, 1), ev.RoundStarted(1, 1)):
            await events.do(made.id, act)
        await server.context.tournaments.games.settled()
        mine = await bia.tournaments.players.mine(made.id)
        (game,) = (await events.players.games(made.id)).games
        assert mine.game == game.game
        assert game.stage == "waiting"
        view = await events.view(made.id, "en")
        assert view.phases[0].rounds[0].stage == "playing"
        assert (await events.file(made.id, "events.jsonl")).count(b"\n") == view.line
        assert (await events.print(made.id, "standings")).startswith(b"%PDF")

    run(tmp_path, test)


def phones_of_programs_at_tables_with_cards(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        client = Client(HOME, transport=Recording(server.app))
        await server.stack.enter_async_context(client)
        await client.account.guest("Ana")
        events = client.tournaments
        mistaken = await events.found(example_regulations("club-rounds"))
        await events.remove(mistaken.id, mistaken.name)
        assert (await events.list()).tournaments == ()
        made = await events.found(example_regulations("club-rounds"))
        sides = tuple(asked.NewSide(f"Dupla {each}", ("A", "B")) for each in range(12))
        await events.do(made.id, asked.Enter(sides))
        await events.do(made.id, asked.CheckIn(tuple(range(1, 13))))
        for act in (asked.DrawPhase("5921"), asked.PairRound(), ev.RoundPublished(1, 1)):
            await events.do(made.id, act)
        code = (await events.codes(made.id)).codes[0]
        assert (await events.open_table(made.id, code.token, True)).table == code.table
        assert (await events.table(made.id)).half == code.half
        assert b'"round_published"' in await events.public_file(made.id, "events.jsonl")
        with pytest.raises(ClientError) as refused:
            await events.players.links(made.id)
        assert refused.value.code == "tournaments_not_online"

    run(tmp_path, test)


def test_every_route_of_tournaments_has_a_method(tmp_path: Path) -> None:
    Recording.asked.clear()
    for work in (programs_run_a_tournament_and_play_in_it, phones_of_programs_at_tables_with_cards):
        folder = tmp_path / work.__name__
        folder.mkdir()
        work(folder)
    missing = [
        each.path for each in OPERATIONS if not any(_is_of(path, each.method, each.path) for path in Recording.asked)
    ]
    assert missing == []


def _is_of(asked_for: str, method: str, path: str) -> bool:
    found, _, where = asked_for.partition(" ")
    parts, known = where.split("/"), path.split("/")
    return (
        found == method
        and len(parts) == len(known)
        and all(one == other or other.startswith("{") for one, other in zip(parts, known, strict=True))
    )
