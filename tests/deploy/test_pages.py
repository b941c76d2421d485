"""The pages' steps for the proxies, done in a folder that stands for the machine."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import textwrap
from pathlib import Path

import psycopg
import pytest

from canastra.cli.exits import EXIT_OK
from canastra.cluster.schema import bring_up_to_date
from canastra.server.storage import Database
from tests.cli.running import canastra
from tests.deploy.proxies import DEPLOY, KINDS, NAME, running
from tests.deploy.test_proxies import new_guest, new_table, written_pages
from tests.server.run.process import run, serving
from tests.services import Postgres, program

DOCS = DEPLOY.parent / "docs"
INSTALLING = (DOCS / "install.md").read_text("utf-8")
OPERATING = (DOCS / "operating.md").read_text("utf-8")
ELSEWHERE = ("apt ", "certbot ", "systemctl ", "nginx -t")
"""Commands that need a machine and a name of one's own."""
SITES = {
    "nginx": """
server {{
    listen 127.0.0.1:{secure} ssl;
    listen 127.0.0.1:{plain};
    server_name club.example;
    ssl_certificate {folder}/certificate.pem;
    ssl_certificate_key {folder}/key.pem;
    {block}
    location / {{ return 200 "the club's own page"; }}
}}
""",
    "caddy": """
club.example {{
    tls {folder}/certificate.pem {folder}/key.pem
    {block}
    respond "the club's own page"
}}
""",
}


