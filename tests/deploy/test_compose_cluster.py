"""The compose file of three servers, as far as it can be tested without running containers."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, get_args, get_type_hints
from urllib.parse import urlsplit

import pytest
import trustme
import yaml

from canastra.cli.server.cluster import cluster_settings
from canastra.cli.server.serve import ServeOptions, serve_settings
from canastra.cli.server.worker import WorkerOptions
from canastra.cluster.bots.run import FINISH
from canastra.cluster.routing.nats_bus import LEAVING
from canastra.server.run import AFTER_DRAIN
from canastra.server.settings import Settings, check
from tests.deploy.proxies import DEPLOY, program
from tests.ports import free_port
from tests.server.run.process import SECONDS

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose-cluster.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = {name: each for name, each in SERVICES.items() if "CANASTRA_DATABASE" in each.get("environment", {})}
WORKER, NGINX, NATS = SERVICES["worker"], SERVICES["nginx"], SERVICES["nats"]
WANTED = {"CANASTRA_SITE", "CANASTRA_POSTGRES_PASSWORD", "CANASTRA_NATS_PASSWORD"}
SITE = "club.example"


def variables(options: type) -> set[str]:
    """Return the variables that replace a command's options."""
    hints = get_type_hints(options, include_extras=True)
    return {str(get_args(each)[1].envvar) for each in hints.values() if get_args(each)[1:]}


def filled(text: object) -> str:
    """Return a value of the file after compose has filled in the variables of deploy/.env."""
    return re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: SITE if "SITE" in found[1] else "1e10", str(text))


def environment_of(service: Mapping[str, Any]) -> dict[str, str]:
    return {name: filled(value) for name, value in service["environment"].items()}


def networks(name: str) -> set[str]:
    return set(SERVICES[name]["networks"])


def test_every_variable_is_an_option_of_the_command() -> None:
    assert len(SERVERS) == 3
    assert variables(ServeOptions) >= {"CANASTRA_PORT", "CANASTRA_BUS", "CANASTRA_ALLOWED_HOSTS"}
    for each in SERVERS.values():
        assert each["environment"].keys() <= variables(ServeOptions)
        assert "command" not in each  # The image starts the server by default.
    assert WORKER["environment"].keys() <= variables(WorkerOptions)
    assert WORKER["command"] == ["worker"]


def test_the_servers_can_be_started_so() -> None:
    nodes = []
    for each in SERVERS.values():
        given = environment_of(each)
        made = cluster_settings(given["CANASTRA_DATABASE"], given["CANASTRA_BUS"], given["CANASTRA_NODE"])
        assert made is not None
        nodes.append(made.node)
        options = ServeOptions(port=int(given["CANASTRA_PORT"]), proxies=[given["CANASTRA_PROXIES"]])
        assert check(serve_settings(options)).proxies == (address("nginx"),)
        assert int(each["stop_grace_period"].removesuffix("s")) > Settings().drain + AFTER_DRAIN
        assert each["depends_on"]["postgres"] == {"condition": "service_healthy"}
    assert nodes == list(SERVERS)
    assert int(WORKER["stop_grace_period"].removesuffix("s")) > FINISH + LEAVING + 1
    # The image of a single server, with the extras of several.
    assert SERVERS["um"]["build"]["args"] == {"LOCK": "cluster"}
    assert "ARG LOCK=" in (DEPLOY / "Containerfile").read_text("utf-8")


def test_names_are_those_of_services_in_the_same_network() -> None:
    for name, each in [*SERVERS.items(), ("worker", WORKER)]:
        given = environment_of(each)
        hosts = [str(urlsplit(given[key]).hostname) for key in ("CANASTRA_DATABASE", "CANASTRA_BUS") if key in given]
        assert hosts == (["postgres", "nats"] if name in SERVERS else ["nats"])
        for host in hosts:
            assert networks(host) & networks(name) == {"back"}
        assert set(each["depends_on"]) <= SERVICES.keys()
        assert networks("nginx") & networks(name) == ({"front"} if name in SERVERS else set())


def test_secrets_stand_in_no_file_and_have_to_be_given() -> None:
    text = (DEPLOY / "compose-cluster.yaml").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+):\?", text)) == WANTED
    assert not re.findall(r"\$\{\w+(?!\w*:\?)", text)
    assert set(re.findall(r"\((CANASTRA_\w+)=", text)) == WANTED  # The file's head says how.
    for each in SERVICES.values():
        assert "${" not in str(each.get("command", ""))  # `ps` shows it to every user of the machine.
    assert "/deploy/.env" in (DEPLOY.parent / ".gitignore").read_text("utf-8").splitlines()


