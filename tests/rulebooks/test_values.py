"""Values: read and spelled, and shown in words."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from typing import Any, get_type_hints

import pytest

from canastra import messages
from canastra.errors import RulebookError
from canastra.rulebooks import OFFICIAL, POPULAR, describe, house, official, parameter_name, parameters
from canastra.rulebooks.schema import CONSTANTS, Purchase
from canastra.rulebooks.values import Value, is_enum, kinds, sections, title_of, value_of


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_spelling_is_the_inverse_of_reading(rulebook_id: str) -> None:
    for key, kind in kinds().items():
        value = value_of(official(rulebook_id), key)
        again = kind.read(kind.spell(value))
        assert again == value
        assert type(again) is type(value)


def test_the_values_of_enums_are_their_members() -> None:
    assert kinds()["pile.purchase"].read("justified") is Purchase.JUSTIFIED


def test_ranks_have_one_order() -> None:
    kind = kinds()["groups.ranks"]
    assert kind.spell(kind.read("K 4 A")) == "A 4 K"
    assert kind.spell(kind.read("")) == ""


def shown() -> list[tuple[str, Value]]:
    """Every yes-or-no and every member of an enum, with its key, and all values of the official rulebooks."""
    found: list[tuple[str, Value]] = []
    for section, group in sections().items():
        for name, hint in get_type_hints(group).items():
            members = list(hint) if is_enum(hint) else [True, False] if hint is bool else []
            found += [(f"{section}.{name}", member) for member in members]
    for rulebook_id in OFFICIAL:
        found += [(key, value) for key, value, _ in parameters(official(rulebook_id))]
    return found


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_everything_has_its_words(language: str) -> None:
    assert all(describe(key, value, language) for key, value in shown())
    assert all(parameter_name(key, language) for key in [*kinds(), *(f"clauses.{name}" for name in CONSTANTS)])


def test_no_words_are_left_over() -> None:
    catalogue = messages.catalogue("pt")
    names = {f"param_{key.replace('.', '_')}" for key in [*kinds(), *(f"clauses.{name}" for name in CONSTANTS)]}
    assert {key for key in catalogue if key.startswith("param_")} == names
    said = {describe(key, value, "pt") for key, value in shown()}
    assert {words for key, words in catalogue.items() if key.startswith("value_")} <= said


@pytest.mark.parametrize(
    ("rulebook_id", "key", "portuguese", "english"),
    [
        ("buraco", "pile.purchase", "livre, inteiro", "free, whole"),
        ("tranca", "groups.ranks", "A 4 K", "A 4 K"),
        ("buraco", "groups.ranks", "não há", "none"),
        ("canastra-curinguinha", "sequences.lowest", "2 … K A", "2 … K A"),
        ("canastra-regional", "vulnerability.minimums", "75, 90, 120, 150", "75, 90, 120, 150"),
        ("tranca", "pile.black_three_blocks", "sim", "yes"),
        ("canastra-duelo", "match.target", "a partida é uma só mão", "a match is one deal"),
        ("canastra-duelo", "canastas.royal", "1.000", "1,000"),
        ("buraco", "canastas.royal", "sem bônus próprio", "no bonus of its own"),
        ("buraco", "morto.not_taken", "−100", "−100"),
    ],
)
def test_words(rulebook_id: str, key: str, portuguese: str, english: str) -> None:
    value = value_of(official(rulebook_id), key)
    assert describe(key, value, "pt") == portuguese
    assert describe(key, value, "en") == english


def test_a_rulebook_keeps_its_own_word_beside_ours() -> None:
    regional, duelo = official("canastra-regional"), official("canastra-duelo")
    assert title_of(regional, "canastas.clean", "pt") == "canastra limpa (“canastra real”)"
    assert title_of(regional, "canastas.royal", "pt") == "canastra de ás a ás, sem curinga"
    assert title_of(duelo, "canastas.royal", "pt") == "canastra de ás a ás, sem curinga (“canastra real”)"


# ---- the values that errors call allowed --------------------------------------------------------------------------

BESIDE: dict[str, dict[str, Any]] = {
    "table.players": {"table.direction": "alternate"},
    "pile.single_card_stays": {"pile.one_card": "never"},
    "sequences.goes_home": {"sequences.wild": "displaced", "sequences.lowest": "A"},
    "vulnerability.minimums": {f"values.{name}": 1000 for name in ("ace", "two", "three_to_seven", "eight_to_king")},
}
"""The other parameters that a house has to state for some values of a parameter."""


def listed(key: str) -> list[Any]:
    """Every value that the list of allowed ones names: of a range its ends, of an example the largest too."""
    allowed = kinds()[key].allowed
    ends = re.fullmatch(r"(-?\d+) … (-?\d+)", allowed)
    if ends:
        return [int(end) for end in ends.groups()]
    if key == "vulnerability.minimums":
        low, high, most = re.findall(r"\d+", allowed.partition("(")[2])
        return [[], [75], [75, 90], [int(low)], [int(high)], list(range(1, int(most) + 1))]
    return [tomllib.loads(f"value = {text}")["value"] for text in re.findall(r'"[^"]*"|true|false|\d+', allowed)]


def accepts(base: str, key: str, value: Any, beside: dict[str, Any]) -> bool:
    """Return whether a house may change a rulebook in this way."""
    names = dict.fromkeys(messages.LANGUAGES, "Casa")
    document: dict[str, Any] = {"id": "casa", "extends": base, "revision": 1, "name": names}
    for each, stated in {**beside, key: value}.items():
        section, _, name = each.partition(".")
        document.setdefault(section, {})[name] = stated
    try:
        house(document, "casa.toml")
    except RulebookError:
        return False
    return True


@pytest.mark.parametrize("key", kinds())
def test_whatever_is_said_to_be_allowed_is_taken_in_some_rulebook(key: str) -> None:
    """Messages and docs/rulebooks/README.md offer what `allowed` says."""
    values = listed(key)
    assert len(values) > 1
    beside: tuple[dict[str, Any], ...] = ({}, BESIDE.get(key, {}))
    refused = [
        value
        for value in values
        if not any(accepts(base, key, value, more) for base in chain(OFFICIAL, POPULAR) for more in beside)
    ]
    assert refused == []


def test_a_group_of_twos_is_not_offered() -> None:
    assert "2" not in kinds()["groups.ranks"].allowed
    assert not accepts("buraco", "groups.ranks", "A 2", {})
