"""Rulebooks of a house: an official one and what is changed of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from canastra import messages
from canastra.errors import RulebookError
from canastra.rulebooks import OFFICIAL, Clause, Rulebook, load, official, parameters
from canastra.rulebooks import house as house_of
from canastra.rulebooks.loader import parse_house

HEAD = """\
id = "casa-da-ana"
extends = "buraco"
revision = 3
name = { pt = "Buraco da Ana", en = "Ana's buraco" }
"""


def house(body: str = "", head: str = HEAD) -> Rulebook:
    return parse_house((head + body).encode(), "casa.toml", OFFICIAL)


def refused(body: str = "", head: str = HEAD) -> tuple[str, object]:
    with pytest.raises(RulebookError) as caught:
        house(body, head)
    assert caught.value.figures["file"] == "casa.toml"
    for language in messages.LANGUAGES:
        assert "casa.toml" in caught.value.message(language)
    return caught.value.code, caught.value.figures["key"]


def test_what_is_not_changed_comes_from_the_official_rulebook() -> None:
    rulebook, base = house(), official("buraco")
    assert parameters(rulebook) == parameters(base)
    assert rulebook.clauses == base.clauses
    assert (rulebook.id, rulebook.revision, rulebook.extends) == ("casa-da-ana", 3, "buraco")
    assert rulebook.names == {"pt": "Buraco da Ana", "en": "Ana's buraco"}
    assert rulebook.sha256 != base.sha256


def test_a_bare_value_cites_the_house() -> None:
    rulebook = house("[draw]\nopener_may_refuse = false\n[groups]\nranks = 'K A'\n")
    assert rulebook.draw.opener_may_refuse is False
    assert rulebook.groups.ranks == (0, 12)
    assert rulebook.clauses["draw.opener_may_refuse"] == Clause("regra da casa", False)
    assert rulebook.article("groups.ranks") == "regra da casa"
    assert rulebook.article("pile.purchase") == "Art. 7"
    assert official("buraco").draw.opener_may_refuse is True


def test_the_full_form_cites_what_it_says() -> None:
    rulebook = house('[match]\ntarget = { value = 5000, article = "ata de 3 de maio", decision = true }\n')
    assert rulebook.match.target == 5000
    assert rulebook.clauses["match.target"] == Clause("ata de 3 de maio", True)


def test_a_value_may_be_called_by_the_words_of_the_house() -> None:
    rulebook = house('[canastas]\nclean = { value = 300, article = "regra 1", called = "canastra pura" }\n')
    assert rulebook.clauses["canastas.clean"] == Clause("regra 1", False, "canastra pura")


def test_a_constant_may_be_cited_anew() -> None:
    rulebook = house('[clauses]\ndealer = { article = "regra 4" }\n')
    assert rulebook.clauses["clauses.dealer"] == Clause("regra 4", False)


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_every_official_rulebook_can_be_extended(rulebook_id: str) -> None:
    rulebook = house(head=HEAD.replace("buraco", rulebook_id))
    assert parameters(rulebook) == parameters(official(rulebook_id))


def test_load_reads_the_file_of_a_house(tmp_path: Path) -> None:
    path = tmp_path / "casa.toml"
    path.write_text(HEAD + "[match]\ntarget = 1000\n", "utf-8")
    assert load(str(path)).match.target == 1000
    assert load(str(path)).sha256 == load(str(path)).sha256


@pytest.mark.parametrize("key", ["id", "extends", "revision", "name"])
def test_the_head_must_be_whole(key: str) -> None:
    head = "".join(line for line in HEAD.splitlines(keepends=True) if not line.startswith(key))
    assert refused(head=head) == ("rulebook_missing_key", key)


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_the_ids_of_the_official_ones_are_taken(rulebook_id: str) -> None:
    assert refused(head=HEAD.replace("casa-da-ana", rulebook_id)) == ("rulebook_id_taken", "id")


@pytest.mark.parametrize("other", ["casa-do-bruno", "casa.toml", "../casa.toml", "Buraco"])
def test_only_official_rulebooks_are_extended(other: str) -> None:
    assert refused(head=HEAD.replace('"buraco"', f'"{other}"')) == ("rulebook_extends", "extends")


def test_the_error_names_what_can_be_extended() -> None:
    with pytest.raises(RulebookError) as caught:
        house(head=HEAD.replace('"buraco"', '"pife"'))
    assert caught.value.figures["allowed"] == ", ".join(f'"{each}"' for each in OFFICIAL)
    assert caught.value.figures["value"] == '"pife"'


@pytest.mark.parametrize(
    ("body", "code", "key"),
    [
        ("[pile]\npurchase = 'cheap'\n", "rulebook_wrong_value", "pile.purchase"),
        ("[pile]\npurchase = 5\n", "rulebook_wrong_type", "pile.purchase"),
        ("[pile]\npurchase = { value = 5, article = 'x' }\n", "rulebook_wrong_type", "pile.purchase.value"),
        ("[pile]\npurchase = { value = 'free' }\n", "rulebook_missing_key", "pile.purchase.article"),
        ("[pile]\npurchase = {}\n", "rulebook_missing_key", "pile.purchase.article"),
        ("[pile]\nprice = 5\n", "rulebook_unknown_key", "pile.price"),
        ("[cellar]\nwine = 5\n", "rulebook_unknown_key", "cellar"),
        ("[clauses]\nturn = 'regra 1'\n", "rulebook_wrong_type", "clauses.turn"),
        ("pile = 5\n", "rulebook_wrong_type", "pile"),
        ("[canastas]\nroyal = -1\n", "rulebook_wrong_value", "canastas.royal"),
        ("[canastas]\nroyal = true\n", "rulebook_wrong_type", "canastas.royal"),
    ],
)
def test_what_is_changed_is_read_as_strictly(body: str, code: str, key: str) -> None:
    assert refused(body) == (code, key)


# ---- the digest -------------------------------------------------------------------------------------------------

CHANGES = "[match]\ntarget = 1000\n[draw]\nopener_may_refuse = false\n[groups]\nranks = 'A K'\n"


def test_the_digest_is_of_what_decides_a_game() -> None:
    digest = house(CHANGES).sha256
    assert len(digest) == 64
    assert digest == house("# a comment\n" + CHANGES).sha256
    assert digest == house("[groups]\nranks='K A'\n[draw]\nopener_may_refuse=false\n[match]\ntarget=1000").sha256
    assert digest == house(CHANGES.replace("1000", "{ value = 1000, article = 'x' }")).sha256
    assert digest == house(CHANGES, HEAD.replace("Ana's", "Our")).sha256
    assert digest == house(CHANGES + "[pile]\nshown = 'all'\n").sha256  # as in what it extends


@pytest.mark.parametrize(
    ("old", "new"),
    [("1000", "1005"), ("'A K'", "'A'"), ("revision = 3", "revision = 4"), ("casa-da-ana", "casa-da-bia")],
)
def test_the_digest_changes_with_what_decides_a_game(old: str, new: str) -> None:
    text = HEAD + CHANGES
    assert old in text
    assert house(text.replace(old, new), "").sha256 != house(text, "").sha256


def test_the_digests_of_the_official_rulebooks() -> None:
    """They stand in records: a value changed by mistake, or the way of counting, is seen here.

    Where one is changed on purpose the rulebook's revision rises with it.
    """
    assert {rulebook_id: official(rulebook_id).sha256[:16] for rulebook_id in OFFICIAL} == {
        "canastra-regional": "91a4bf6a9bd55b38",
        "canastra-curinguinha": "bab76e52f94f9ad5",
        "tranca": "21dd7959f3bc151a",
        "buraco": "a672830eff688a00",
        "canastra-duelo": "6966c38aae55e3ae",
    }


def test_a_house_is_read_from_data_as_from_a_file() -> None:
    body = "[draw]\nopener_may_refuse = false\n[match]\ntarget = 1234\n"
    rulebook = house_of(tomllib.loads(HEAD + body), "data")
    assert (rulebook.sha256, rulebook.clauses) == (house(body).sha256, house(body).clauses)
    with pytest.raises(RulebookError) as caught:
        house_of(tomllib.loads(HEAD) | {"draw": {"opener_may_refuse": None}}, "data")
    assert (caught.value.code, caught.value.figures["file"]) == ("rulebook_wrong_type", "data")
