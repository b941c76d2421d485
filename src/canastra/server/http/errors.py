"""Errors of the interface itself, and the answer to every error: one JSON form, a status, never a traceback."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping
from http import HTTPStatus

from msgspec import Struct
from starlette.responses import Response

from canastra.errors import CanastraError, Figure, InputError, RuleError
from canastra.protocol import encode
from canastra.protocol.messages import Error, Fault, fault
from canastra.protocol.tournaments import RegulationsFault
from canastra.server.chat import ChatError
from canastra.server.live import BusyError, DrainingError, NoTableError, TableStoppedError
from canastra.server.logging import log
from canastra.server.storage import StorageError
from canastra.table import RefusalError
from canastra.tournament import EventRefusedError, RegulationsError
from canastra.tournament.pairing import PairingError

JSON = "application/json"
SOON = "2"
"""Seconds after which to retry at a server that is busy or stops."""
AT_ONCE = "1"
"""Seconds after which a session may send messages again after too many."""
LATER = "10"
"""Seconds after which to retry if a part of the server has too much to do."""


class Failure(Struct, frozen=True):
    """The body of every answer that is an error."""

    error: Fault


class RegulationsFailure(Struct, frozen=True):
    """The body of the answer to invalid regulations."""

    error: RegulationsFault


class ApiError(CanastraError):
    """A request that is refused before any part of the server gets it. `status` is its HTTP status."""

    def __init__(self, status: int, code: str, headers: Mapping[str, str] | None = None, **figures: Figure) -> None:
        super().__init__(code, **figures)
        self.status = status
        self.headers = dict(headers or {})


def too_many(seconds: float) -> ApiError:
    """The error of an empty bucket that fills again after some seconds."""
    wait = max(1, math.ceil(seconds))
    return refused(429, "api_rate", {"Retry-After": str(wait)}, seconds=wait)


def refused(status: int, code: str, headers: Mapping[str, str] | None = None, **figures: Figure) -> ApiError:
    """Make an ApiError; the code stands second, where a test of the catalogues looks for it."""
    return ApiError(status, code, headers, **figures)


def failure(error: Exception, method: str, route: str) -> Response:
    """The answer to a request that met an error; a fault of the server is logged by the name of its class."""
    if isinstance(error, CanastraError):
        status = status_of(error)
        if status < 500 or status == HTTPStatus.NOT_IMPLEMENTED:
            return error_response(error, status, headers_of(error, status))
        if status == 503:
            log(logging.WARNING, "unavailable", error=error.code, method=method, route=route)
            # An error of storage may name files. One with a status of its own names the limit.
            said = error if hasattr(error, "status") else refused(503, "api_unavailable")
            return error_response(said, 503, {"Retry-After": SOON})
    log(logging.ERROR, "fault", error=type(error).__name__, method=method, route=route)
    return error_response(refused(500, "api_fault"), 500)


def error_response(error: CanastraError, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """The one form of an error; an error of regulations has the key too."""
    body: Failure | RegulationsFailure = Failure(fault(error))
    if isinstance(error, RegulationsError):
        body = RegulationsFailure(RegulationsFault(error.code, error.message("pt"), error.message("en"), error.key))
    return Response(encode(body), status, headers, JSON)


def unanswered(message: Error) -> Response:
    """The answer to a command that the server had no time for: its sender has to repeat it, so it must not look like an
    answer.
    """
    fast = message.fault.code == "ws_too_fast"
    status = HTTPStatus.TOO_MANY_REQUESTS if fast else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(encode(Failure(message.fault)), status, {"Retry-After": AT_ONCE if fast else SOON}, JSON)


def no_such_method(methods: Iterable[str]) -> Response:
    """The answer to a method that an address doesn't take (405)."""
    allowed = ", ".join(sorted(methods))
    return error_response(refused(405, "api_method", allowed=allowed), 405, {"Allow": allowed})


def nothing_there() -> Response:
    """The answer at an unknown address (404)."""
    return error_response(refused(404, "api_not_found"), 404)


def status_of(error: CanastraError) -> int:
    """The HTTP status of an error; 500 for one that no request should lead to."""
    status = getattr(error, "status", None)  # The parts' own errors have one.
    if isinstance(status, int):
        return status
    for kind, status in _STATUS.items():
        if isinstance(error, kind):
            return status
    return 500


def headers_of(error: CanastraError, status: int) -> dict[str, str]:
    """Headers of the answer to an error."""
    own = error.headers if isinstance(error, ApiError) else {}
    return {"Retry-After": LATER, **own} if status == HTTPStatus.TOO_MANY_REQUESTS else own


_STATUS: dict[type[CanastraError], int] = {
    NoTableError: 404,
    BusyError: 503,
    TableStoppedError: 503,
    DrainingError: 503,
    StorageError: 503,  # Its message may name files: the answer reveals less.
    ChatError: 503,  # The other errors of the chat do not occur here.
    RefusalError: 409,
    RuleError: 409,
    EventRefusedError: 409,
    PairingError: 409,  # Before `InputError`, its base class.
    InputError: 400,
}
