"""The log: every record of every logger in one form, without any text of clients."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from canastra.errors import CardError
from canastra.server.logging import LONGEST, configure, log, loop_fault

SECRET = "KS QH invitation=s3cret"


@contextmanager
def configured(level: str = "debug", as_json: bool = False) -> Iterator[io.StringIO]:
    """The log of a server in a stream; afterwards everything is as it was."""
    root, hooks = logging.getLogger(), (sys.unraisablehook, threading.excepthook, warnings.showwarning)
    names = ["", "canastra", "uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"]
    levels, handlers, raising = (
        {n: logging.getLogger(n).level for n in names},
        root.handlers[:],
        logging.raiseExceptions,
    )
    stream = io.StringIO()
    try:
        configure(level, as_json, stream)
        yield stream
    finally:
        root.handlers[:], logging.raiseExceptions = handlers, raising
        for name in names:
            logging.getLogger(name).setLevel(levels[name])
        sys.unraisablehook, threading.excepthook, warnings.showwarning = hooks


def fail() -> None:
    raise CardError("card_malformed", text=SECRET)


def test_own_lines() -> None:
    with configured() as stream:
        log(logging.INFO, "refused", table="t1", seat=0, code="table_stale", said="a b", nothing=None)
    at, rest = stream.getvalue().rstrip("\n").split(" ", 1)
    assert rest == 'level=info event=refused table=t1 seat=0 code=table_stale said="a b"'
    assert at.startswith("at=2")
    assert at.endswith("Z")


def test_own_lines_as_json() -> None:
    with configured(as_json=True) as stream:
        log(logging.WARNING, "refused", table="12", seat=0, said='a "b"\n', nothing=None)
    found = json.loads(stream.getvalue())
    assert found.pop("at").endswith("Z")
    assert found == {"level": "warning", "event": "refused", "table": "12", "seat": 0, "said": 'a "b"\n'}


def test_a_line_made_by_hand_is_read() -> None:
    with configured(as_json=True) as stream:
        logging.getLogger("canastra.server.chat").info('event=said table=t1 label="a b"')
    found = json.loads(stream.getvalue())
    assert (found["event"], found["table"], found["label"]) == ("said", "t1", "a b")


def test_nobody_forges_a_line() -> None:
    with configured() as stream:
        log(logging.INFO, "guest", label="x\nat=now event=forged")
    assert stream.getvalue().count("\n") == 1


def test_a_long_figure_is_cut() -> None:
    with configured(as_json=True) as stream:
        log(logging.INFO, "guest", label="x" * 5000)
    assert len(json.loads(stream.getvalue())["label"]) == LONGEST


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("name", ["canastra.server.chat", "uvicorn.error", "asyncio", "root"])
def test_what_others_quote_is_not_written(name: str, as_json: bool) -> None:
    logger = logging.getLogger(None if name == "root" else name)
    with configured(as_json=as_json) as stream:
        logger.error("it said %s", SECRET)
        logger.error("it said %s", "x", extra={"text": SECRET})
        logger.error(f"it said: {SECRET}")
        logger.error(CardError("card_malformed", text=SECRET))
        logger.error({"said": SECRET})
        logger.error("first line\n%s", SECRET)
        logger.error("wrong number of arguments %s %s", SECRET)
        logger.error("a stack", stack_info=True)
        try:
            fail()
        except CardError:
            logger.exception("Exception in ASGI application\n")
    text = stream.getvalue()
    assert text.count("\n") == 9
    for piece in SECRET.split():
        assert piece not in text
    assert "Traceback" not in text
    assert "card_malformed" in text
    assert "test_logging:" in text
    assert "Exception in ASGI application" in text


def test_what_libraries_chatter_about_is_not_written() -> None:
    own_minded = logging.getLogger("library.with.a.level")
    own_minded.setLevel(logging.DEBUG)
    with configured("debug") as stream:
        own_minded.info("GET /?invitation=%s", SECRET)
        for name in ("uvicorn.error", "uvicorn.access", "asyncio", "websockets.server", "httpx2"):
            logging.getLogger(name).info("GET /api/tables/t1?invitation=%s", SECRET)
            logging.getLogger(name).debug("< TEXT '%s'", SECRET)
    assert stream.getvalue() == ""


def test_levels() -> None:
    with configured("warning") as stream:
        log(logging.INFO, "quiet")
        log(logging.WARNING, "loud")
    assert "quiet" not in stream.getvalue()
    assert "loud" in stream.getvalue()


def test_warnings() -> None:
    with configured() as stream, warnings.catch_warnings():
        warnings.simplefilter("always")
        # catch_warnings puts its own hook back at its end, and pytest has one of its own.
        configure("debug", False, stream)
        warnings.warn(SECRET, UserWarning, stacklevel=1)
    assert "event=warning kind=UserWarning place=test_logging.py:" in stream.getvalue()
    assert "s3cret" not in stream.getvalue()


def test_errors_that_nobody_caught() -> None:
    class Broken:
        def __del__(self) -> None:
            fail()

    with configured() as stream:
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        hook = sys.unraisablehook
        Broken()
        gc.collect()
        assert sys.unraisablehook is hook
    text = stream.getvalue()
    assert "event=thread_failed error=card_malformed place=tests.server.run.test_logging:" in text.replace(
        "place=test_logging", "place=tests.server.run.test_logging"
    )
    assert "event=unraisable error=card_malformed" in text
    assert "s3cret" not in text


def test_tasks_that_nobody_waits_for() -> None:
    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(loop_fault)

        async def failing() -> None:
            fail()

        task = asyncio.create_task(failing())
        with suppress(CardError):
            await asyncio.wait([task])
        del task
        gc.collect()
        asyncio.get_running_loop().call_exception_handler({"message": f"heard {SECRET}"})

    with configured() as stream:
        asyncio.run(main())
    text = stream.getvalue()
    assert "event=task_failed error=card_malformed" in text
    assert text.count("\n") == 2
    assert "s3cret" not in text


def test_a_stream_that_has_gone_stops_nothing() -> None:
    with configured() as stream:
        stream.close()
        log(logging.ERROR, "unheard")
        assert stream.closed
