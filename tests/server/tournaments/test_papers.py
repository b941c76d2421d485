"""Files, prints and tables of entries."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdf
import pytest

from canastra.prints.event.files import Printed, file_name
from canastra.server import origins
from canastra.server.http.routes.tournaments import LARGEST_ENTRIES, PRINTS
from canastra.server.tournaments import papers
from canastra.server.worker import Worker
from canastra.tournament.verifier import check_tournament
from tests.prints.measurement import pages, text_of
from tests.server.http.serving import HOME, problem
from tests.server.tournaments.hall import CLUB_DAY, PLAYED, Hall, Organiser, opened


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    yield from opened(tmp_path_factory.mktemp("hall"))


@pytest.fixture(scope="module")
def event(hall: Hall) -> Organiser:
    async def made() -> Organiser:
        found = await hall.organiser()
        await found.playing()
        await found.done("sheet_received", phase=1, round=1, table=1, result=PLAYED)
        return found

    return hall.run(made())


def test_the_two_files_are_what_a_second_program_checks(hall: Hall, event: Organiser) -> None:
    async def test() -> None:
        regulations = await event.browser.get(f"{event.path}/files/regulations.toml")
        log = await event.browser.get(f"{event.path}/files/events.jsonl")
        assert regulations.text == CLUB_DAY
        assert check_tournament(regulations.text, log.content) == ()
        assert log.headers["content-disposition"] == 'attachment; filename="events.jsonl"'
        for name in ("rulebook.toml", "secret.toml"):
            problem(await event.browser.get(f"{event.path}/files/{name}"), 404, "tournaments_no_file")

    hall.run(test())


@pytest.mark.parametrize("name", ["standings.csv", "results.csv", "tournament.xlsx"])
def test_tables_for_spreadsheets(hall: Hall, event: Organiser, name: str) -> None:
    async def test() -> None:
        answer = await event.browser.get(f"{event.path}/files/{name}?lang=pt")
        assert answer.status_code == 200, answer.text
        assert answer.content.startswith(b"PK") or b"Dupla 1" in answer.content
        assert answer.headers["content-disposition"] == f'attachment; filename="{file_name(name, "pt")}"'

    hall.run(test())


@pytest.mark.parametrize("what", PRINTS)
def test_prints(hall: Hall, event: Organiser, what: Printed) -> None:
    async def test() -> None:
        answer = await event.browser.get(f"{event.path}/prints/{what}")
        if what is Printed.CERTIFICATES:
            problem(answer, 409, "print_not_over")
        elif what is Printed.BRACKET:
            problem(answer, 409, "print_no_knockout")
        else:
            assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf"), answer.text
            assert pypdf.PdfReader(io.BytesIO(answer.content)).pages
            name = file_name(f"{what}.pdf", "pt").removesuffix(".pdf")
            assert answer.headers["content-disposition"].startswith(f'attachment; filename="{name}')

    hall.run(test())


NEARBY = "http://192.168.0.9:8080"


@pytest.mark.parametrize(
    ("host", "nearby", "address", "read"),
    [
        ("192.168.0.7:8080", None, "http://192.168.0.7:8080/", "192.168.0.7:8080/torneio/"),
        ("localhost:8080", NEARBY, f"{NEARBY}/", "192.168.0.9:8080/torneio/"),
        ("127.0.0.1:8080", None, "", "___/torneio/"),
    ],
)
def test_slips_have_the_address_where_phones_find_the_server_and_no_code_that_fails(
    hall: Hall, event: Organiser, host: str, nearby: str | None, address: str, read: str
) -> None:
    async def test() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(origins, "nearby", lambda host, address: nearby)
            patch.setattr(origins, "is_loopback", lambda request: True)
            asked = await event.browser.get("/api/tournaments/phones", headers={"host": host})
            assert asked.json() == {"address": address, "network": False}
            words, codes = await slips(hall, event, host)
            assert read in words
            assert codes is bool(address)

    hall.run(test())


def test_slips_have_the_address_that_the_organiser_gives(hall: Hall, event: Organiser) -> None:
    async def test() -> None:
        words, codes = await slips(hall, event, "127.0.0.1:8080", "http://clube.local/canastra/")
        assert "clube.local/canastra/torneio/" in words
        assert codes

    hall.run(test())


def test_nobody_learns_the_address_of_a_network_from_outside_it(hall: Hall, event: Organiser) -> None:
    async def test() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(origins, "nearby", lambda host, address: NEARBY)
            asked = await event.browser.get("/api/tournaments/phones", headers={"host": "127.0.0.1:8080"})
            assert asked.json()["address"] == ""

    hall.run(test())


async def slips(hall: Hall, event: Organiser, host: str, site: str = "") -> tuple[str, bool]:
    """The first slips' text, as printed by whoever opened the server by this host, and whether there are QR codes."""
    invited = await event.browser.post(f"{event.path}/invitations", json={"role": "desk"})
    desk = await hall.server.program()
    await desk.post(f"{event.path}/members", json={"token": invited.json()["token"]})
    answer = await desk.get(f"{event.path}/prints/codes", params={"site": site}, headers={"host": host})
    assert answer.status_code == 200, answer.text
    page = pages(answer.content)[0]
    return page.words, sum(ink.kind == "shape" for ink in page.inks) > 100