def section(page: str, heading: str) -> str:
    """Return the text below a heading, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#)", page + "\n#", re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[1]


def block(page: str, heading: str, language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", section(page, heading), re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_steps_put_everything_into_its_place(tmp_path: Path) -> None:
    for folder in ("etc/caddy", "etc/nginx/conf.d", "etc/nginx/snippets"):
        (tmp_path / folder).mkdir(parents=True)
    main = tmp_path / "etc" / "nginx" / "nginx.conf"
    main.write_bytes(Path("/etc/nginx/nginx.conf").read_bytes())
    assert "worker_connections 768;" in main.read_text("utf-8")
    steps = [block(INSTALLING, heading, "sh") for heading in ("A proxy with TLS", "Caddy", "nginx")]
    lines = [line for line in "".join(steps).splitlines() if not line.startswith(ELSEWHERE)]
    script = re.sub(r" /(etc|var)/", rf" {tmp_path}/\1/", "\n".join(lines).replace(f"name={NAME}", "name=club.example"))
    done = subprocess.run(["sh", "-eu", "-c", script], cwd=DEPLOY.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert main.read_text("utf-8").startswith("worker_rlimit_nofile 65536;\n")
    assert "worker_connections 16384;" in main.read_text("utf-8")
    for name, place in (
        ("Caddyfile", "etc/caddy/Caddyfile"),
        ("nginx/canastra.conf", "etc/nginx/conf.d/canastra.conf"),
    ):
        assert (tmp_path / place).read_text("utf-8") == (DEPLOY / name).read_text("utf-8").replace(NAME, "club.example")
    for name, place in (
        ("nginx/canastra-proxy.conf", "etc/nginx/snippets/canastra-proxy.conf"),
        ("restarting.html", "var/www/canastra/restarting.html"),
    ):
        assert (tmp_path / place).read_bytes() == (DEPLOY / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "english"),
    [("servidor", ["install"]), ("varios-servidores", ["cluster", "cluster-bots", "install"])],
)
def test_the_portuguese_pages_have_the_same_commands(name: str, english: list[str]) -> None:
    """Each is also on an English page, where it is tried."""

    def commands(page: str) -> list[str]:
        blocks = re.findall(r"^```sh\n(.*?)^```", (DOCS / f"{page}.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
        return "".join(blocks).splitlines()

    portuguese, tried = commands(f"pt/{name}"), {each for page in english for each in commands(page)}
    assert len(portuguese) > 20
    assert [each for each in portuguese if each not in tried] == []


def test_what_is_written_beside_the_unit_is_the_same_in_portuguese() -> None:
    (shown,) = re.findall(r"^```ini\n(.*?)^```", (DOCS / "cluster.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    page = (DOCS / "pt" / "varios-servidores.md").read_text("utf-8")
    assert textwrap.indent(shown, "    ") in page


@pytest.mark.parametrize("page", ["cluster", "cluster-bots", "pt/varios-servidores"])
def test_the_commands_for_several_servers_are_there(page: str) -> None:
    """Their options exist; `tests/cluster` tries their effect."""
    found = re.findall(
        r"^(?:ExecStart=|canastra |.*/bin/)(.*)$", (DOCS / f"{page}.md").read_text("utf-8"), re.MULTILINE
    )
    words = [each.removeprefix("/opt/canastra/bin/").removeprefix("canastra ").split() for each in found if each]
    ran = [each for each in words if not each[0].startswith("python")]
    for each in ran:
        assert canastra(*each, "--help").status == EXIT_OK, each
    assert len(ran) > 2 or page == "cluster-bots"


def test_a_dump_of_several_servers_database_can_be_put_back(postgres: Postgres, tmp_path: Path) -> None:
    """By the commands of the page, on the test's own PostgreSQL."""
    page = (DOCS / "cluster.md").read_text("utf-8")
    lines = [
        line.removeprefix("sudo -u postgres ") for line in page.splitlines() if line.startswith("sudo -u postgres ")
    ]
    lines = [
        line.replace("/var/backups", str(tmp_path)) for line in lines if not re.match("createuser|.*ALTER SYSTEM", line)
    ]
    assert [line.split()[0] for line in lines] == [
        "createdb",
        "pg_dump",
        "psql",
        "createdb",
        "pg_restore",
        "psql",
        "psql",
    ]
    programs = Path(program("postgres")).parent
    given = {"PGHOST": str(postgres.folder), "PGUSER": "canastra", "PATH": f"{programs}:{os.environ['PATH']}"}

    def run_line(line: str) -> None:
        done = subprocess.run(["sh", "-euc", line], env=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def number(database: str) -> int:
        with psycopg.connect(postgres.dsn(database)) as connection:
            ((found,),) = connection.execute("SELECT number FROM generation").fetchall()
            return int(found)

    try:
        run_line(lines[0])
        before = bring_up_to_date(postgres.dsn("canastra"))
        for line in lines[1:]:
            run_line(line)
        assert (number("canastra_old"), number("canastra")) == (before, before + 1)
        assert bring_up_to_date(postgres.dsn("canastra")) == before + 1  # It is still of the current version.
    finally:
        for database in ("canastra", "canastra_old"):
            postgres.drop(database)


def test_the_steps_of_an_upgrade_and_of_the_way_back(tmp_path: Path) -> None:
    """Those of the command: the older version checks its own backup, the newer one puts it back."""
    present, older = tmp_path / "present.db", tmp_path / "older" / "canastra.db"
    older.parent.mkdir()
    for path in (present, older):
        asyncio.run(Database.open(path).close())
    copy = older.with_name("copy.db")
    assert canastra("database", "backup", older, copy).status == EXIT_OK
    ran = []
    for heading, dated in (("Upgrading", present), ("Going back", copy), ("A container", copy)):
        for line in re.findall(r"^.*canastra database .*$", section(INSTALLING, heading), re.MULTILINE):
            command = line[line.index("database ") :].replace("/var/lib/canastra-backups/$(date +%F).db", str(dated))
            command = re.sub(r"(?<= )/(data|var/lib/canastra)(?=/)", str(older.parent), command)
            assert canastra(*command.split()).status == EXIT_OK, command
            ran.append(command.split()[1])
    assert ran == ["check", "restore", "restore", "backup"]


@pytest.mark.parametrize("name", KINDS)
def test_on_a_sub_path_beside_other_pages(name: str, tmp_path: Path) -> None:
    pages = str(written_pages(tmp_path / "web"))
    with serving(tmp_path, "--proxy", "127.0.0.1", "--root-path", "/canastra", "--web", pages) as process:
        process.wait_ready()
        behind = int(process.address.removesuffix("/canastra").rsplit(":", 1)[1])

        def beside(text: str) -> str:
            """Put the club's own site in place of ours."""
            if "example" not in text:  # The file for locations stays as it is.
                return text
            ports = dict(
                zip(("plain", "secure"), re.findall(r"127\.0\.0\.1:(\d+)|https?_port (\d+)", text), strict=False)
            )
            found = {each: "".join(values) for each, values in ports.items()}
            own = block(OPERATING, "On a sub-path", name).replace("8080", str(behind))
            head = re.split(r"^(?:server|# Written out)", text, maxsplit=1, flags=re.MULTILINE)[0]
            return head + SITES[name].format(folder=tmp_path / name, block=own, **found)

        with running(name, tmp_path / name, behind, beside) as started:
            proxy = started.at("club.example")
            assert proxy.ask("GET", "/").text == "the club's own page"
            page = proxy.ask("GET", "/canastra/regras", headers={"Accept": "text/html"})
            assert '<base href="/canastra/"' in page.text
            ana = new_guest(proxy, "Ana", "/canastra")
            table = new_table(proxy, ana, "/canastra")

            async def watch() -> None:
                path = f"/canastra/api/tables/{table}/socket?v=1"
                async with proxy.socket(path, Origin="https://club.example", **ana.headers) as socket:
                    assert "welcome" in str(await socket.recv())

            run(watch())
