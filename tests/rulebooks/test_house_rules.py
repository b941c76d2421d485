"""Rulebooks of a house: an official one and what is changed of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from canastra import messages
from canastra.errors import RulebookError
from canastra.records import Record, parse, write
from canastra.records.parser import beside
from canastra.rulebooks import OFFICIAL, POPULAR, Clause, Decision, Rulebook, load, official, parameters, popular, root
from canastra.rulebooks import house as house_of
from canastra.rulebooks.houses import LONGEST_CHAIN, house_document, parse_house
from canastra.rulebooks.loader import LARGEST_FILE

HEAD = """\
id = "casa-da-ana"
extends = "buraco"
revision = 3
name = { pt = "Buraco da Ana", en = "Ana's buraco" }
"""


def house(body: str = "", head: str = HEAD) -> Rulebook:
    return parse_house((head + body).encode(), "casa.toml")


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


@pytest.mark.parametrize("other", ["casa-do-bruno", "Buraco", "casa", "buraco-aberto.tom"])
def test_nothing_else_is_extended(other: str) -> None:
    assert refused(head=HEAD.replace('"buraco"', f'"{other}"')) == ("rulebook_extends", "extends")


@pytest.mark.parametrize("other", ["casa.toml", "../casa.toml", "/etc/casa.toml"])
def test_no_file_is_extended_where_none_is_read(other: str) -> None:
    assert refused(head=HEAD.replace('"buraco"', f'"{other}"')) == ("rulebook_extends_file", "extends")


# ---- what is extended ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook_id", POPULAR)
def test_every_popular_game_can_be_extended(rulebook_id: str) -> None:
    rulebook = house(head=HEAD.replace('"buraco"', f'"{rulebook_id}"'))
    assert parameters(rulebook) == parameters(popular(rulebook_id))
    assert (rulebook.extends, root(rulebook).id) == (rulebook_id, "buraco")
    assert rulebook.decisions == popular(rulebook_id).decisions


def test_the_closed_game_with_a_justified_purchase_states_nothing_else() -> None:
    rulebook = house("[pile]\npurchase = 'justified'\n", HEAD.replace('"buraco"', '"buraco-fechado"'))
    assert (rulebook.pile.purchase, rulebook.groups.ranks) == ("justified", popular("buraco-fechado").groups.ranks)
    assert house_document(rulebook)["pile"] == {"purchase": "justified"}
    assert house_document(rulebook).keys() == {"id", "extends", "revision", "name", "pile"}


def written(folder: Path, name: str, extends: str, body: str = "") -> str:
    """A house's file in a folder, and its path."""
    path = folder / f"{name}.toml"
    path.parent.mkdir(exist_ok=True)
    head = HEAD.replace("casa-da-ana", path.stem).replace('"buraco"', f'"{extends}"')
    path.write_text(head + body, "utf-8")
    return str(path)


def test_a_file_extends_another_ones_file(tmp_path: Path) -> None:
    written(tmp_path, "clube/clube", "buraco-fechado", "[pile]\npurchase = 'justified'\n[match]\ntarget = 2000\n")
    rulebook = load(written(tmp_path, "ana", "./clube/clube.toml", "[match]\ntarget = 1000\n"))
    assert (rulebook.id, rulebook.match.target, rulebook.pile.purchase) == ("ana", 1000, "justified")
    assert rulebook.extends == "buraco-fechado"  # as all copies of this rulebook have it
    assert house_of(house_document(rulebook), "ana") == rulebook


def test_another_ones_folder_is_its_own(tmp_path: Path) -> None:
    written(tmp_path, "clube/velho", "tranca")
    written(tmp_path, "clube/novo", "velho.toml")
    assert load(written(tmp_path, "ana", "clube/novo.toml")).extends == "tranca"


@pytest.mark.parametrize("length", [1, 2, 3])
def test_files_that_extend_each_other_in_a_circle_are_refused(length: int, tmp_path: Path) -> None:
    paths = [written(tmp_path, f"casa{each}", f"casa{(each + 1) % length}.toml") for each in range(length)]
    with pytest.raises(RulebookError) as caught:
        load(paths[0])
    assert (caught.value.code, caught.value.figures["key"]) == ("rulebook_extends_itself", "extends")
    assert caught.value.figures["file"] == paths[-1]


