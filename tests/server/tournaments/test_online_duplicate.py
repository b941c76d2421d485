"""A duplicate round online: all tables play the same packs, which stay secret until it is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.cards import UNKNOWN, cards_text
from canastra.engine import deal_out
from canastra.fairness import shared_commitments, shared_pack
from canastra.records import parse, replay
from canastra.server.live.shuffles import SecretStore
from canastra.table import Stage, Table
from canastra.tournament import load_log
from canastra.tournament.events import DealsResult, GamePlayed, PacksOpened, PacksSealed, RoundPublished
from canastra.tournament.results import compared_points
from canastra.tournament.verifier import check_tournament
from tests.server.http.http_server import problem
from tests.server.moderation.office import act, acted, id_of, with_role
from tests.server.tournaments.online import Online, regulations, run
from tests.server.tournaments.test_games import files

pytestmark = pytest.mark.slow

DEALS = 2


def duplicate() -> str:
    """Two deals a round at the same packs, for four pairs and more."""
    text = regulations(("least = 12", "least = 4"), ("number = 4", f"number = {DEALS}"), example="duplicate")
    terms = regulations().partition("[online]")[2].replace('packs = "own"', 'packs = "same"')
    return f"{text}\n[online]{terms}"


async def begun(event: Online) -> list[str]:
    """Two tables that play the same packs."""
    await event.begins()
    return sorted({await event.game(side) for side in range(1, 5)})


def dealt(table: Table) -> list[object]:
    """The deals of a table, one by one."""
    return [(deal.dealer, deal.piles) for deal in table.deals]


def test_all_tables_play_the_same_packs(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        one, two = await begun(event)
        played = [await event.play(game) for game in (one, two)]
        assert [len(table.deals) for table in played] == [DEALS, DEALS]
        assert dealt(played[0]) == dealt(played[1])
        assert len({str(each) for each in dealt(played[0])}) == DEALS, "each deal has cards of its own"
        await event.organiser.done("round_closed", phase=1, round=1)
        log = load_log((await files(event))[1])
        events = [each.event for each in log]
        (sealed,) = (each for each in events if isinstance(each, PacksSealed))
        (opened,) = (each for each in events if isinstance(each, PacksOpened))
        (published,) = (each for each in events if isinstance(each, RoundPublished))
        assert events.index(sealed) < events.index(published) < events.index(opened)
        assert shared_commitments(sealed.packs, opened.secrets) == sealed.commitments
        for number, secret in enumerate(opened.secrets, 1):
            deal = played[0].deals[number - 1]
            assert deal_out(shared_pack(sealed.packs, number, bytes.fromhex(secret)), 4, deal.dealer) == deal.piles
        results = {each.table: each.result for each in events if isinstance(each, GamePlayed)}
        scores = {number: each.deals for number, each in results.items() if isinstance(each, DealsResult)}
        assert [len(each) for each in scores.values()] == [DEALS, DEALS]
        for table in played:
            assert table.match is not None
            assert [sum(column) for column in zip(*_scores_of(table, scores), strict=True)] == list(table.match.points)
        points = {
            each["table"]: each["points"] for each in (await event.organiser.view())["phases"][0]["rounds"][0]["tables"]
        }
        assert points == {table: list(each) for table, each in compared_points(scores, 2, DEALS).items()}
        assert check_tournament(*await files(event)) == ()

    run(tmp_path, duplicate(), test)


def _scores_of(table: Table, scores: dict[int, tuple[tuple[int, int], ...]]) -> tuple[tuple[int, int], ...]:
    assert table.match is not None
    total = table.match.points
    return next(each for each in scores.values() if tuple(map(sum, zip(*each, strict=True))) == total)


def test_another_round_has_other_packs(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        seen = []
        games = await begun(event)
        for number in (1, 2):
            for game in games:
                await event.play(game)
            seen += [str(each) for each in dealt(await event.table(games[0]))]
            if number == 1:
                await event.organiser.done("round_closed", phase=1, round=1)
                await event.round(2)
                games = sorted({await event.game(side) for side in range(1, 5)})
        assert len(set(seen)) == 2 * DEALS

    run(tmp_path, duplicate(), test)


def test_nobody_sees_the_packs_before_the_round_is_over(tmp_path: Path) -> None:
    """One table is over, the other one is to play the same cards: no file, record, card or list has them."""

    async def test(event: Online) -> None:
        one, two = await begun(event)
        over = await event.play(one)
        assert over.stage is Stage.FINISHED
        kept = SecretStore.of(event.server.context.lobby.registry.services)
        packs = over.settings.packs
        secrets = [(await kept.secret("", deal, packs)).hex() for deal in range(1, DEALS + 1)]
        hidden = {*secrets, cards_text(over.deals[0].piles.stock[:12])}
        stranger = await event.server.guest("Rui")
        organiser = event.organiser.browser
        (waiting, *_) = [person for (side, _), person in event.people.items() if await event.game(side) == two]
        for browser in (stranger, organiser, waiting):
            for game in (one, two):
                answer = await browser.get(f"/api/tables/{game}/record")
                if browser is not waiting or game == one:
                    problem(answer, 403, "lobby_sealed")
            for path in (
                event.organiser.path,
                f"{event.organiser.path}/games",
                f"{event.organiser.path}/files/events.jsonl",
                f"/api/tables/{one}",
                "/api/tables?state=running",
            ):
                answer = await browser.get(path)
                assert not any(each in answer.text for each in hidden), path
            cards = (await browser.get(f"{event.organiser.path}/games")).json()["games"]
            assert [each["game"] for each in cards] == ["", ""]
        refused = await stranger.get(f"/api/tables/{one}/record")
        problem(refused, 403, "lobby_sealed")
        await event.play(two)
        await event.organiser.done("round_closed", phase=1, round=1)
        await event.settled()
        shown = await stranger.get(f"/api/tables/{one}/record")
        assert shown.status_code == 200
        assert not any(each in shown.text for each in secrets), "the record has the commitment alone"

    run(tmp_path, duplicate(), test)


def _is_secret(text: str, table: Table, seat: int) -> list[str]:
    """The piles of a table that a text gives away to a seat: others' hands, mortos it did not take, the stock."""
    found = []
    for deal in table.deals:
        for owner, hand in enumerate(deal.piles.hands):
            if owner != seat and cards_text(hand) in text:
                found.append(f"hand {owner}")
        took = any(line.seat == seat and "morto" in str(line) for line in deal.turns)
        shown = [f"morto {at}" for at, morto in enumerate(deal.piles.mortos) if cards_text(morto) in text]
        found += shown[1 if took else 0 :]
        if cards_text(deal.piles.stock[:6]) in text or cards_text(deal.piles.stock[-6:]) in text:
            found.append("stock")
    return found


