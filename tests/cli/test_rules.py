"""The list of rulebooks, one of them, several side by side."""

from __future__ import annotations

from pathlib import Path

from canastra.rulebooks import OFFICIAL, POPULAR, load, parameters
from tests.cli.running import canastra
from tests.cli.test_simulate import HOUSE


def test_the_list() -> None:
    ran = canastra("rules")
    assert ran.status == 0
    for each in (*OFFICIAL, *POPULAR):
        assert f" {each} " in ran.out
    assert [book["id"] for book in canastra("rules", "--json").json["rulebooks"]] == [*OFFICIAL, *POPULAR]


def test_one() -> None:
    ran = canastra("rules", "tranca", "--lang", "en")
    assert "a black 3 on top blocks the pile" in " ".join(ran.out.split())
    assert "Art. 9" in ran.out
    (book,) = canastra("rules", "tranca", "--json").json["rulebooks"]
    assert book["parameters"].keys() == {key for key, _, _ in parameters(load("tranca"))}
    assert book["parameters"]["groups.ranks"] == {"value": "A 4 K", "article": "Art. 10", "decision": True}


def test_one_says_what_was_decided_and_why() -> None:
    for width in ("40", "80"):
        shown = canastra("rules", "tranca", COLUMNS=width).out.partition("decidido assim:")[2]
        assert max(map(len, shown.splitlines())) <= int(width)
        assert "Glossário" in shown
        assert "O 3 preto tranca o lixo só para o próximo jogador." in " ".join(shown.split())
    (book,) = canastra("rules", "tranca", "--json", "--lang", "en").json["rulebooks"]
    (blocks,) = (each for each in book["decisions"] if each["about"] == "pile.black_three_blocks")
    assert (blocks["name"], blocks["article"]) == ("blocks_the_next", "Art. 9")
    assert blocks["reason"].startswith("A black 3 blocks the pile for the next player only.")


def test_several_show_what_differs() -> None:
    for width in ("60", "80", "200"):
        ran = canastra("rules", "buraco", "tranca", "canastra-duelo", COLUMNS=width)
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= int(width)
    assert "um curinga por jogo" not in ran.out
    assert "Art. 14" in ran.out


def test_a_house_beside_the_official_one(tmp_path: Path) -> None:
    house = tmp_path / "casa.toml"
    house.write_text(HOUSE, "utf-8")
    ran = canastra("rules", house, "canastra-duelo", COLUMNS="200")
    assert "qualquer canastra (regra da casa)" in " ".join(ran.out.split())
    assert "valor do ás" not in ran.out
    assert "regras da casa sobre canastra-duelo" in canastra("rules", house).out


def test_what_is_no_rulebook(tmp_path: Path) -> None:
    ran = canastra("rules", "burraco")
    assert (ran.status, ran.out) == (2, "")
    assert "buraco" in ran.err
    assert canastra("rules", tmp_path, "--json").json["error"]["message"]