def test_a_circle_by_a_link_is_one(tmp_path: Path) -> None:
    written(tmp_path, "casa", "outra.toml")
    (tmp_path / "outra.toml").symlink_to(tmp_path / "casa.toml")
    with pytest.raises(RulebookError) as caught:
        load(str(tmp_path / "casa.toml"))
    assert caught.value.code == "rulebook_extends_itself"


def test_eight_files_are_a_chain_and_nine_too_many(tmp_path: Path) -> None:
    for each in range(10):
        written(
            tmp_path, f"casa{each}", "buraco" if each == 0 else f"casa{each - 1}.toml", f"[match]\ntarget = {each + 1}"
        )
    assert LONGEST_CHAIN == 8
    assert load(str(tmp_path / "casa7.toml")).match.target == 8
    with pytest.raises(RulebookError) as caught:
        load(str(tmp_path / "casa8.toml"))
    assert (caught.value.code, caught.value.figures["limit"]) == ("rulebook_extends_too_many", 8)


@pytest.mark.parametrize(
    ("extends", "content", "code"),
    [
        ("nada.toml", None, "rulebook_no_such_file"),
        ("pasta.toml", "", "rulebook_not_a_file"),
        ("outra.toml", "id = 5", "rulebook_missing_key"),
        ("outra.toml", "no toml", "rulebook_not_toml"),
        ("outra.toml", "#" * LARGEST_FILE + "\n", "rulebook_too_large"),
    ],
)
def test_what_is_wrong_with_a_file_that_is_extended_names_that_file(
    extends: str, content: str | None, code: str, tmp_path: Path
) -> None:
    if content:
        (tmp_path / extends).write_text(content, "utf-8")
    elif content is not None:
        (tmp_path / extends).mkdir()
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, "ana", extends))
    assert (caught.value.code, caught.value.figures["file"]) == (code, str(tmp_path / extends))


def test_a_contradiction_that_only_the_whole_has_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    written(tmp_path, "clube", "canastra-duelo")
    path = written(tmp_path, "ana", "clube.toml", "[match]\ntarget = 0\n[vulnerability]\nminimums = [75]\n")
    with pytest.raises(RulebookError) as caught:
        load(path)
    assert caught.value.figures["file"] == path


def test_a_record_finds_a_house_that_extends_the_file_beside_it(tmp_path: Path) -> None:
    written(tmp_path, "clube", "buraco-fechado")
    rulebook = load(written(tmp_path, "ana", "clube.toml", "[match]\ntarget = 1000\n"))
    record = Record(rulebook=rulebook, players=("A", "B", "C", "D"), deals=())
    assert parse(write(record), beside(tmp_path)).rulebook == rulebook


# ---- decisions of a house -----------------------------------------------------------------------------------------


def test_a_house_may_list_decisions_that_the_program_can_explain() -> None:
    stated = "[match]\ntarget = { value = 2000, article = 'ata', decision = true }\n"
    listed = "[decisions]\ntarget_2000 = { about = 'match.target', article = 'ata' }\n"
    rulebook = house(stated + listed)
    assert Decision("target_2000", "match.target", "ata") in rulebook.decisions
    assert house_of(house_document(rulebook), "casa.toml") == rulebook
    assert refused("[decisions]\nbecause = { about = 'match.target', article = 'ata' }\n") == (
        "rulebook_unknown_decision",
        "decisions.because",
    )


def test_the_error_names_what_can_be_extended() -> None:
    with pytest.raises(RulebookError) as caught:
        house(head=HEAD.replace('"buraco"', '"pife"'))
    assert caught.value.figures["allowed"] == ", ".join(f'"{each}"' for each in (*OFFICIAL, *POPULAR))
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
        "canastra-regional": "4ca220ce102e74bf",
        "canastra-curinguinha": "82174017b40eb824",
        "tranca": "6268d68f07023227",
        "buraco": "71b2b01cdc4aa1fd",
        "canastra-duelo": "cfa4d5d5ce0786d2",
    }


def test_a_house_is_read_from_data_as_from_a_file() -> None:
    body = "[draw]\nopener_may_refuse = false\n[match]\ntarget = 1234\n"
    rulebook = house_of(tomllib.loads(HEAD + body), "data")
    assert (rulebook.sha256, rulebook.clauses) == (house(body).sha256, house(body).clauses)
    with pytest.raises(RulebookError) as caught:
        house_of(tomllib.loads(HEAD) | {"draw": {"opener_may_refuse": None}}, "data")
    assert (caught.value.code, caught.value.figures["file"]) == ("rulebook_wrong_type", "data")
