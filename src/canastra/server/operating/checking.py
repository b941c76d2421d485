"""What an operator set, checked before anything is opened: one clear sentence for whatever can't be."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import fields, replace
from urllib.parse import urlsplit

from canastra.errors import InputError
from canastra.server.settings import ANY_HOST, WEB, Caps, Rate, Settings

LARGEST_PORT = 65_535
METRICS = ("local", "all", "off")
LEVELS = ("debug", "info", "warning", "error")
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*", re.ASCII)
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]", re.ASCII)

_ROOT_PATH = re.compile(r"(?:/[A-Za-z0-9][A-Za-z0-9._~-]*)*", re.ASCII)


class SettingsError(InputError):
    """A setting that can't be, or an address that can't be listened on."""


def check(settings: Settings) -> Settings:
    """The settings, if they can be; a `SettingsError`."""
    _bound("port", settings.port, 0, LARGEST_PORT)
    _bound("bot-processes", settings.bot_processes, 0, 64)
    _bound("heartbeat", settings.heartbeat / 1000, 1, 600)
    _bound("drain", settings.drain, 0, 600)
    _bound("exit-after", settings.exit_after, 0, 86_400)
    _bound("patience", settings.hello, 1, 600)
    _one_of("metrics", settings.metrics, METRICS)
    _one_of("log-level", settings.log_level, LEVELS)
    if not _ROOT_PATH.fullmatch(settings.root_path):
        raise SettingsError("serve_root_path", found=settings.root_path[:80])
    for origin in settings.origins:
        if not _is_origin(origin):
            raise SettingsError("serve_origin", found=origin[:80])
    for name in settings.allowed_hosts:
        if name != ANY_HOST and not _NAME.fullmatch(name):
            raise SettingsError("serve_allowed_host", found=name[:80])
    for proxy in settings.proxies:
        if not _is_network(proxy):
            raise SettingsError("serve_proxy", found=proxy[:80])
    if settings.web not in (None, WEB) and not settings.web.is_dir():
        raise SettingsError("serve_web", file=str(settings.web))
    return settings


def check_workers(workers: int) -> None:
    """A `SettingsError` for more than one process: one of them writes to a database of SQLite."""
    if workers != 1:
        raise SettingsError("serve_workers", found=workers)


def with_caps(caps: Caps, given: Sequence[str]) -> Caps:
    """The caps with those that are given as ``name=number``, or ``name=burst/per_second``. A `SettingsError`.

    >>> with_caps(Caps(), ["sockets=50", "lines_of_person=9/0.5"]).lines_of_person
    Rate(burst=9.0, per_second=0.5)
    """
    present = {field.name: getattr(caps, field.name) for field in fields(caps)}
    for text in given:
        name, _, value = text.partition("=")
        if name not in present:
            raise SettingsError("serve_cap_unknown", found=name[:80], known=", ".join(present))
        present[name] = _rate(text, value) if isinstance(present[name], Rate) else _count(text, value)
    return replace(caps, **present)


def _count(text: str, value: str) -> int:
    if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
        raise SettingsError("serve_cap", found=text[:80])
    return int(value)


def _rate(text: str, value: str) -> Rate:
    burst, _, per_second = value.partition("/")
    if not (_NUMBER.fullmatch(burst) and _NUMBER.fullmatch(per_second)) or float(burst) < 1 or float(per_second) <= 0:
        raise SettingsError("serve_cap_rate", found=text[:80])
    return Rate(float(burst), float(per_second))


def _bound(name: str, value: float, least: int, most: int) -> None:
    if not least <= value <= most:
        raise SettingsError("serve_number", name=f"--{name}", found=f"{value:g}", least=least, most=most)


def _one_of(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise SettingsError("serve_choice", name=f"--{name}", found=value[:80], known=", ".join(known))


def _is_origin(text: str) -> bool:
    """Whether a browser could send this as ``Origin``: the scheme, the host and a port that isn't the scheme's own."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    host = parts.netloc.removesuffix(f":{port}") if port is not None else parts.netloc
    own_port = {"http": 80, "https": 443}.get(parts.scheme)
    bare = text == f"{parts.scheme}://{parts.netloc}"
    return bare and own_port is not None and port != own_port and bool(_HOST.fullmatch(host))


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True
