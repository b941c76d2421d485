"""The client's types equal the server's schemas, and include all routes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from canastra.protocol import schema
from canastra.server.http import OPERATIONS
from tools import web_types
from tools.web_types import ROOT, TYPES, comment, declaration, type_of

NET = ROOT / TYPES.parent
DESCRIPTIONS = {"read_description", "read_protocol", "stream", "send_bot_away"}
"""Operations that no page asks for; bots leave a seat as people do, by the seat's own route."""


def test_they_are_up_to_date() -> None:
    assert (ROOT / TYPES).read_text("utf-8") == web_types.text(), "run python -m tools.web_types"


def test_stale_ones_are_found_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert web_types.main(["--check"], tmp_path) == 1
    assert "stale" in capsys.readouterr().out
    assert not (tmp_path / TYPES).exists()
    assert web_types.main([], tmp_path) == 0
    assert web_types.main(["--check"], tmp_path) == 0
    (tmp_path / TYPES).write_text("export {};\n")
    assert web_types.main(["--check"], tmp_path) == 1


def test_nothing_is_anything() -> None:
    assert not re.search(r"\bany\b", re.sub(r"/\*.*?\*/", "", web_types.text(), flags=re.DOTALL))


def test_no_line_is_too_long() -> None:
    assert max(map(len, web_types.text().splitlines())) <= web_types.WIDTH


def test_messages_are_told_apart_by_their_type() -> None:
    text = web_types.text()
    for name in ("ClientMessage", "ServerMessage", "Event"):
        for tag, place in schema.document()["$defs"][name]["discriminator"]["mapping"].items():
            kind = place.rsplit("/", 1)[1]
            kind = web_types.NAMES.get(kind, kind)
            assert f"export interface {kind} {{\n  type: '{tag}';" in text


def test_every_type_that_is_named_is_there() -> None:
    text = web_types.text()
    there = set(re.findall(r"export (?:interface|type|const) (\w+)", text))
    code = re.sub(r"/\*.*?\*/|'[^']*'", "", text, flags=re.DOTALL)
    named = set(re.findall(r"\b[A-Z]\w+", code)) - {"Record", "Partial", "Required", "ReadonlySet", "Set"}
    assert named - there - {"VERSION", "SHUFFLE", "FINAL", "UNANSWERED"} == set()


def test_the_client_asks_for_every_route() -> None:
    places = (NET / "api.ts", NET.parent / "admin" / "parts" / "api.ts", NET.parent / "tournament" / "state" / "api.ts")
    text = "".join(path.read_text("utf-8") for path in places)
    asked = set(re.findall(r"(?:call|unlessSame|address)\(\s*'([A-Z]+ [^']+)'", text))
    assert asked == {f"{each.method} {each.path}" for each in OPERATIONS if each.name not in DESCRIPTIONS}


@pytest.mark.parametrize(
    ("described", "kind"),
    [
        ({}, "unknown"),
        ({"type": "object"}, "Record<string, unknown>"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        ({"type": "array", "items": {"$ref": "#/$defs/Event"}}, "readonly TableEvent[]"),
        ({"type": "array", "items": {"type": "object"}}, "readonly Record<string, unknown>[]"),
        ({"type": "array", "items": {"type": "array", "items": {}}}, "readonly (readonly unknown[])[]"),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, "readonly [number, string]"),
        ({"enum": ["a", 5, True]}, "'a' | 5 | true"),
        ({"const": "a"}, "'a'"),
        ({"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}, {"type": "string"}]}, "string | null"),
    ],
)
def test_a_schema_as_a_type(described: web_types.Schema, kind: str) -> None:
    assert type_of(described) == kind


def test_what_may_be_left_out_is_marked() -> None:
    properties = {"a": {"type": "string", "description": "first"}, "b": {"type": "boolean"}}
    described = {"description": "Two ``keys``.", "properties": properties, "required": ["a"]}
    lines = ["/** Two `keys`. */", "export interface Two {", "  /** First. */", "  a: string;", "  b?: boolean;", "}"]
    assert declaration("Two", described) == "\n".join(lines)


def test_a_long_description_stands_on_several_lines() -> None:
    lines = comment("word " * 60, "  ").splitlines()
    assert (lines[0], lines[-1]) == ("  /**", "   */")
    assert all(len(line) <= web_types.WIDTH for line in lines)
    assert comment("") == ""
