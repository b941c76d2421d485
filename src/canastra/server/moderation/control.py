"""The control socket: how `canastra admin` reaches a running server on the same machine.

It is a Unix socket beside the database that only the server's system user and root may open: they may also write to the
database, so they have every power anyway. One request a connection: a line of JSON each way.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from canastra.errors import CanastraError
from canastra.protocol import encode, read_body
from canastra.protocol.messages import Fault, fault
from canastra.protocol.moderation import Answer, Request
from canastra.server.logging import code_of, log
from canastra.server.moderation.service import MACHINE, Moderation, Moderator
from canastra.server.storage import StorageError

SUFFIX = ".control"
LONGEST = 64 * 1024
"""Bytes of a request."""
PATIENCE = 10.0
"""Seconds that a client may take to send its request."""
LONGEST_WAIT = 120.0
"""Seconds that `ask` waits for an answer."""


class ControlError(CanastraError):
    """A server could not be asked; nothing was done, or it is unknown whether it was."""


class RefusedError(CanastraError):
    """A refusal by the server that was asked, with the server's sentence."""

    def __init__(self, found: Fault) -> None:
        super().__init__(found.code)
        self._found = found

    def message(self, language: str = "en") -> str:
        """The sentence in which the server refused."""
        return self._found.pt if language == "pt" else self._found.en


class _Failure(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    error: Fault


_answers: msgspec.json.Decoder[Answer | _Failure] = msgspec.json.Decoder(Answer | _Failure)


def path_of(database: Path) -> Path:
    """Where the control socket of a database is."""
    database = database.resolve()
    return database.with_name(database.name + SUFFIX)


class Control:
    """The server's end of the control socket. Without support for Unix sockets there is no control, and the log says
    so.
    """

    def __init__(self, moderation: Moderation, path: Path | None) -> None:
        self._moderation, self._path = moderation, path
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen. A socket left behind by an earlier server is removed: the database's lock shows that it has ended."""
        if self._path is None:
            return
        if not hasattr(asyncio, "start_unix_server"):
            log(logging.INFO, "no_control", error="system")
            return
        mask = os.umask(0o177)
        try:
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path, limit=LONGEST)
        except OSError as error:  # The path is too long for a socket, or the file system has no sockets.
            log(logging.WARNING, "no_control", error=type(error).__name__)
        finally:
            os.umask(mask)

    async def close(self) -> None:
        """Stop taking requests."""
        if self._server is not None:
            self._server.close()
            self._server = None
            if self._path is not None:
                with suppress(OSError):
                    self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                sent = await reader.readline()
            if sent:
                writer.write(encode(await self._answered(sent, user_of(writer))) + b"\n")
                await writer.drain()
        except (OSError, TimeoutError, ValueError) as error:  # Gone, slow, or a line without end.
            log(logging.INFO, "control_lost", error=type(error).__name__)
        finally:
            writer.close()

    async def _answered(self, sent: bytes, user: str) -> Answer | _Failure:
        try:
            request: Request = read_body(sent, Request)  # type: ignore[arg-type]  # A union is no class to mypy.
            return await self._moderation.handle(Moderator(f"{MACHINE}:{user}", "admin"), request)
        except StorageError as error:  # Its figures name files.
            log(logging.ERROR, "fault", error=code_of(error))
            return _Failure(fault(CanastraError("api_unavailable")))
        except CanastraError as error:
            return _Failure(fault(error))
        except Exception as error:  # noqa: BLE001 - of this one request; the server goes on
            log(logging.ERROR, "fault", error=code_of(error))
            return _Failure(fault(CanastraError("api_fault")))


def user_of(writer: asyncio.StreamWriter) -> str:
    """The system's user at the other end; "?" where the system doesn't reveal it."""
    found: Any = writer.get_extra_info("socket")
    if found is None or not hasattr(socket, "SO_PEERCRED"):
        return "?"
    _, user, _ = struct.unpack("3i", found.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return name_of(user)


def name_of(user: int) -> str:
    """The name of a user of the system, or the number if there is no name."""
    try:
        import pwd

        return pwd.getpwuid(user).pw_name
    except (ImportError, KeyError):
        return str(user)


def ask(database: Path, request: Request) -> Answer | None:
    """Ask the server that has a database; None if no server answers. Raises ControlError and RefusedError."""
    path = path_of(database)
    if not hasattr(socket, "AF_UNIX"):
        return None
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(LONGEST_WAIT)
            try:
                connection.connect(str(path))
            except (FileNotFoundError, ConnectionRefusedError):
                return None
            connection.sendall(encode(request) + b"\n")
            with connection.makefile("rb") as file:
                answered = file.readline()
    except PermissionError:
        raise ControlError("admin_permission", file=str(path)) from None
    except OSError as error:
        raise ControlError("admin_lost", reason=error.strerror or type(error).__name__) from None
    return _read(answered)


def _read(answered: bytes) -> Answer:
    try:
        found: Answer | _Failure = _answers.decode(answered)
    except msgspec.DecodeError:
        raise ControlError("admin_lost", reason="EOF") from None
    if isinstance(found, _Failure):
        raise RefusedError(found.error)
    return found
