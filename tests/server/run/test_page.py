"""docs/operating.md: its tables say what the code has, and every command on it does what it should."""

from __future__ import annotations

import asyncio
import math
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from itertools import takewhile
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from canastra.cli.server.serve import ServeOptions, serve_settings
from canastra.messages import LANGUAGES, catalogue
from canastra.protocol.people import Report
from canastra.server.app import Server
from canastra.server.limits import Rate
from canastra.server.settings import WEB, Caps, Settings
from canastra.server.storage import Database
from canastra.server.users import Users
from tests.cli.running import canastra, environment
from tests.samples import sample
from tests.server.run.process import COMMAND, SECONDS

PAGE = (Path(__file__).parents[3] / "docs" / "operating.md").read_text("utf-8")
COPIES = {"pt": "copia.db", "en": "copy.db"}


def table(heading: str) -> dict[str, list[str]]:
    """The cells of the table whose first column has this heading, by their first."""
    lines = takewhile(lambda line: line.startswith("|"), PAGE.split(f"| {heading} |", 1)[1].splitlines()[1:])
    rows = [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines][1:]
    return {row[0]: row[1:] for row in rows}


def written(value: object) -> str:
    """A default as the page has it."""
    if isinstance(value, Rate):
        return str(value)
    if value in (None, False, ()):
        return ""
    if value == WEB:
        return "its own"
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_every_setting_is_on_the_page_with_its_variable_and_default() -> None:
    rows, default = table("option"), Settings()
    found = {}
    for option, (variable, shown, _) in rows.items():
        found[variable] = shown
        assert variable in canastra("serve", "--help").out
        assert option in canastra("serve", "--help").out
    wanted = {f"CANASTRA_{field.name.upper()}": getattr(default, field.name) for field in fields(Settings)}
    wanted["CANASTRA_HEARTBEAT"] = default.heartbeat / 1000
    wanted["CANASTRA_PATIENCE"] = wanted.pop("CANASTRA_HELLO")
    wanted["CANASTRA_WORKERS"] = ServeOptions().workers
    wanted["CANASTRA_OPEN"] = ServeOptions().open
    wanted["CANASTRA_CAPS"] = None
    assert found == {name: written(value) for name, value in wanted.items()}


def test_every_cap_is_on_the_page_with_its_default() -> None:
    found = {name: cells[0] for name, cells in table("cap").items()}
    assert found == {field.name: written(getattr(Caps(), field.name)) for field in fields(Caps)}
    given = [f"{name}={value}" for name, value in found.items()]
    caps = serve_settings(ServeOptions(caps=given)).caps
    assert [written(getattr(caps, name)) for name in found] == list(found.values())


def test_three_servers_share_the_caps_that_the_page_divides() -> None:
    page = (Path(__file__).parents[3] / "docs" / "cluster.md").read_text("utf-8")
    (given,) = re.findall(r'^CANASTRA_CAPS="(.*)"$', page, re.MULTILINE)
    caps, names = serve_settings(ServeOptions(caps=given.split())).caps, [each.split("=")[0] for each in given.split()]
    for name in names:
        own, whole = getattr(caps, name), getattr(Caps(), name)
        assert own.burst == math.ceil(whole.burst / 3)
        assert own.per_second == pytest.approx(whole.per_second / 3, rel=0.02)
    assert len(names) == 7


def test_every_figure_is_on_the_page(tmp_path: Path) -> None:
    composed = Server(Settings(database=tmp_path / "a.db"))
    families = [each for each in composed.metrics.registry.collect() if each.name.startswith("canastra_")]
    labels = {name: set(re.findall(r"\w+", cells[1])) for name, cells in table("metric").items()}
    kinds = {name: cells[0] for name, cells in table("metric").items()}
    asyncio.run(composed.database.close())
    assert kinds == {each.name: each.type for each in families}
    named = vars(composed.metrics).values()
    known = {each._name: set(each._labelnames) for each in named if hasattr(each, "_labelnames")}
    assert {name: labels[name] for name in known} == known
    for cells in table("metric").values():
        assert len(cells) == 3


def shown(language: str) -> list[str]:
    """The lines that begin with a command, of the fenced parts of a text."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if language == "page" else []
    if language != "page":
        words = catalogue(language)
        blocks = [text for key, text in words.items() if re.match(r"examples_(serve|database)", key)]
    found = [line.strip() for block in blocks for line in block.splitlines() if line.strip()]
    assert found
    return found


def services_for(argument: str, request: pytest.FixtureRequest) -> str:
    """An argument with our PostgreSQL or NATS in the place of one that is only an example."""
    if argument.startswith("postgresql://"):
        found = conninfo_to_dict(request.getfixturevalue("empty_database"))
        return f"postgresql://{found['user']}@/{found['dbname']}?host={found['host']}"
    return str(request.getfixturevalue("nats").url) if argument.startswith("nats://") else argument


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


async def reported(file: Path) -> None:
    """A database with a report."""
    database = Database.open(file)
    people = Users(database)
    (ana, _), (bia, _) = await people.guest("Ana", "pt"), await people.guest("Bia", "pt")
    await people.reports.file(ana, Report(bia.player, "abuse"), [])
    await people.close()
    await database.close()


@pytest.mark.parametrize("language", ["page", *LANGUAGES])
def test_commands_about_the_database(language: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    asyncio.run(reported(tmp_path / "canastra.db"))
    copy = COPIES.get(language, "copy.db")
    with inside(tmp_path):
        canastra("database", "backup", "canastra.db", copy)
        for line in shown(language):
            if "database " in line and "serve" not in line:
                program, *arguments = shlex.split(line)
                assert program == "canastra"
                assert canastra(*(services_for(each, request) for each in arguments)).status == 0, line


def servers() -> list[str]:
    found = {line for each in ("page", *LANGUAGES) for line in shown(each) if " serve" in f" {line}"}
    return sorted({line for line in found if "canastra serve" in line})


@pytest.mark.parametrize("line", sample(servers(), 3))
def test_commands_that_serve(line: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """As they stand, but for the port: others may have it."""
    words = shlex.split(line)
    variables = dict(word.split("=", 1) for word in words[: words.index("canastra")])
    arguments = [services_for(each, request) for each in words[words.index("canastra") + 1 :]]
    child = subprocess.Popen(
        [*COMMAND, *arguments, "--port", "0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**variables),
    )
    assert child.stdout is not None
    said = child.stdout.readline()
    child.terminate()
    _, log = child.communicate(timeout=SECONDS)
    assert "http://" in said, log
    assert child.returncode == 0
    assert len(list(tmp_path.glob("*.db"))) == ("postgresql://" not in line)
