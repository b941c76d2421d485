"""The browser client over HTTP: its files as they were built, and its one page for every address that it knows."""

from __future__ import annotations

from canastra.server.web.files import File, read_files
from canastra.server.web.pages import HEADERS, PAGES, routes

__all__ = ["HEADERS", "PAGES", "File", "read_files", "routes"]
