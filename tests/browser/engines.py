"""Debian's Firefox and WebKitGTK, whose engine is Safari's, behind one interface.

Playwright drives only its own builds of them. Mozilla's client for Marionette drives Firefox, Selenium WebKitGTK.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium.webdriver import Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options

from tests.browser.people import SECONDS
from tests.ports import free_port
from tools.debian import find

SIZE = (1280, 800)
ERRORS = """
const WARNING = 1;
const ours = (file) => file.startsWith(arguments[0]);
const found = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError);
const said = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).getEvents();
return [
  ...found.filter((each) => ours(each.sourceName) && !(each.flags & WARNING)).map(String),
  ...said.filter((each) => ours(each.filename) && each.level === 'error').map((each) => String(each.arguments)),
];
"""
"""Returns the errors in Firefox's console: exceptions, violations of the policy, `console.error`."""
SOFTWARE = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
    # Its sandbox needs user namespaces, which containers lack; it only ever sees our own pages.
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}
"""Variables with which WebKitGTK runs without a graphics card."""


class Engine(ABC):
    """A browser with one window."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    @abstractmethod
    def visit(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def run(self, script: str, *given: Any) -> Any:
        """Run the body of a function on the page, and return its value. `click` and `type` take elements from here."""

    def click(self, element: Any) -> None:
        """Click the middle of an element."""
        element.click()

    @abstractmethod
    def point(self, x: float, y: float) -> None:
        """Click a point of the window."""

    def type(self, element: Any, text: str) -> None:
        """Type a text into an element."""
        element.send_keys(text)

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Resize the window, borders included."""

    def errors(self, address: str) -> list[str]:
        """Return the console's errors on pages of this server. Empty where the engine doesn't show its console."""
        return []


class Firefox(Engine):
    """Debian's Firefox, driven by Marionette."""

    def visit(self, url: str) -> None:
        self._driver.navigate(url)

    def run(self, script: str, *given: Any) -> Any:
        return self._driver.execute_script(script, script_args=given, sandbox=None)

    def point(self, x: float, y: float) -> None:
        mouse = self._driver.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
        mouse.pointer_move(round(x), round(y)).click().perform()

    def resize(self, width: int, height: int) -> None:
        self._driver.set_window_rect(width=width, height=height)

    def errors(self, address: str) -> list[str]:
        with self._driver.using_context("chrome"):
            found: list[str] = self._driver.execute_script(ERRORS, script_args=[address])
        return found


class WebKit(Engine):
    """Debian's WebKitGTK, driven by WebDriver."""

    def visit(self, url: str) -> None:
        self._driver.get(url)

    def run(self, script: str, *given: Any) -> Any:
        return self._driver.execute_script(script, *given)

    def point(self, x: float, y: float) -> None:
        actions = ActionBuilder(self._driver)
        actions.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]
        actions.perform()

    def resize(self, width: int, height: int) -> None:
        self._driver.set_window_rect(0, 0, width, height)


@contextmanager
def firefox() -> Iterator[Engine]:
    """Start Firefox, headless, in Portuguese, with a new profile."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        # Mozilla's packages use deprecated calls, and leave a socket open for each time they try to connect.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", ResourceWarning)
        from marionette_driver.marionette import Marionette  # type: ignore[import-untyped]

        driver = Marionette(
            bin=find("firefox-esr"),
            port=free_port(),
            headless=True,
            app_args=["--remote-allow-system-access"],  # To read the console.
            gecko_log=folder,
            prefs={"intl.accept_languages": "pt-BR"},
        )
        driver.start_session()
        try:
            engine = Firefox(driver)
            engine.resize(*SIZE)
            yield engine
        finally:
            driver.quit(in_app=False)
            driver.cleanup()


@contextmanager
def webkit() -> Iterator[Engine]:
    """Start WebKitGTK's MiniBrowser on a virtual screen, in Portuguese."""
    options = Options()
    options.binary_location = str(minibrowser())
    options.add_argument("--automation")
    with screen() as display, webkit_driver({**SOFTWARE, "DISPLAY": display, "LANGUAGE": "pt_BR"}) as address:
        driver = Remote(RemoteConnection(client_config=ClientConfig(remote_server_addr=address)), options=options)
        try:
            engine = WebKit(driver)
            engine.resize(*SIZE)
            yield engine
        finally:
            driver.quit()


def minibrowser() -> Path:
    """Return the path of WebKitGTK's MiniBrowser, which is in no folder of PATH."""
    return max(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


@contextmanager
def screen() -> Iterator[str]:
    """Start a virtual screen, and yield its name."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writes], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        os.close(writes)
        try:
            with os.fdopen(reads) as told:
                yield f":{told.readline().strip()}"
        finally:
            child.terminate()


@contextmanager
def webkit_driver(variables: dict[str, str]) -> Iterator[str]:
    """Start WebKitGTK's driver, and yield its address."""
    port = free_port()
    command = ["WebKitWebDriver", f"--port={port}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env={**os.environ, **variables}, **quiet) as child:  # type: ignore[call-overload]
        try:
            listens(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            child.terminate()


def listens(port: int) -> None:
    """Wait until a process accepts connections on a port of this machine."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert time.monotonic() < end, f"nobody listens on port {port}"
            time.sleep(0.05)
