"""What the asking program takes: a longer answer that is the same for everybody goes out compressed."""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers
from starlette.responses import Response

SHORT = 1024
"""Bytes that go in one packet anyway."""


def takes(headers: Headers, encoding: str) -> bool:
    """Whether whoever asks takes it: it is named, and not with a quality of 0."""
    found = {}
    for each in ",".join(headers.getlist("accept-encoding")).split(","):
        name, _, quality = each.replace(" ", "").lower().partition(";q=")
        found[name] = quality.strip("0.") != "" or not quality
    return found.get(encoding, found.get("*", False))


def zip_for(headers: Headers, response: Response) -> None:
    """Compress an answer by gzip, if that is taken and it isn't compressed already.

    Not for answers that hold a secret: together with a text of an attacker's choice its length would tell of it.
    """
    if "Content-Encoding" in response.headers:
        return
    response.headers["Vary"] = "Accept-Encoding"
    if len(response.body) > SHORT and takes(headers, "gzip"):
        response.body = gzip.compress(response.body, 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