def test_the_page_has_the_variables_and_upgrades_every_program() -> None:
    page = (DEPLOY.parent / "docs" / "cluster.md").read_text("utf-8")
    (shown,) = re.findall(r"^```text\n(CANASTRA_SITE=.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert {line.split("=")[0] for line in shown.splitlines()} == WANTED
    (upgraded,) = re.findall(r"^for each in (.+)$", page, re.MULTILINE)
    assert upgraded.split() == [name for name, each in SERVICES.items() if "build" in each]


def test_the_services_have_no_more_than_they_need() -> None:
    for name, each in SERVICES.items():
        assert each["cap_drop"] == ["ALL"]
        assert each["security_opt"] == ["no-new-privileges:true"]
        assert {"mem_limit", "restart"} <= each.keys()
        assert name == "postgres" or each["read_only"] is True
        assert ("ports" in each) == (name == "nginx")
        # Of its maker's own name, wherever images come from.
        assert re.fullmatch(r"[a-z-]+(:\d+(\.\d+)?)?", each["image"])
    assert COMPOSE["networks"]["back"] == {"internal": True}
    assert [name for name in SERVICES if "front" in networks(name)] == [*SERVERS, "nginx"]


def test_what_is_mounted_is_there() -> None:
    for each in SERVICES.values():
        for source in (volume.split(":")[0] for volume in each.get("volumes", ())):
            assert source in COMPOSE["volumes"] or source == "/etc/letsencrypt" or (DEPLOY / source).exists()
    assert (DEPLOY / SERVERS["um"]["build"]["context"] / SERVERS["um"]["build"]["dockerfile"]).is_file()


def address(name: str) -> str:
    """Return the fixed address of a service, which is in its network."""
    found = str(SERVICES[name]["networks"]["front"]["ipv4_address"])
    (subnet,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert ip_address(found) in ip_network(subnet["subnet"])
    return found


def test_nginx_is_laid_out_and_leads_to_the_three_servers(tmp_path: Path) -> None:
    """By the script that starts it, with a folder in the place of the container."""
    assert NGINX["command"] == ["sh", "/canastra/container.sh"]
    assert NGINX["volumes"][0] == "./nginx:/canastra:ro"
    live = tmp_path / "letsencrypt" / "live" / SITE
    live.mkdir(parents=True)
    certificate = trustme.CA().issue_cert(SITE)
    certificate.private_key_pem.write_to_path(str(live / "privkey.pem"))
    certificate.cert_chain_pems[0].write_to_path(str(live / "fullchain.pem"))
    shutil.copytree(DEPLOY / "nginx", tmp_path / "canastra")
    site = tmp_path / "canastra" / "canastra.conf"
    site.write_text(site.read_text("utf-8").replace("/etc/letsencrypt", f"{tmp_path}/letsencrypt"), "utf-8")
    main = tmp_path / "main.conf"
    main.write_text("events { worker_connections  1024; }\nhttp { include /etc/nginx/conf.d/*.conf; }\n", "utf-8")
    script = (DEPLOY / "nginx" / "container.sh").read_text("utf-8")
    script = script.replace("from=/canastra made=/run", f"from={tmp_path}/canastra made={tmp_path}")
    script = script.replace("/etc/nginx/nginx.conf", str(main)).replace("exec nginx", f"exec {program('nginx')} -T")
    script = script.replace("daemon off;", f"daemon off; pid {tmp_path}/pid;")
    given = {**os.environ, **environment_of(NGINX)}
    done = subprocess.run(["sh", "-c", script], env=given, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert "test is successful" in done.stderr
    upstream = re.findall(r"^ *server (\S+) max_fails", done.stdout, re.MULTILINE)
    assert upstream == [f"{address(name)}:{each['environment']['CANASTRA_PORT']}" for name, each in SERVERS.items()]
    assert "proxy_pass http://canastra;" in done.stdout
    assert set(re.findall(r"server_name (\S+);", done.stdout)) == {SITE}
    assert set(re.findall(r"^ *(?:access|error)_log (\S+)", done.stdout, re.MULTILINE)) == {
        "/dev/stdout",
        "/dev/stderr",
    }
    assert "worker_connections 16384;" in done.stdout
    assert "/var/www/canastra/restarting.html" in "".join(NGINX["volumes"])


@pytest.mark.parametrize("written", [False, True])
def test_nats_lets_nobody_in_without_the_password(written: bool, tmp_path: Path) -> None:
    """The file's password of digits is read as text."""
    assert NATS["command"] == ["--config", "/canastra/nats.conf"]
    assert NATS["volumes"] == ["./nats.conf:/canastra/nats.conf:ro"]
    port, found = free_port(), urlsplit(environment_of(WORKER)["CANASTRA_BUS"])
    text = (DEPLOY / "nats.conf").read_text("utf-8")
    assert f"0.0.0.0:{found.port}" in text
    file = tmp_path / "nats.conf"
    file.write_text(text.replace(f"0.0.0.0:{found.port}", f"127.0.0.1:{port}"), "utf-8")
    command = [program("nats-server"), "--config", str(file)]
    if written:  # As docs/cluster.md has it on a host of its own.
        file.write_text(file.read_text("utf-8").replace("$CANASTRA_NATS_PASSWORD", f'"{found.password}"'), "utf-8")

    def answer(**login: str) -> str:
        """Return NATS's answer to a client with these credentials."""
        with socket.create_connection(("127.0.0.1", port), SECONDS) as asking, asking.makefile("rw") as lines:
            assert lines.readline().startswith("INFO ")
            lines.write(f"CONNECT {json.dumps({'verbose': True, **login})}\r\n")
            lines.flush()
            return lines.readline().strip()

    child = subprocess.Popen(
        command, env={**os.environ, **({} if written else environment_of(NATS))}, stderr=subprocess.DEVNULL
    )
    try:
        wait_for_port(port)
        assert answer(user=str(found.username), **{"pass": str(found.password)}) == "+OK"
        assert "Authorization" in answer()
        assert "Authorization" in answer(user=str(found.username), **{"pass": "10000000000"})
    finally:
        child.kill()
        child.wait()


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < deadline
        time.sleep(0.01)
