"""The container file and the compose file, as far as they can be tested without running containers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import yaml

from canastra.cli.server.serve import ServeOptions, serve_settings
from canastra.server.run import AFTER_DRAIN
from canastra.server.settings import Settings, check
from tests.cli.running import environment
from tests.deploy.proxies import DEPLOY, program
from tests.server.run.process import SECONDS, serving

ROOT = DEPLOY.parent
INSTALLED = "/opt/canastra/bin/"
STEPS = re.findall(
    r"^([A-Z]+) (.*)$",
    re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text("utf-8"), flags=re.MULTILINE).replace("\\\n", ""),
    re.MULTILINE,
)
"""Each step: its word, and the rest."""
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVER, CADDY = COMPOSE["services"]["canastra"], COMPOSE["services"]["caddy"]


def last(word: str) -> str:
    """Return the steps of this word in the final image, after the last FROM."""
    begin = max(number for number, (each, _) in enumerate(STEPS) if each == "FROM")
    (found,) = [rest for each, rest in STEPS[begin:] if each == word]
    return str(found)


def variables() -> dict[str, str]:
    return dict(each.split("=", 1) for each in last("ENV").split())


def test_the_image_is_built_in_stages_from_a_plain_name() -> None:
    images = [rest.split()[0] for word, rest in STEPS if word == "FROM"]
    stages = {rest.split(" AS ")[1] for word, rest in STEPS if word == "FROM" and " AS " in rest}
    assert len(images) == 3
    assert [image for image in images if image not in stages] == ["${BASE}"]
    assert ("ARG", "BASE=debian:trixie-slim") in STEPS


def test_every_package_of_the_image_is_locked() -> None:
    """pip downloads only files whose digests a lock has, and builds nothing with them."""
    installed = re.findall(r"pip (?:install|wheel) [^&]*", " ".join(rest for word, rest in STEPS if word == "RUN"))
    assert len(installed) == 4
    for each in installed:
        assert "--require-hashes" in each or "--no-deps" in each
        assert "--require-hashes" in each or "--no-index" in each or "--no-build-isolation" in each
    (default,) = [rest.removeprefix("LOCK=") for word, rest in STEPS if word == "ARG" and rest.startswith("LOCK=")]
    assert (DEPLOY / "locks" / f"{default}.txt").is_file()
    assert "python3 -m tools.notices" in " ".join(rest for _, rest in STEPS)


def test_no_image_floats_more_than_its_fixes() -> None:
    texts = [(DEPLOY / name).read_text("utf-8") for name in ("compose.yaml", "compose-cluster.yaml")]
    named = {each for text in texts for each in re.findall(r"^ +image: (\S+:\S+)$", text, re.MULTILINE)}
    assert named
    for each in named:  # PostgreSQL's second number is that of its fixes.
        assert re.fullmatch(r"postgres:\d+|\w+:\d+\.\d+", each), each


def test_the_server_is_nobody_and_gets_signals_itself() -> None:
    user = last("USER")
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user)
    owner, group = user.split(":")
    assert f"--owner={owner} --group={group} /data /cache" in last("RUN")
    assert json.loads(last("ENTRYPOINT")) == [f"{INSTALLED}canastra"]
    assert json.loads(last("CMD")) == ["serve"]
    assert last("STOPSIGNAL") == "SIGTERM"


def test_the_settings_are_the_servers_and_lie_in_the_volumes() -> None:
    given = variables()
    assert given.keys() - {"CANASTRA_CACHE"} <= {
        f"CANASTRA_{name}" for name in ("HOST", "PORT", "DATABASE", "LOG_JSON")
    }
    folders = json.loads(last("VOLUME"))
    assert [str(Path(given["CANASTRA_DATABASE"]).parent), given["CANASTRA_CACHE"]] == folders
    mounted = [each.split(":")[1] for each in SERVER["volumes"]]
    assert mounted == folders  # The folder of the database, not the file alone.


def test_the_image_says_whether_the_server_is_well(tmp_path: Path) -> None:
    words = last("HEALTHCHECK").split("CMD ", 1)[1]

    def asked(address: str) -> int:
        python, *rest = json.loads(words)
        assert python == f"{INSTALLED}python"
        given = environment(CANASTRA_PORT=address.rpartition(":")[2])  # Whatever the server's port is.
        command = [sys.executable, *rest]
        return subprocess.run(command, env=given, capture_output=True, check=False, timeout=SECONDS).returncode

    with serving(tmp_path) as process:
        process.wait_ready()
        assert asked(process.address) == 0
        process.end()
        assert asked(process.address) != 0


def test_what_the_image_is_built_from_makes_the_package(tmp_path: Path) -> None:
    """Return the names of all files that .dockerignore lets through."""
    rules = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert rules[0] == "*"
    made = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in (rule[1:] for rule in rules if rule.startswith("!")):
        place = ROOT / name
        shutil.copytree(place, tmp_path / name, ignore=made) if place.is_dir() else shutil.copy(place, tmp_path / name)
    shutil.rmtree(tmp_path / "src" / "canastra" / "web", ignore_errors=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path / "dist")]
    later = {**os.environ, "CANASTRA_WEB": "later"}
    done = subprocess.run(
        [*command, str(tmp_path)], env=later, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (tmp_path / "dist").iterdir()
    with zipfile.ZipFile(wheel) as found:
        assert "canastra/server/run.py" in found.namelist()


def test_the_services_have_no_more_than_they_need() -> None:
    assert SERVER["read_only"] is True
    for each in COMPOSE["services"].values():
        assert each["cap_drop"] == ["ALL"]
        assert each["security_opt"] == ["no-new-privileges:true"]
        assert {"mem_limit", "restart"} <= each.keys()
    assert "ports" not in SERVER  # All clients pass the proxy, whose header names the client.
    (subnet,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert SERVER["environment"]["CANASTRA_PROXIES"] == subnet["subnet"]
    assert check(serve_settings(ServeOptions(proxies=[subnet["subnet"]]))).proxies == (subnet["subnet"],)
    assert int(SERVER["stop_grace_period"].removesuffix("s")) > Settings().drain + AFTER_DRAIN


def test_what_is_mounted_is_there() -> None:
    named = COMPOSE["volumes"]
    used = {each.split(":")[0] for service in COMPOSE["services"].values() for each in service.get("volumes", ())}
    assert used >= named.keys()
    for source in used:
        assert source in named or (DEPLOY / source).is_file()
    assert (DEPLOY / SERVER["build"]["context"] / SERVER["build"]["dockerfile"]).is_file()


def test_caddy_is_told_where_the_server_is_and_what_it_is_called(tmp_path: Path) -> None:
    given = environment(HOME=str(tmp_path)) | CADDY["environment"] | {"CANASTRA_SITE": "club.example"}
    command = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert '"dial":"canastra:8080"' in done.stdout
    assert set(re.findall(r'"host":\["([^"]*)"\]', done.stdout)) == {"club.example"}
    assert f"/var/www/canastra/{(DEPLOY / 'restarting.html').name}" in "".join(CADDY["volumes"])
