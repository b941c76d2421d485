"""Files, prints and tables of entries."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx2
import pypdf
import pytest

from canastra.prints.event.files import Printed, file_name
from canastra.server import origins
from canastra.server.http.tournaments import LARGEST_ENTRIES, PRINTS
from canastra.server.tournaments import papers
from canastra.server.work import Worker
from canastra.tournament.entries.table import LARGEST_UNPACKED
from canastra.tournament.verifier import check_tournament
from tests.prints.measurement import pages, text_of
from tests.server.http.http_server import HOME, problem
from tests.server.tournaments.hall import CLUB_DAY, PLAYED, Hall, Organiser, command, opened


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
        if what in (Printed.CERTIFICATES, Printed.END):
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
    """Print slips under this host; return the text of the first ones, and whether they have QR codes."""
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

    async def noted(self: Worker, *arguments: object, small: bool) -> dict[str, bytes]:
        asked.append(arguments[-2])
        return {"x.pdf": b"%PDF"}

    monkeypatch.setattr(Worker, "run", noted)

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

    async def unpaired(*arguments: object, small: bool) -> None:
        raise PairingError("tournament_missing")

    monkeypatch.setattr(papers, "require", missing)
    monkeypatch.setattr(Worker, "run", unpaired)

    async def test() -> None:
        problem(await event.browser.get(f"{event.path}/prints/tables"), 501, "tournaments_no_prints")
        problem(await event.asked("pair"), 501, "tournaments_no_pairing")

    hall.run(test())


KIND = {"content-type": "application/octet-stream"}


def test_entries_are_read_and_do_not_enter(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        table = "dupla;jogador;jogador;clube;apelido\nAna e Zé;Ana;Zé;AABB;x\n;Bia;Leo\nSó;Eva\n".encode("cp1252")
        read = (await event.browser.post(f"{event.path}/entries", content=table, headers=KIND)).json()
        assert (read["encoding"], read["separator"], read["sheet"], read["headings"]) == ("windows-1252", ";", "", 1)
        assert [(each["heading"], each["use"], each["known"]) for each in read["columns"]] == [
            ("dupla", "name", True),
            ("jogador", "player", True),
            ("jogador", "player", True),
            ("clube", "delegation", True),
            ("apelido", "ignored", True),
        ]
        assert [each["side"] for each in read["lines"]] == [
            {"name": "Ana e Zé", "players": ["Ana", "Zé"], "delegation": "AABB", "category": ""},
            {"name": "Bia / Leo", "players": ["Bia", "Leo"], "delegation": "", "category": ""},
            None,
        ]
        bad = read["lines"][2]
        assert (bad["line"], bad["cells"], bad["fault"]["code"]) == (4, ["Só", "Eva"], "entry_players")
        assert {"pt", "en"} <= bad["fault"].keys()
        assert (await event.view())["line"] == 1
        await event.done("enter", sides=[each["side"] for each in read["lines"] if each["side"]])
        again = (await event.browser.post(f"{event.path}/entries", content=table, headers=KIND)).json()
        assert [each["fault"]["code"] for each in again["lines"]] == ["side_name_taken"] * 2 + ["entry_players"]

    hall.run(test())


def test_what_the_columns_of_a_table_are_may_be_said(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()

        async def sides(table: bytes, query: str) -> list[str]:
            answer = await event.browser.post(f"{event.path}/entries?{query}", content=table, headers=KIND)
            assert answer.status_code == 200, answer.text
            return [each["side"]["name"] for each in answer.json()["lines"] if each["side"]]

        table = b"Casal;Ele;Ela\nAna e Rui;Rui;Ana\n"
        assert await sides(table, "") == ["Casal", "Ana e Rui"]
        assert await sides(table, "headings=1") == ["Ana e Rui"]
        assert await sides(table, "headings=1&columns=ignored,player,player") == ["Rui / Ana"]
        for query in ("columns=club", "columns=name,,player", "headings=-2"):
            answer = await event.browser.post(f"{event.path}/entries?{query}", content=table, headers=KIND)
            problem(answer, 400, "api_query")

    hall.run(test())


def test_a_workbook_is_read_as_by_command_and_what_is_no_table_is_refused(hall: Hall) -> None:
    openpyxl = pytest.importorskip("openpyxl")

    async def test() -> None:
        event = await hall.organiser()
        book, file = openpyxl.Workbook(), io.BytesIO()
        book.active.append(("Dupla", "Jogador 1", "Jogador 2"))
        book.active.append(("Bons", "Zé", "Ana"))
        book.save(file)
        read = await event.browser.post(f"{event.path}/entries", content=file.getvalue(), headers=KIND)
        assert (read.json()["encoding"], read.json()["lines"][0]["side"]["name"]) == ("xlsx", "Bons")
        bomb = io.BytesIO()
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("zeros", bytes(LARGEST_UNPACKED + 1))
        for content, code in (
            (bomb.getvalue(), "entries_large"),
            (b"PK\x03\x04nothing", "entries_not_xlsx"),
            (b"\x89PNG\r\n\x1a\n\x00", "entries_no_text"),
            (b"\n\n", "entries_none"),
        ):
            answer = await event.browser.post(f"{event.path}/entries", content=content, headers=KIND)
            problem(answer, 400, code)

    hall.run(test())


def test_names_are_kept_in_one_spelling_and_checked(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()

        async def entered(name: str, *players: str) -> httpx2.Response:
            return await event.asked("enter", sides=[{"name": name, "players": players}])

        family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
        assert (await entered(f" {family}  Jose\u0301\u00a0e Rui\u200b", "Jose\u0301", "Rui")).status_code == 200
        (side,) = (await event.view())["sides"]
        assert (side["name"], side["players"]) == (f"{family} José e Rui", ["José", "Rui"])
        problem(await entered(f"{family} JOSÉ e rui", "A", "B"), 409, "side_name_taken")
        problem(await entered("X", "\u3164", "B"), 400, "text_unseen")
        problem(await entered("X\x00", "A", "B"), 400, "text_unseen")
        problem(await entered("\u0410na", "A", "B"), 409, "name_mixed")
        problem(await entered("\u200b", "A", "B"), 400, "tournaments_text")

    hall.run(test())


def test_an_entry_is_removed_while_nothing_has_happened_to_it(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        await event.done("enter", sides=[{"name": each, "players": [each, "X"]} for each in "ABC"])
        await event.done("check_in", sides=[3])
        await event.done("side_removed", side=3)
        problem(await event.asked("side_removed", side=3), 409, "entry_unknown")
        await event.done("enter", sides=[{"name": "C", "players": ["C", "Y"]}])
        assert [each["number"] for each in (await event.view())["sides"]] == [1, 2, 4]
        minutes = await event.browser.get(f"{event.path}/files/events.jsonl")
        assert check_tournament(CLUB_DAY, minutes.content) == ()

    hall.run(test())


@pytest.mark.limit("entries_table")
def test_how_long_a_table_of_entries_may_be(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        for size, status in ((LARGEST_ENTRIES, 400), (LARGEST_ENTRIES + 1, 413)):
            answer = await event.browser.post(f"{event.path}/entries", content=b";" * size, headers=KIND)
            assert answer.status_code == status, answer.text

    hall.run(test())


async def opened_files(hall: Hall, event: Organiser) -> dict[str, str]:
    """Return a public file, read without a session."""
    anybody = await hall.server.client()
    found = {}
    for name in ("events.jsonl", "regulations.toml"):
        answer = await anybody.get(f"{event.path}/public/{name}")
        assert answer.status_code == 200, answer.text
        found[name] = answer.text
    return found


def test_everybody_draws_again_and_reads_nothing_early(hall: Hall) -> None:
    async def test() -> None:
        event = await hall.organiser()
        anybody = await hall.server.client()
        for name in ("events.jsonl", "regulations.toml"):
            problem(await anybody.get(f"{event.path}/public/{name}"), 409, "tournaments_not_public")
        await event.enter(8)
        await event.done("draw", seed="Loteria 5921")
        await event.done("pair")
        problem(await anybody.get(f"{event.path}/public/events.jsonl"), 409, "tournaments_not_public")
        await event.done("round_published", phase=1, round=1)
        await event.done("round_started", phase=1, round=1)
        files = await opened_files(hall, event)
        staff = await event.browser.get(f"{event.path}/files/events.jsonl")
        assert files == {"events.jsonl": staff.text, "regulations.toml": CLUB_DAY}
        assert check_tournament(files["regulations.toml"], files["events.jsonl"].encode()) == ()
        tokens = await event.tokens()
        phone = await event.at_table(hall, tokens[1], 0)
        report: dict[str, Any] = {
            "phase": 1,
            "round": 1,
            "table": 1,
            "half": 0,
            "result": {"kind": "played", "matches": [[2340, 1230]]},
        }
        assert (await command(phone, event.tournament, "result_reported", **report)).status_code == 200
        for table in (1, 2, 3, 4):
            await event.done("sheet_received", phase=1, round=1, table=table, result=PLAYED)
        assert (await opened_files(hall, event))["events.jsonl"] == files["events.jsonl"]
        await event.done("round_closed", phase=1, round=1)
        await event.done("pair")
        later = (await opened_files(hall, event))["events.jsonl"]
        assert later.startswith(files["events.jsonl"])
        assert "2340" in later
        assert later.count('"round_drafted"') == 1
        assert check_tournament(CLUB_DAY, later.encode()) == ()
        loaded = await hall.server.context.tournaments.store.get(event.tournament)
        for secret in (loaded.secret.hex(), *(each[:12] for both in tokens.values() for each in both)):
            assert secret not in later
        for name in ("standings.csv", "rulebook.toml", "secret.toml"):
            problem(await anybody.get(f"{event.path}/public/{name}"), 404, "tournaments_no_file")
        problem(await anybody.get(f"{event.path}/files/events.jsonl"), 401, "api_session")

    hall.run(test())


def test_the_open_regulations_are_those_of_the_open_log(hall: Hall) -> None:
    """Others were adopted after a report that is not public yet."""

    async def test() -> None:
        event = await hall.organiser()
        await event.playing()
        phone = await event.at_table(hall, (await event.tokens())[1], 0)
        report: dict[str, Any] = {"phase": 1, "round": 1, "table": 1, "half": 0, "result": PLAYED}
        assert (await command(phone, event.tournament, "result_reported", **report)).status_code == 200
        changed = CLUB_DAY.replace("tolerance_minutes = 15", "tolerance_minutes = 20")
        await event.done("adopt", regulations=changed, reason="trânsito")
        files = await opened_files(hall, event)
        assert files["regulations.toml"] == CLUB_DAY
        assert check_tournament(files["regulations.toml"], files["events.jsonl"].encode()) == ()
        for table in (1, 2, 3, 4):
            await event.done("sheet_received", phase=1, round=1, table=table, result=PLAYED)
        await event.done("round_closed", phase=1, round=1)
        files = await opened_files(hall, event)
        assert files["regulations.toml"] == changed
        assert check_tournament(files["regulations.toml"], files["events.jsonl"].encode()) == ()

    hall.run(test())
