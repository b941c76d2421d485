"""Mistaken entries of an online tournament: their links open nothing."""

from __future__ import annotations

from pathlib import Path

from tests.server.http.http_server import problem
from tests.server.tournaments.online import Online, regulations, run


def test_the_links_of_an_entry_that_is_removed_lead_nowhere_even_once_another_has_entered(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        await event.come(4)
        (gone, other), tokens = (event.people[4, 1], event.people[4, 2]), await event.links()
        await event.organiser.done("side_removed", side=4)
        await event.organiser.done("enter", sides=[{"name": "Lado novo", "players": ["N1", "N2"]}])
        for browser in (gone, other):
            problem(await browser.get(f"{event.organiser.path}/player"), 404, "tournaments_no_player")
        links = await event.links()
        assert set(links) == {(side, player) for side in (1, 2, 3, 5) for player in (1, 2)}
        assert not {tokens[4, 1], tokens[4, 2]} & set(links.values())
        problem(
            await gone.post(f"{event.organiser.path}/player", json={"token": tokens[4, 1]}),
            403,
            "tournaments_player_link",
        )
        assert (await gone.post(f"{event.organiser.path}/player", json={"token": links[5, 1]})).status_code == 200

    run(tmp_path, regulations(), test)


def test_numbers_of_entries_that_were_revoked_are_not_given_again(tmp_path: Path) -> None:
    """Otherwise an old link would open the new entry."""

    async def test(event: Online) -> None:
        await event.enter(2)
        line = (await event.organiser.view())["line"]
        tokens = await event.links()
        await event.organiser.done("revoked", line=line, reason="engano")
        await event.organiser.done("enter", sides=[{"name": "Lado novo", "players": ["N1", "N2"]}])
        links = await event.links()
        assert set(links) == {(1, 1), (1, 2), (3, 1), (3, 2)}
        assert not {tokens[2, 1], tokens[2, 2]} & set(links.values())

    run(tmp_path, regulations(), test)
