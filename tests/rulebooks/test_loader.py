"""Every way in which a rulebook's file can be wrong, and what the error says of it."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra import messages
from canastra.errors import InputError, RulebookError
from canastra.rulebooks import OFFICIAL, POPULAR, house, load, official, popular, shipped
from canastra.rulebooks.houses import house_document
from canastra.rulebooks.loader import LARGEST_FILE, parse_official

FILE = "some.toml"
Table = dict[str, Any]


def source(rulebook_id: str) -> str:
    return files("canastra.rulebooks").joinpath("data", f"{rulebook_id}.toml").read_text("utf-8")


def toml(table: Table) -> str:
    """A document of tables of values as TOML, which writes text, numbers and lists as JSON does."""
    tops = [f"{json.dumps(key)} = {inline(value)}" for key, value in table.items()]
    return "\n".join(tops) + "\n"


def inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def refused(content: str | bytes, file: str = FILE) -> RulebookError:
    with pytest.raises(RulebookError) as caught:
        parse_official(content.encode() if isinstance(content, str) else content, file)
    assert caught.value.figures["file"] == file
    check_words(caught.value)
    return caught.value


def check_words(error: RulebookError) -> None:
    for language in messages.LANGUAGES:
        words = error.message(language)
        assert all(str(figure) in words for name, figure in error.figures.items() if name != "why")


def changed(key: str, value: object, rulebook_id: str = "buraco") -> str:
    """An official file with the entry at a dotted key set to something else, or without it for None."""
    document: Table = tomllib.loads(source(rulebook_id))
    *path, last = key.split(".")
    table = document
    for part in path:
        table = table[part]
    if value is None:
        del table[last]
    else:
        table[last] = value
    return toml(document)


def test_the_helper_that_writes_toml_changes_nothing() -> None:
    written = toml(tomllib.loads(source("tranca")))
    assert tomllib.loads(written) == tomllib.loads(source("tranca"))
    assert parse_official(written.encode(), FILE).sha256 == official("tranca").sha256


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("pile.purchase.value", "cheap", '"free", "justified", "two_naturals"'),
        ("pile.one_card.value", "NEVER", '"allowed", "not_a_pile_of_one", "never"'),
        ("table.players.value", 3, "2, 4"),
        ("morto.not_taken.value", 100, "-10000 … 0"),
        ("morto.taken.value", -100, "0 … 10000"),
        ("values.ace.value", 0, "1 … 1000"),
        ("match.target.value", -1, "0 … 1000000"),
        ("sequences.lowest.value", "3", '"A", "2", "4"'),
        ("groups.ranks.value", "A 10", '"", "A", "A K", … ("A 3 4 5 6 7 8 9 T J Q K")'),
        ("groups.ranks.value", "A  K", '"", "A", "A K", … ("A 3 4 5 6 7 8 9 T J Q K")'),
        ("vulnerability.minimums.value", [0], "[], [75], [75, 90], … (1 … 10000; ≤ 10)"),
        ("vulnerability.minimums.value", list(range(1, 12)), "[], [75], [75, 90], … (1 … 10000; ≤ 10)"),
        ("revision", 0, "1 … 1000000"),
        ("id", "Buraco", "a-z 0-9 -"),
        ("id", "buraco-", "a-z 0-9 -"),
        ("id", "a/b", "a-z 0-9 -"),
        ("name.pt", "", '"…" (1 … 80)'),
        ("name.en", "two\nlines", '"…" (1 … 80)'),
        ("pile.shown.article", " Art. 4", '"…" (1 … 80)'),
        ("clauses.turn.article", "x" * 81, '"…" (1 … 80)'),
    ],
)
def test_wrong_value(key: str, value: object, allowed: str) -> None:
    error = refused(changed(key, value))
    assert (error.code, error.figures["key"]) == ("rulebook_wrong_value", key)
    assert error.figures["allowed"] == allowed


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("draw.opener_may_refuse.value", 1, "true, false"),
        ("draw.opener_may_refuse.value", "true", "true, false"),
        ("match.target.value", True, "0 … 1000000"),
        ("match.target.value", 2000.0, "0 … 1000000"),
        ("table.players.value", True, "2, 4"),
        ("pile.purchase.value", False, '"free", "justified", "two_naturals"'),
        ("groups.ranks.value", ["A", "K"], '"", "A", "A K", … ("A 3 4 5 6 7 8 9 T J Q K")'),
        ("vulnerability.minimums.value", 75, "[], [75], [75, 90], … (1 … 10000; ≤ 10)"),
        ("vulnerability.minimums.value", [True], "[], [75], [75, 90], … (1 … 10000; ≤ 10)"),
        ("sequences.lowest.value", 1, '"A", "2", "4"'),
        ("pile.shown.article", 4, '"…" (1 … 80)'),
        ("pile.shown.decision", 1, "true, false"),
        ("pile.shown", "all", '{ value = …, article = "…" }'),
        ("clauses.turn", "Art. 7", '{ article = "…" }'),
        ("pile", [], "[pile]"),
        ("clauses", 1, "[clauses]"),
        ("revision", True, "1 … 1000000"),
        ("revision", "1", "1 … 1000000"),
        ("id", 5, "a-z 0-9 -"),
        ("name", "Buraco", '{ pt = "…", en = "…" }'),
        ("name.pt", 1, '"…" (1 … 80)'),
    ],
)
def test_wrong_type(key: str, value: object, allowed: str) -> None:
    error = refused(changed(key, value))
    assert (error.code, error.figures["key"]) == ("rulebook_wrong_type", key)
    assert error.figures["allowed"] == allowed


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("colour", "id, revision, name, table, deal, draw, pile"),
        ("extends", "id, revision, name, table"),
        ("pile.colour", "purchase, top_two, black_three_blocks"),
        ("pile.purchase.decided", "value, article, decision"),
        ("clauses.colour", "pack, deal, turn, melds"),
        ("clauses.turn.value", "article, decision"),
        ("name.fr", "pt, en"),
    ],
)
def test_unknown_key(key: str, allowed: str) -> None:
    error = refused(changed(key, "buraco"))
    assert (error.code, error.figures["key"]) == ("rulebook_unknown_key", key)
    assert str(error.figures["allowed"]).startswith(allowed)


def test_an_unknown_key_is_shown_without_its_control_characters() -> None:
    assert refused(f'"a\\u001b[2J" = 1\n{source("buraco")}').figures["key"] == r'"a\u001b[2J"'


@pytest.mark.parametrize(
    "key",
    [
        "id",
        "revision",
        "name",
        "name.en",
        "pile",
        "pile.purchase",
        "pile.purchase.value",
        "pile.purchase.article",
        "match.target",
        "clauses",
        "clauses.dealer",
        "clauses.dealer.article",
    ],
)
def test_missing_key(key: str) -> None:
    error = refused(changed(key, None))
    assert (error.code, error.figures["key"]) == ("rulebook_missing_key", key)


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_no_parameter_and_no_constant_may_be_missing(rulebook_id: str) -> None:
    document = tomllib.loads(source(rulebook_id))
    decisions = document["decisions"]  # which there are is for the rulebook to say, see test_decisions.py
    for section, table in document.items():
        for key in table if isinstance(table, dict) and table is not decisions else ():
            short = deepcopy(document)
            del short[section][key]
            assert refused(toml(short)).figures["key"] == f"{section}.{key}"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"id = ", "rulebook_not_toml"),
        (b'id = "a"\nid = "b"\n', "rulebook_not_toml"),
        (b"id = " + b"9" * 5000, "rulebook_not_toml"),
        (b'id = "ma\xe7\xe3"', "rulebook_not_utf8"),
        ('id = "a"'.encode("utf-16"), "rulebook_not_utf8"),
        (b"id = " + b"[" * 20_000, "rulebook_too_deep"),
        (b"#" * (LARGEST_FILE + 1), "rulebook_too_large"),
        (b"", "rulebook_missing_key"),
    ],
)
def test_what_is_no_rulebook_at_all(content: bytes, code: str) -> None:
    assert refused(content).code == code


def test_the_largest_file_is_read() -> None:
    content = source("buraco").encode()
    content += b"#" * (LARGEST_FILE - len(content))
    assert parse_official(content, FILE).sha256 == official("buraco").sha256


def test_a_value_of_many_tables_is_named_and_not_shown() -> None:
    text = source("buraco").replace("value = 2000,", "value" + ".a" * 1500 + " = 1,")
    error = refused(text)
    assert (error.code, error.figures["value"]) == ("rulebook_wrong_type", "{…}")


def test_tables_in_a_list_are_not_shown_either() -> None:
    text = source("buraco").replace("value = 2000,", "value = [{ a" + ".a" * 400 + " = 1 }],")
    assert len(str(refused(text).figures["value"])) <= 40


def test_a_long_value_is_cut() -> None:
    shown = str(refused(changed("pile.purchase.value", "x" * 100)).figures["value"])
    assert shown == '"' + "x" * 38 + "…"


def test_the_error_says_where_and_what() -> None:
    error = refused(changed("pile.purchase.value", "cheap"), "casa.toml")
    assert isinstance(error, InputError)
    assert str(error) == (
        'casa.toml: pile.purchase.value is "cheap", which is not allowed; '
        'allowed is "free", "justified", "two_naturals"'
    )


# ---- names and paths --------------------------------------------------------------------------------------------


def test_load_knows_the_ids_of_the_package() -> None:
    assert [load(rulebook_id) for rulebook_id in OFFICIAL] == [official(each) for each in OFFICIAL]
    assert [load(rulebook_id) for rulebook_id in POPULAR] == [popular(each) for each in POPULAR]


@pytest.mark.parametrize(
    ("name", "near"),
    [("burraco", "buraco"), ("Tranca", "tranca"), ("canastra-dueto", "canastra-duelo"), ("zzz", None), ("", None)],
)
@pytest.mark.parametrize(
    ("find", "known"), [(load, (*OFFICIAL, *POPULAR)), (shipped, (*OFFICIAL, *POPULAR)), (official, OFFICIAL)]
)
def test_a_name_that_is_none(
    find: Callable[[str], object], known: tuple[str, ...], name: str, near: str | None
) -> None:
    with pytest.raises(RulebookError) as caught:
        find(name)
    error = caught.value
    assert error.code == ("rulebook_unknown_near" if near else "rulebook_unknown")
    assert error.figures["known"] == ", ".join(known)
    assert error.figures.get("near") == near
    check_words(error)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("casa.toml", "rulebook_no_such_file"),
        ("folder/casa", "rulebook_no_such_file"),
        (".", "rulebook_not_a_file"),
        ("x" * 5000 + ".toml", "rulebook_unreadable"),
    ],
)
def test_a_path_that_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, code: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulebookError) as caught:
        load(path)
    assert (caught.value.code, caught.value.figures["file"]) == (code, path)
    check_words(caught.value)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(RulebookError) as caught:
        load(str(pipe))
    assert caught.value.code == "rulebook_not_a_file"


def test_a_large_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(10 * 2**30)  # sparse: ten gigabytes that take no room
    with pytest.raises(RulebookError) as caught:
        load(str(large))
    assert caught.value.code == "rulebook_too_large"


def test_an_id_wins_over_a_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "buraco").write_text("nothing", "utf-8")
    assert load("buraco") is official("buraco")
    with pytest.raises(RulebookError):
        load("./buraco")


# ---- any one change of a valid file -----------------------------------------------------------------------------


def places(table: Table, prefix: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The path of every table and value in a document."""
    found: list[tuple[str, ...]] = []
    for key, value in table.items():
        found.append((*prefix, key))
        if isinstance(value, dict):
            found += places(value, (*prefix, key))
    return found