def test_a_slip_holds_the_code_of_its_own_side(hall: Hall, event: Organiser) -> None:
    async def test() -> None:
        words, _ = await slips(hall, event, "127.0.0.1:8080", "http://clube.local/")
        for table, tokens in (await event.tokens()).items():
            for letter, token in zip("AB", tokens, strict=True):
                slip = words.split(f"Mesa {table} · lado {letter}")[1].split("Mesa ")[0]
                letters = " ".join(token[at : at + 4] for at in (0, 4, 8)).upper()
                assert f"e escreva {letters}" in slip
        sheets = await event.browser.get(f"{event.path}/prints/sheets", params={"site": "http://clube.local/"})
        assert "clube.local" not in text_of(sheets.content), "a sheet lies between both sides"

    hall.run(test())


@pytest.mark.parametrize("site", ["javascript:alert(1)/", "http://a", "http://a/#t=", "http://a b/"])
def test_a_site_is_an_address(hall: Hall, event: Organiser, site: str) -> None:
    async def test() -> None:
        answer = await event.browser.get(f"{event.path}/prints/codes", params={"site": site})
        assert answer.status_code == 400

    hall.run(test())


def test_there_is_no_other_print(hall: Hall, event: Organiser) -> None:
    async def test() -> None:
        problem(await event.browser.get(f"{event.path}/prints/spreadsheets"), 404, "api_not_found")
        problem(await event.browser.get(f"{event.path}/prints/tables?round=2"), 409, "print_not_published")

    hall.run(test())


def test_slips_have_the_address_of_their_side(hall: Hall, event: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    async def noted(*arguments: object) -> dict[str, bytes]:
        asked.append(arguments[-2])
        return {"x.pdf": b"%PDF"}

    monkeypatch.setattr(papers, "_run", noted)

    async def test() -> None:
        tokens = await event.tokens()
        for what in ("codes", "sheets", "tables"):
            assert (await event.browser.get(f"{event.path}/prints/{what}")).status_code == 200
        page = f"{HOME}/torneio/{event.tournament}/mesa#t="
        codes = {(1, table): tuple((page + each, each[:12]) for each in both) for table, both in tokens.items()}
        assert asked == [codes, {}, {}]

    hall.run(test())


def test_what_is_not_installed_is_said(hall: Hall, event: Organiser, monkeypatch: pytest.MonkeyPatch) -> None:
    from canastra.errors import InputError
    from canastra.tournament.pairing import PairingError

    def missing() -> None:
        raise InputError("prints_missing")

    async def unpaired(*arguments: object) -> None:
        raise PairingError("tournament_missing")

    monkeypatch.setattr(papers, "require", missing)
    monkeypatch.setattr(Worker, "run", unpaired)

    async def test() -> None:
        problem(await event.browser.get(f"{event.path}/prints/tables"), 501, "tournaments_no_prints")
        problem(await event.asked("pair"), 501, "tournaments_no_pairing")

    hall.run(test())


def test_entries_are_read_and_do_not_enter(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        table = b"dupla;jogador;jogador;clube\nAna e Rui;Ana;Rui;AABB\n;Bia;Leo\n"
        kind = {"content-type": "text/csv"}
        answer = await event.browser.post(f"{event.path}/entries", content=table, headers=kind)
        assert answer.json() == {
            "sides": [
                {"name": "Ana e Rui", "players": ["Ana", "Rui"], "delegation": "AABB"},
                {"name": "Bia / Leo", "players": ["Bia", "Leo"], "delegation": ""},
            ]
        }
        assert (await event.view())["line"] == 1
        await event.done("enter", sides=answer.json()["sides"])
        again = await event.browser.post(f"{event.path}/entries", content=table, headers=kind)
        assert "2" in problem(again, 400, "entries_entered")["pt"]

    hall.run(test())


@pytest.mark.limit("entries_table")
def test_how_long_a_table_of_entries_may_be(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        kind = {"content-type": "text/csv"}
        for size, status in ((LARGEST_ENTRIES, 400), (LARGEST_ENTRIES + 1, 413)):
            answer = await event.browser.post(f"{event.path}/entries", content=b";" * size, headers=kind)
            assert answer.status_code == status, answer.text

    hall.run(test())