def test_who_is_over_first_sees_what_was_seen_at_the_table(tmp_path: Path) -> None:
    """The other table has made no move: its deals and all points stay secret until the round is closed."""

    async def test(event: Online) -> None:
        one, two = await begun(event)
        sides = [side for side in range(1, 5) if await event.game(side) == one]
        people = {
            await id_of(event.people[side, player]): event.people[side, player] for side in sides for player in (1, 2)
        }
        over = await event.play(one)
        assert len(over.deals) == DEALS
        for seat, place in enumerate(over.seats):
            browser = people[place.player]
            stream = event.server.context.lobby.host.subscribe(one, seat, 1)
            told = str((await stream).take())
            assert "'hand_scores': [" not in told.replace("'hand_scores': []", "")
            record = await browser.get(f"/api/tables/{one}/record")
            replayed = await browser.get(f"/api/tables/{one}/replay")
            assert (record.status_code, replayed.status_code) == (200, 200)
            for text in (told, record.text, replayed.text):
                assert not _is_secret(text, over, seat)
            # The own hand is there, and the record can be replayed with the other cards unknown.
            assert cards_text(over.deals[0].piles.hands[seat]) in record.text
            known = parse(record.text)
            assert all(UNKNOWN in each.piles.stock for each in known.deals)
            assert [each.finished for each in replay(known).deals] == [True] * DEALS
            problem(await browser.post(f"/api/tables/{one}/analysis"), 403, "lobby_sealed")
            assert (await browser.get("/api/me/tables")).status_code == 200
            for other in (browser, await event.server.client()):
                assert (await other.get(f"/api/players/{place.player}/matches")).json()["matches"] == []
                assert (await other.get(f"/api/players/{place.player}")).json()["figures"] == []
        stranger = await event.server.client()
        assert [each["points"] for each in await event.games(stranger)] == [None, None]
        for path in (f"/api/tables/{one}", event.organiser.path):
            text = (await stranger.get(path)).text
            assert over.match is not None
            assert all(str(each) not in text for each in over.match.points if each and abs(each) > 99), path
        shown = (await stranger.get(event.organiser.path)).json()["phases"][0]
        assert all(each["result"] is None for each in shown["rounds"][0]["tables"])
        assert all(place["encounters"] == 0 for group in shown["groups"] for place in group["standings"])
        assert any((await event.results()).values()), "the desk sees it"
        await event.play(two)
        await event.organiser.done("round_closed", phase=1, round=1)
        await event.settled()
        for player, browser in people.items():
            (match,) = (await browser.get(f"/api/players/{player}/matches")).json()["matches"]
            assert match["table"] == one
            whole = parse((await browser.get(f"/api/tables/{one}/record")).text)
            assert [each.piles for each in whole.deals] == [each.piles for each in over.deals]

    run(tmp_path, duplicate(), test)


