"""The interface described for programs: an OpenAPI 3.1 document, made of the same declarations that serve it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from canastra.protocol import VERSION
from canastra.protocol.replays import RecordFault
from canastra.protocol.schema import tidied, whole
from canastra.server.http.errors import JSON, Failure
from canastra.server.http.operation import PATH, Caller, Operation, may_be_empty
from canastra.server.ws.handshake import COOKIE

Document = dict[str, Any]
PLACE = "#/components/schemas/{name}"
SCHEMES: Document = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A browser's session; over https with __Host-.",
    },
    "bearer": {"type": "http", "scheme": "bearer", "description": "A program's token, or that of its session."},
}
ALWAYS = (400, 401, 429, 500, 503)
"""Any request may be malformed, bring a dead token, be one too many, or meet a server that fails or stops."""
_MEANINGS = {
    400: "Something in the request is not valid.",
    401: "No session, or none any more; sign in or begin as a guest.",
    403: "Not for who asks.",
    404: "There is no such thing, or not for who asks.",
    408: "The body took too long.",
    409: "It can't be done as things are.",
    413: "The body is too long.",
    415: "The body is of another kind.",
    429: "Too much; come back after Retry-After seconds.",
    500: "A fault of the server.",
    503: "The server is busy or about to stop; come back.",
}


def document(operations: Iterable[Operation]) -> Document:
    """The OpenAPI document of these operations."""
    every = list(operations)
    kinds = [kind for each in every for kind in (each.body, each.answer) if kind is not None]
    queries = {each.query for each in every}
    schemas, components = msgspec.json.schema_components(
        [*kinds, *queries, *PATH.values(), Failure, RecordFault], ref_template=PLACE
    )
    by_kind = {id(kind): schema for kind, schema in zip(kinds, schemas, strict=False)}
    paths: dict[str, Document] = {}
    for each in every:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, by_kind, components)
    named = {name: schema for name, schema in components.items() if name not in {each.__name__ for each in queries}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "canastra", "version": str(VERSION), "description": "Live matches of five rulebooks."},
        "paths": tidied(paths),
        "components": {
            "schemas": tidied(whole(named)),
            "responses": {str(status): _failure(status) for status in _MEANINGS},
            "securitySchemes": SCHEMES,
        },
    }


def errors_of(operation: Operation) -> tuple[int, ...]:
    """Every status of an error that an operation may answer with."""
    found = {*ALWAYS, *operation.errors}
    if operation.caller in (Caller.PERSON, Caller.ACCOUNT, Caller.MODERATOR) or not operation.safe:
        found.add(403)
    if "{" in operation.path:
        found.add(404)
    if operation.body is not None:
        found |= {408, 413, 415}
    return tuple(sorted(found))


def _operation(operation: Operation, kinds: Mapping[int, Document], components: Mapping[str, Document]) -> Document:
    described: Document = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.path.split("/")[2]],
        "parameters": [*_path(operation), *_query(operation, components)],
        "responses": {
            str(operation.status if operation.answer is not None else HTTPStatus.NO_CONTENT.value): _answer(
                operation, kinds
            ),
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in errors_of(operation)},
        },
        "security": [{"cookie": []}, {"bearer": []}],
    }
    if operation.caller is Caller.ANYBODY:
        described["security"].append({})
    if operation.body is not None:
        content = {operation.takes: {"schema": kinds[id(operation.body)]}}
        described["requestBody"] = {"required": not may_be_empty(operation.body), "content": content}
    return described


def _answer(operation: Operation, kinds: Mapping[int, Document]) -> Document:
    if operation.answer is None:
        return {"description": "Done."}
    return {"description": "The answer.", "content": {operation.media: {"schema": kinds[id(operation.answer)]}}}


def _path(operation: Operation) -> list[Document]:
    names = re.findall(r"{(\w+)}", operation.path)
    return [_parameter(name, "path", msgspec.json.schema(PATH[name]), required=True) for name in names]


def _query(operation: Operation, components: Mapping[str, Document]) -> list[Document]:
    properties = components[operation.query.__name__]["properties"]
    return [_parameter(name, "query", schema, required=False) for name, schema in properties.items()]


def _parameter(name: str, place: str, schema: Document, *, required: bool) -> Document:
    words = {"description": schema["description"]} if "description" in schema else {}
    schema = {key: value for key, value in schema.items() if key != "description"}
    return {"name": name, "in": place, "required": required, **words, "schema": schema}


def _failure(status: int) -> Document:
    described: Document = {
        "description": _MEANINGS[status],
        "content": {JSON: {"schema": {"$ref": PLACE.format(name=Failure.__name__)}}},
    }
    if status in (429, 503):
        words = "Seconds to wait."
        described["headers"] = {"Retry-After": {"description": words, "schema": {"type": "integer", "minimum": 1}}}
    return described
