"""All messages of a table's socket and their events as one JSON schema (draft 2020-12).

Clients' types are generated from it. Objects may get additional keys later; a client ignores keys that it doesn't know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from canastra.protocol import VERSION, messages, people, tables, tournaments
from canastra.protocol.close_codes import Close
from canastra.protocol.commands import ClientMessage
from canastra.protocol.messages import Seen, ServerMessage, Update
from canastra.protocol.state import State
from canastra.table.events import KINDS

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLACE = "#/$defs/{name}"


def document() -> Schema:
    """The whole schema; messages of both sides are valid by it.

    >>> sorted(document()["$defs"]["PlayedEvent"]["required"])
    ['at', 'entry', 'seat', 'step', 'type']
    """
    (client, server, _), defs = msgspec.json.schema_components(
        (ClientMessage, ServerMessage, State), ref_template=PLACE
    )
    defs = whole(defs)
    defs |= {event_name(kind): _event(kind, owner) for kind, owner in KINDS.items()}
    defs["Event"] = {"title": "Event", **_one_of({kind: event_name(kind) for kind in KINDS})}
    defs |= _changes(defs)
    defs[Seen.__name__]["properties"]["event"] = {"anyOf": [_ref("Event"), {"type": "null"}]}
    defs[Update.__name__]["properties"]["changes"] = _ref("Changes")
    defs |= {"ClientMessage": client, "ServerMessage": server, "Close": _closing()}
    return {
        "$schema": DIALECT,
        "title": "canastra protocol",
        "version": VERSION,
        "anyOf": [_ref("ClientMessage"), _ref("ServerMessage")],
        "$defs": dict(sorted(tidied(defs).items())),
    }


def text() -> str:
    """The schema as a file."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def event_name(kind: str) -> str:
    """The name of an event's definition.

    >>> event_name("bot_sat")
    'BotSatEvent'
    """
    return "".join(word.capitalize() for word in kind.split("_")) + "Event"


def tidied(schema: Any) -> Any:
    """msgspec's schema made fit for generators: one line of text, ``const`` for a single value."""
    if isinstance(schema, list):
        return [tidied(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {key: tidied(value) for key, value in schema.items()}
    if isinstance(found.get("description"), str):
        found["description"] = " ".join(found["description"].split())
    values = found.get("enum")
    if isinstance(values, list) and len(values) == 1:
        del found["enum"]
        found["const"] = values[0]
    return found


def whole(defs: Mapping[str, Schema]) -> dict[str, Schema]:
    """Definitions that require all keys of what the server sends, except defaults that are left out."""
    return {
        name: {**schema, "required": list(schema["properties"])} if name in _WHOLE else schema
        for name, schema in defs.items()
    }


def _ref(name: str) -> Schema:
    return {"$ref": PLACE.format(name=name)}


def _one_of(names: Mapping[str, str]) -> Schema:
    places = {tag: PLACE.format(name=name) for tag, name in names.items()}
    return {
        "anyOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "type", "mapping": places},
    }


def _event(kind: str, owner: type) -> Schema:
    """An event as it is written, without defaults. Like all objects, it may get additional keys later."""
    _, defs = msgspec.json.schema_components((owner,))
    (schema,) = defs.values()
    del schema["additionalProperties"]
    return {**schema, "title": event_name(kind)}


def _some(schema: Schema, name: str, words: str) -> Schema:
    """An object of the same kind with some of its keys."""
    return {"title": name, "description": words, "type": "object", "properties": schema["properties"]}


def _changes(defs: Mapping[str, Schema]) -> dict[str, Schema]:
    """The form of the changes that `canastra.protocol.merged` takes."""
    state = _some(
        defs["State"], "Changes", "Changed keys of a State with their new values; the keys of play one by one."
    )
    play = {"anyOf": [_ref("PlayChanges"), {"type": "null"}]}
    return {
        "Changes": {**state, "properties": {**state["properties"], "play": play}},
        "PlayChanges": _some(defs["PlayState"], "PlayChanges", "Keys of a PlayState; all of them with a new deal."),
    }


def _closing() -> Schema:
    words = ", ".join(f"{code.value} {code.name.lower()}" for code in Close)
    return {
        "title": "Close",
        "description": f"Codes of a closed socket: {words}.",
        "enum": [code.value for code in Close],
    }


def _sends_all(owner: object) -> bool:
    if not isinstance(owner, type) or not issubclass(owner, msgspec.Struct):
        return False
    return not owner.__struct_config__.omit_defaults and not owner.__struct_config__.forbid_unknown_fields


_WHOLE = {
    name
    for module in (messages, people, tables, tournaments)
    for name, owner in vars(module).items()
    if _sends_all(owner)
}
"""Structs that are sent with every key; the others leave defaults out or come from clients."""