@pytest.mark.parametrize("spectators", [True, False])
def test_moderators_do_not_see_the_packs_either(tmp_path: Path, spectators: bool) -> None:
    """A moderator may have friends at the other tables, or play there."""

    async def test(event: Online) -> None:
        one, two = await begun(event)
        at_one, partner, *_ = [each for (side, _), each in event.people.items() if await event.game(side) == one]
        about = {"player": await id_of(at_one), "reason": "abuse", "table": one}
        assert (await partner.post("/api/reports", json=about)).status_code == 204
        moderator = await with_role(event.server, "eva", "moderator")
        (report,) = (await acted(moderator, "reports"))["reports"]

        async def is_sealed() -> None:
            problem(await act(moderator, "record", report=report["id"]), 403, "lobby_sealed")
            problem(await moderator.get(f"/api/tables/{one}/record"), 403, "lobby_sealed")
            problem(await moderator.get(f"/api/tables/{one}/replay"), 403, "lobby_sealed")
            assert (await at_one.get(f"/api/tables/{one}/record")).status_code == 200, "whoever sits there"

        await event.play(one, until=lambda table: len(table.deals) == 1 and table.deal is not None)
        await is_sealed()
        await event.play(one)
        await is_sealed()
        await event.play(two)
        await is_sealed()
        await event.organiser.done("round_closed", phase=1, round=1)
        await event.settled()
        assert "[deal" in (await acted(moderator, "record", report=report["id"]))["text"]
        shown = await moderator.get(f"/api/tables/{one}/record")
        assert shown.status_code == (200 if spectators else 403)

    hidden = duplicate().replace("spectators = true", "spectators = false")
    assert hidden != duplicate()
    run(tmp_path, duplicate() if spectators else hidden, test)


def test_who_does_not_come_is_compared_with_nobody(tmp_path: Path) -> None:
    async def test(event: Online) -> None:
        await event.enter(4)
        await event.organiser.done("check_in", sides=[1, 2, 3, 4])
        await event.come(1, 2, 3)
        await event.round(1)
        for game in {await event.game(side) for side in (1, 2, 3)}:
            table = await event.table(game)
            if all(seat.is_person for seat in table.seats):
                await event.play(game)
            else:
                await event.play(game, until=lambda now: all(seat.ready for seat in now.seats if seat.is_person))
        await event.later(15.5)
        kinds = sorted(each["kind"] for each in (await event.results()).values() if each)
        assert kinds == ["deals", "walkover"]
        await event.organiser.done("round_closed", phase=1, round=1)
        assert check_tournament(*await files(event)) == ()

    run(tmp_path, duplicate(), test)