DOCUMENTS = {rulebook_id: tomllib.loads(source(rulebook_id)) for rulebook_id in OFFICIAL}
WORDS = sorted(set(re.findall(r'"([^"]*)"', "".join(map(source, OFFICIAL)))))
VALUES = st.recursive(
    st.booleans()
    | st.integers(-200, 200)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(WORDS)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["value", "article", "decision", "pt", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.data())
def test_one_change_of_a_valid_file_is_valid_or_refused(data: st.DataObject) -> None:
    document = deepcopy(DOCUMENTS[data.draw(st.sampled_from(OFFICIAL))])
    *path, last = data.draw(st.sampled_from(places(document)))
    table = document
    for part in path:
        table = table[part]
    del table[last]
    if data.draw(st.booleans()):
        table[data.draw(st.sampled_from([last, last, "colour"]))] = data.draw(VALUES)
    error = refusal(toml(document))
    if error:
        assert error.figures["file"] == FILE
        check_words(error)


def refusal(text: str) -> RulebookError | None:
    try:
        parse_official(text.encode(), FILE)
    except RulebookError as error:
        return error
    return None


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_are_refused_in_words(content: bytes) -> None:
    refused(content)


OWN = {"id": "casa-x", "extends": "tranca", "revision": 3, "name": {"pt": "a", "en": "b"}}


@pytest.mark.parametrize(
    "stated",
    [
        {"draw": {"opener_may_refuse": True}},
        {"pile": {"top_two": {"value": "blocks", "article": "Art. 3", "called": "monte", "decision": True}}},
        {"pile": {"top_two": {"value": "free", "article": "Art. 4"}}, "clauses": {"turn": {"article": "Art. 5"}}},
        {"groups": {"ranks": "A K"}, "vulnerability": {"minimums": [75, 90]}},
        {},
    ],
    ids=str,
)
def test_a_house_rulebook_is_made_again_from_what_it_changes(stated: Table) -> None:
    made = house({**OWN, **stated}, FILE)
    document = json.loads(json.dumps(house_document(made)))
    assert house(document, FILE) == made
    assert document.keys() == {**OWN, **stated}.keys()


@pytest.mark.parametrize("rulebook_id", POPULAR)
def test_so_are_the_popular_ones(rulebook_id: str) -> None:
    made = popular(rulebook_id)
    assert house(house_document(made), FILE) == made
