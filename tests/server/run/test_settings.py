"""Settings: every invalid one is refused with one sentence, in both languages."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from canastra.server.app import Server
from canastra.server.limits import Rate
from canastra.server.run import serve
from canastra.server.settings import Caps, Settings, SettingsError, check, check_workers, with_caps


def test_the_defaults_are_right() -> None:
    assert check(Settings()) == Settings()
    check_workers(1)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("port", 65_536, "serve_number"),
        ("port", -1, "serve_number"),
        ("bot_processes", -1, "serve_number"),
        ("bot_processes", 65, "serve_number"),
        ("heartbeat", 999, "serve_number"),
        ("drain", -0.5, "serve_number"),
        ("drain", float("nan"), "serve_number"),
        ("hello", 0, "serve_number"),
        ("metrics", "everybody", "serve_choice"),
        ("log_level", "loud", "serve_choice"),
        ("origins", ("https://a.example", "example.com"), "serve_origin"),
        ("proxies", ("10.0.0.1", "proxy.example"), "serve_proxy"),
        ("proxies", ("*",), "serve_proxy"),
        ("web", Path("no", "such", "folder"), "serve_web"),
        ("root_path", "canastra", "serve_root_path"),
        ("root_path", "/", "serve_root_path"),
        ("root_path", "/canastra/", "serve_root_path"),
        ("root_path", "/../canastra", "serve_root_path"),
        ("root_path", "/jogo s", "serve_root_path"),
        ("root_path", '/a"><script>', "serve_root_path"),
    ],
)
def test_what_can_not_be(name: str, value: Any, code: str) -> None:
    with pytest.raises(SettingsError) as caught:
        check(replace(Settings(), **{name: value}))
    assert caught.value.code == code
    for language in ("pt", "en"):
        assert "\n" not in caught.value.message(language)


@pytest.mark.parametrize("needs", ['{"mesa": ["assets/table.js"]}', "[]", "no JSON", '{"mesa": {"pt": [1]}}'])
def test_a_client_of_another_version(tmp_path: Path, needs: str) -> None:
    """Refused before anything is opened; of this version's form it would be served."""
    web = tmp_path / "web"
    web.mkdir()
    (web / "pages.json").write_text(needs, "utf-8")
    with pytest.raises(SettingsError) as caught:
        Server(Settings(database=tmp_path / "canastra.db", web=web))
    assert caught.value.code == "serve_web_version"
    assert {path.name for path in tmp_path.iterdir()} == {"web"}
    for language in ("pt", "en"):
        assert str(web) in caught.value.message(language)
        assert "\n" not in caught.value.message(language)


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.com",
        "http://localhost:5173",
        "https://a-b.example:8443",
        "http://[::1]:8080",
        "http://10.0.0.1",
    ],
)
def test_origins(origin: str) -> None:
    assert check(Settings(origins=(origin,))).origins == (origin,)


@pytest.mark.parametrize(
    "origin",
    [
        "https://example.com/",
        "https://example.com/path",
        "https://Example.com",
        "HTTPS://example.com",
        "https://example.com:443",
        "http://example.com:80",
        "https://example.com:x",
        "https://example.com:99999",
        "https://user@example.com",
        "https://*.example.com",
        "https://exam ple.com",
        "https://",
        "ftp://example.com",
        "null",
        "*",
        "",
    ],
)
def test_no_origins(origin: str) -> None:
    with pytest.raises(SettingsError):
        check(Settings(origins=(origin,)))


def test_networks_of_proxies() -> None:
    proxies = ("127.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32")
    assert check(Settings(proxies=proxies)).proxies == proxies


def test_nothing_is_served_by_settings_that_can_not_be() -> None:
    with pytest.raises(SettingsError):
        serve(Settings(port=65_536))


def test_workers() -> None:
    for number in (0, 2, -1):
        with pytest.raises(SettingsError) as caught:
            check_workers(number)
        assert caught.value.code == "serve_workers"


def test_every_cap_can_be_given() -> None:
    given = []
    for field in fields(Caps):
        is_rate = isinstance(getattr(Caps(), field.name), Rate)
        given.append(f"{field.name}=7{'/0.25' if is_rate else ''}")
    changed = with_caps(Caps(), given)
    assert {getattr(changed, field.name) for field in fields(Caps)} == {7, Rate(7, 0.25)}
    assert with_caps(Caps(), []) == Caps()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("doors=3", "serve_cap_unknown"),
        ("", "serve_cap_unknown"),
        ("sockets", "serve_cap"),
        ("sockets=", "serve_cap"),
        ("sockets=-1", "serve_cap"),
        ("sockets=1/2", "serve_cap"),
        ("sockets=many", "serve_cap"),
        ("lines_of_person=5", "serve_cap_rate"),
        ("lines_of_person=5/0", "serve_cap_rate"),
        ("lines_of_person=0/1", "serve_cap_rate"),
        ("lines_of_person=nan/1", "serve_cap_rate"),
        ("lines_of_person=1e9/1", "serve_cap_rate"),
    ],
)
def test_caps_that_can_not_be(text: str, code: str) -> None:
    with pytest.raises(SettingsError) as caught:
        with_caps(Caps(), [text])
    assert caught.value.code == code
