"""On which line of a TOML file something stands, for error messages: `tomllib` reads values without their places."""

from __future__ import annotations

import re

from canastra.toml import TOKEN

Path = tuple[str | int, ...]


def key_lines(text: str) -> dict[Path, int]:
    """Line, from 1, of every key and header of a TOML file written in the usual way.

    A key in the k-th ``[[deals]]`` is found under ``("deals", k, key)``, k from 0; a key of the file under
    ``(key,)``. For a string over several lines ``(…, "text")`` is the line of its first line of content.
    """
    found: dict[Path, int] = {}
    table: Path = ()
    counts: dict[str, int] = {}
    for line, statement, content in _statements(text):
        header = re.fullmatch(r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]\]?\s*", statement)
        if header:
            name = header[2]
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                table = (name, counts[name])
            else:
                table = (name,)
            found.setdefault(table, line)
        elif "=" in statement:
            key = (*table, statement.partition("=")[0].strip().strip("\"'"))
            found.setdefault(key, line)
            if content is not None:
                found.setdefault((*key, "text"), content)
    return found


def statement_lines(text: str) -> dict[Path, tuple[int, int]]:
    """The first and last line, from 1, of every key and header that `key_lines` finds."""
    starts = [line for line, _, _ in _statements(text)]
    following = dict(zip(starts, [*starts[1:], text.count("\n") + 2], strict=True))
    # The line of a long string's content is no statement of its own.
    found = {path: line for path, line in key_lines(text).items() if path[-1] != "text"}
    return {path: (line, following[line] - 1) for path, line in found.items()}


def _statements(text: str) -> list[tuple[int, str, int | None]]:
    """Each statement of a file: its line, its text without long strings, the line where a long string begins."""
    found: list[tuple[int, str, int | None]] = []
    line, depth, start = 1, 0, 1
    parts: list[str] = []
    content: int | None = None
    header: bool | None = None
    for match in TOKEN.finditer(text):
        token = match[0]
        if header is None and token.strip():
            header = token == "["
        if token == "\n" and depth == 0:
            found.append((start, "".join(parts), content))
            parts, content, header, start = [], None, None, line + 1
        elif token[:3] in ('"""', "'''"):
            # An escape may begin a line of the content, or join two, where the file has none.
            escaped = token[0] == '"' and "\\" in token
            content = None if escaped else line + token[3:].startswith(("\n", "\r\n"))
        elif not token.startswith("#"):
            depth = depth if header else max(0, depth + (token in "[{") - (token in "]}"))
            parts.append(token)
        line += token.count("\n")
    found.append((start, "".join(parts), content))
    return found


def too_deep(text: str, most: int) -> int | None:
    """The line of a key or header with more than `most` dots, if any: `tomllib` takes the square of their number."""
    line, dots = 1, 0
    for match in TOKEN.finditer(text):
        token = match[0]
        if token in "[]{}\n=":
            dots = 0
        elif token[0] not in "\"'#":
            dots += max(part.count(".") for part in token.split(","))
        if dots > most:
            return line
        line += token.count("\n")
    return None
