"""The proxies of the files in deploy/, as processes of their own: Debian's nginx and Caddy, with TLS.

The files are used as they are, with other addresses, ports and folders. Each replaced text must be there.
"""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
import trustme
from websockets.asyncio.client import ClientConnection, connect

from tests.cli.running import environment
from tests.ports import free_port
from tests.server.run.process import SECONDS
from tools.debian import find

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "canastra.example"
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
{user}
events {{ worker_connections 1024; }}
http {{
    # As Debian has it.
    sendfile on;
    tcp_nopush on;
    gzip on;
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
    types {{ text/html html; }}
    access_log {folder}/nginx-access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/conf.d/*.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A running proxy, and access to the server behind it."""

    name: str
    folder: Path
    plain: int
    secure: int
    trust: ssl.SSLContext
    site: str = NAME

    def at(self, site: str) -> Proxy:
        """Return the same proxy by another name of it."""
        return replace(self, site=site)

    @property
    def written(self) -> str:
        """The content of all its logs."""
        logs = [*self.folder.glob("*.log"), self.folder / "said"]
        return "\n".join(path.read_text("utf-8", "replace") for path in logs)

    def ask(self, method: str, path: str, http2: bool = False, **more: Any) -> httpx2.Response:
        """Send a request over TLS."""
        headers = {"Host": self.site} | more.pop("headers", {})
        with httpx2.Client(verify=self.trust, http2=http2, timeout=SECONDS, trust_env=False) as client:
            address = f"https://127.0.0.1:{self.secure}{path}"
            return client.request(method, address, headers=headers, extensions={"sni_hostname": self.site}, **more)

    def connection(self, alpn: tuple[str, ...] = ("http/1.1",)) -> ssl.SSLSocket:
        """Open a bare connection over TLS."""
        trust = ssl.create_default_context()
        trust.load_verify_locations(self.folder / "authority.pem")
        trust.set_alpn_protocols(list(alpn))
        plain = socket.create_connection(("127.0.0.1", self.secure), SECONDS)
        return trust.wrap_socket(plain, server_hostname=self.site)

    def socket(
        self, path: str, source: str = "127.0.0.1", **headers: str
    ) -> AbstractAsyncContextManager[ClientConnection]:
        """Open a WebSocket over TLS, from one of this machine's addresses."""
        options: dict[str, Any] = {"host": "127.0.0.1", "port": self.secure, "local_addr": (source, 0)}
        options |= {"proxy": None, "max_size": None, "close_timeout": 0.2, "additional_headers": headers}
        return connect(f"wss://{self.site}{path}", ssl=self.trust, **options)


Edit = Callable[[str], str]
"""A further change of a file by a test."""


def unchanged(text: str) -> str:
    return text


def program(name: str) -> str:
    found = find(name)
    assert found, f"{name} is missing: make test installs it on Debian"
    return found


def changed(text: str, changes: Mapping[str, str]) -> str:
    """Return a text with replacements. Fails if one of the old texts is missing."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, plain: int, secure: int, behind: int, edit: Edit) -> list[str]:
    """Lay the files out in a folder as the page says, and return the command."""
    site = (DEPLOY / "nginx" / "canastra.conf").read_text("utf-8")
    to_server = (DEPLOY / "nginx" / "canastra-proxy.conf").read_text("utf-8")
    for name in ("conf.d", "snippets"):
        (folder / name).mkdir()
    site = changed(
        site,
        {
            "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen [::]:80;": "",
            "listen 443 ": f"listen 127.0.0.1:{secure} ",
            "listen [::]:443 ssl http2;": "",
            "/etc/letsencrypt/live/canastra.example/fullchain.pem": f"{folder}/certificate.pem",
            "/etc/letsencrypt/live/canastra.example/privkey.pem": f"{folder}/key.pem",
            "/var/log/nginx/": f"{folder}/",
            "/var/www/canastra": str(DEPLOY),
        },
    )
    (folder / "conf.d" / "canastra.conf").write_text(edit(site), "utf-8")
    proxied = changed(to_server, {"127.0.0.1:8080": f"127.0.0.1:{behind}"})
    (folder / "snippets" / "canastra-proxy.conf").write_text(edit(proxied), "utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user), "utf-8")
    return [
        program("nginx"),
        "-p",
        str(folder),
        "-c",
        str(folder / "nginx.conf"),
        "-e",
        str(folder / "nginx-error.log"),
    ]


def caddy(folder: Path, plain: int, secure: int, behind: int, edit: Edit) -> list[str]:
    """The same for Caddy."""
    certificate = f"\ttls {folder}/certificate.pem {folder}/key.pem\n"
    text = changed(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        {
            "\n{\n": f"\n{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\tstorage file_system {folder}/kept\n"
            f"\thttp_port {plain}\n\thttps_port {secure}\n",
            "\n{$CANASTRA_SITE:canastra.example} {\n": f"\n{NAME} {{\n{certificate}",
            "127.0.0.1:8080": f"127.0.0.1:{behind}",
            "/var/www/canastra": str(DEPLOY),
        },
    )
    (folder / "Caddyfile").write_text(edit(text), "utf-8")
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


KINDS = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(name: str, folder: Path, behind: int, edit: Edit = unchanged) -> Iterator[Proxy]:
    """Run a proxy in front of a port of this machine, with its files in a new folder."""
    folder.mkdir()
    authority = trustme.CA()
    own = authority.issue_cert(NAME, f"www.{NAME}", "club.example")
    authority.cert_pem.write_to_path(folder / "authority.pem")
    own.private_key_pem.write_to_path(folder / "key.pem")
    for number, blob in enumerate(own.cert_chain_pems):
        blob.write_to_path(folder / "certificate.pem", append=number > 0)
    trust = ssl.create_default_context()
    authority.configure_trust(trust)
    plain, secure = free_port(), free_port()
    command = KINDS[name](folder, plain, secure, behind, edit)
    with (folder / "said").open("w", encoding="utf-8") as said:
        variables = environment(HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        child = subprocess.Popen(command, stdout=said, stderr=said, env=variables, cwd=folder)
    proxy = Proxy(name, folder, plain, secure, trust)
    try:
        _wait(child, proxy)
        yield proxy
    finally:
        child.terminate()
        try:
            child.wait(SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _wait(child: subprocess.Popen[bytes], proxy: Proxy) -> None:
    deadline = time.monotonic() + SECONDS
    for port in (proxy.plain, proxy.secure):
        while True:
            assert child.poll() is None, proxy.written
            assert time.monotonic() < deadline, proxy.written
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.02)
