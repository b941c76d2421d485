"""The five files against docs/rules.md §2, transcribed here by hand and by row, as the page has it."""

from __future__ import annotations

from importlib.resources import files
from itertools import takewhile

import pytest

from canastra.engine.scoring import COMPONENT_TOPICS, component_applies, component_article
from canastra.rulebooks import OFFICIAL, house, loader, official, parameters
from canastra.rulebooks.schema import CONSTANTS
from canastra.rulebooks.values import kinds, value_of

TABLE: dict[str, tuple[object, object, object, object, object]] = {
    # in the columns' order: canastra-regional, canastra-curinguinha, tranca, buraco, canastra-duelo
    "table.players": (4, 4, 4, 4, 2),
    "table.direction": (
        "clockwise",
        "counter_clockwise",
        "counter_clockwise",
        "counter_clockwise",
        "alternate",
    ),
    "table.undo": (True, False, True, True, True),
    "deal.opener": ("next", "next", "next", "next", "next"),
    "draw.opener_may_refuse": (True, False, True, True, False),
    "pile.purchase": ("free", "justified", "free", "free", "free"),
    "pile.top_two": ("free", "free", "new_meld", "free", "free"),
    "pile.black_three_blocks": (False, False, True, False, False),
    "pile.one_card": ("allowed", "allowed", "allowed", "not_a_pile_of_one", "never"),
    "pile.single_card_stays": ("never", "never", "never", "never", "until_laid"),
    "pile.shown": ("all", "top", "all", "all", "all"),
    "melds.wild_lay_off": (True, True, True, True, True),
    "sequences.lowest": (1, 2, 4, 1, 1),
    "sequences.wild": ("displaced", "locked", "displaced", "displaced", "free"),
    "sequences.goes_home": ("before_nine", "never", "never", "with_the_seventh", "never"),
    "groups.ranks": ((), (), (0, 3, 12), (), (0, 2, 12)),
    "morto.needs": ("none", "any", "none", "none", "none"),
    "morto.becomes_stock": (True, True, False, True, True),
    "morto.taken": (0, 100, 0, 0, 0),
    "morto.not_taken": (-100, 0, -100, -100, 0),
    "morto.unplayed": ("cards", "cards", "charge", "cards", "cards"),
    "going_out.needs": ("clean", "clean", "any", "any", "none"),
    "going_out.morto": (
        "unless_none_left",
        "unless_none_left",
        "always",
        "unless_none_left",
        "unless_none_left",
    ),
    "stock.exhausted": ("deal_ends", "deal_ends", "deal_ends", "pile_may_be_taken", "deal_ends"),
    "values.ace": (15, 15, 10, 10, 10),
    "values.two": (10, 20, 10, 10, 10),
    "values.three_to_seven": (5, 5, 10, 10, 10),
    "values.eight_to_king": (10, 10, 10, 10, 10),
    "canastas.clean": (200, 200, 200, 200, 300),
    "canastas.dirty": (100, 100, 100, 100, 200),
    "canastas.thirteen": (0, 0, 0, 0, 0),
    "canastas.royal": (0, 0, 0, 0, 1000),
    "hands_left.deducted": (
        "both_sides",
        "both_sides",
        "both_sides",
        "both_sides",
        "opponent_of_going_out",
    ),
    "threes.red_exposed": (False, False, True, False, False),
    "threes.red_bonus": (0, 0, 100, 0, 0),
    "threes.red_kept": ("that_one", "that_one", "that_one", "that_one", "that_one"),
    "threes.red_unexchanged": ("plain", "plain", "plain", "plain", "plain"),
    "threes.black_charge": (0, 0, 100, 0, 0),
    "vulnerability.minimums": ((75, 90, 120, 150), (75, 90), (), (), ()),
    "match.target": (3000, 3000, 2000, 2000, 0),
}

# The citations of docs/rules.md §2, or of docs/notation.md where it fixes the clause of a broken rule.
ARTICLES: dict[str, dict[str, str]] = {
    "canastra-regional": {
        "table.direction": "Art. 3",
        "deal.opener": "Art. 3",
        "draw.opener_may_refuse": "Art. 5",
        "pile.purchase": "Art. 6",
        "sequences.lowest": "Art. 7",
        "sequences.wild": "Art. 7",
        "sequences.goes_home": "Art. 7",
        "groups.ranks": "Art. 8",
        "morto.needs": "Art. 10",
        "morto.not_taken": "Art. 12 §3",
        "morto.unplayed": "Art. 10 §1",
        "going_out.needs": "Art. 11",
        "going_out.morto": "Art. 11",
        "stock.exhausted": "Art. 11",
        "values.ace": "Art. 12 §1",
        "hands_left.deducted": "Art. 12 §2",
        "vulnerability.minimums": "Art. 14",
        "match.target": "Art. 13",
        "clauses.turn": "Art. 6",
        "clauses.melds": "Art. 7",
        "clauses.wilds": "Art. 7",
        "clauses.lay_off": "Art. 9",
        "clauses.morto": "Art. 10",
        "clauses.going_out": "Art. 11",
    },
    "canastra-curinguinha": {
        "table.direction": "O Jogo",
        "deal.opener": "O Jogo",
        "draw.opener_may_refuse": "O Jogo",
        "pile.purchase": "Lixo",
        "pile.shown": "Lixo",
        "sequences.lowest": "Definições",
        "sequences.wild": "Curinga",
        "groups.ranks": "Definições",
        "morto.needs": "Batida",
        "going_out.needs": "O Jogo",
        "going_out.morto": "O Jogo",
        "stock.exhausted": "O Jogo",
        "values.two": "Contagem de pontos",
        "morto.taken": "Contagem de pontos",
        "vulnerability.minimums": "Buraco",
        "match.target": "Objetivo",
        "clauses.turn": "O Jogo",
        "clauses.melds": "Definições",
        "clauses.wilds": "Curinga",
        "clauses.morto": "Batida",
        "clauses.going_out": "O Jogo",
        "clauses.scoring": "Contagem de pontos",
    },
    "tranca": {
        "table.direction": "Art. 5",
        "deal.opener": "Art. 6",
        "draw.opener_may_refuse": "Art. 6",
        "pile.top_two": "Art. 11",
        "pile.black_three_blocks": "Art. 9",
        "pile.shown": "Glossário",
        "groups.ranks": "Art. 10",
        "morto.needs": "Art. 12",
        "morto.becomes_stock": "Art. 13",
        "morto.not_taken": "Art. 20",
        "morto.unplayed": "Art. 12",
        "going_out.needs": "Art. 14",
        "going_out.morto": "Art. 14",
        "stock.exhausted": "Art. 13",
        "values.ace": "Art. 22",
        "hands_left.deducted": "Art. 23",
        "threes.red_exposed": "Art. 7",
        "threes.red_bonus": "Art. 19",
        "threes.black_charge": "Art. 21",
        "match.target": "Art. 24",
        "clauses.morto": "Art. 12",
        "clauses.going_out": "Art. 14",
        "clauses.dealer": "Art. 3",
    },
    "buraco": {
        "deal.opener": "Art. 3",
        "draw.opener_may_refuse": "Art. 4",
        "pile.purchase": "Art. 7",
        "pile.one_card": "Art. 8",
        "sequences.wild": "Art. 11",
        "sequences.goes_home": "Art. 11",
        "groups.ranks": "Art. 5",
        "morto.becomes_stock": "Art. 9",
        "morto.not_taken": "Art. 15",
        "going_out.needs": "Art. 10",
        "going_out.morto": "Art. 10",
        "stock.exhausted": "Art. 12",
        "values.ace": "Art. 17",
        "canastas.clean": "Art. 16",
        "hands_left.deducted": "Art. 14",
        "match.target": "Art. 13",
        "clauses.turn": "Art. 7",
        "clauses.melds": "Art. 5",
        "clauses.wilds": "Art. 6",
        "clauses.going_out": "Art. 10",
    },
    "canastra-duelo": {
        "pile.purchase": "Regras",
        "pile.one_card": "Regras",
        "pile.single_card_stays": "Regras",
        "sequences.lowest": "Aberturas",
        "sequences.wild": "Aberturas",
        "groups.ranks": "Aberturas",
        "morto.needs": "Morto",
        "morto.becomes_stock": "Morto",
        "values.ace": "Pontuação",
        "canastas.royal": "Pontuação",
        "hands_left.deducted": "Pontuação",
        "clauses.turn": "Regras",
        "clauses.melds": "Aberturas",
        "clauses.wilds": "Aberturas",
        "clauses.morto": "Morto",
        "clauses.going_out": "Regras",
        "clauses.scoring": "Pontuação",
    },
}


def test_each_decision_has_a_comment() -> None:
    silent = []
    for rulebook_id in OFFICIAL:
        lines = files("canastra.rulebooks").joinpath("data", f"{rulebook_id}.toml").read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            if "decision = true }" in line:
                above = takewhile(lambda other: other.startswith("#"), reversed(lines[:number]))
                comments = " ".join([line.partition("decision = true }")[2], *above])
                silent += [] if "decision" in comments.lower() else [f"{rulebook_id}: {line}"]
    assert silent == []


# Headings and article numbers that the texts have; paragraphs only where no broken rule cites them.
NUMBERED = {"canastra-regional": 16, "tranca": 24, "buraco": 19}
HEADINGS = {
    "canastra-curinguinha": {
        "Jogadores",
        "Baralhos",
        "Distribuição",
        "Objetivo",
        "Definições",
        "Curinga",
        "Batida",
        "Lixo",
        "Canastra",
        "Buraco",
        "O Jogo",
        "Contagem de pontos",
    },
    "tranca": {"Glossário"},
    "canastra-duelo": {"Regras", "Aberturas", "Morto", "Pontuação"},
}


def test_the_ids_are_those_of_the_page() -> None:
    assert OFFICIAL == ("canastra-regional", "canastra-curinguinha", "tranca", "buraco", "canastra-duelo")


def test_the_table_has_every_parameter() -> None:
    assert list(TABLE) == list(kinds())


@pytest.mark.parametrize("key", TABLE)
@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_value(rulebook_id: str, key: str) -> None:
    assert value_of(official(rulebook_id), key) == TABLE[key][OFFICIAL.index(rulebook_id)]


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_articles(rulebook_id: str) -> None:
    expected = ARTICLES[rulebook_id]
    assert {key: official(rulebook_id).article(key) for key in expected} == expected


def citations(rulebook_id: str) -> set[str]:
    numbers = range(1, NUMBERED.get(rulebook_id, 0) + 1)
    return HEADINGS.get(rulebook_id, set()) | {f"Art. {number}" for number in numbers}


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_every_citation_exists(rulebook_id: str) -> None:
    cited = {clause.article.split(" §")[0] for clause in official(rulebook_id).clauses.values()}
    assert cited <= citations(rulebook_id)


# The outcomes in tests/conformance name these clauses without their paragraphs.
IN_VIOLATIONS = ("table.dir", "draw.", "pile.", "sequences.", "groups.", "going_out.", "vuln", "match.", "clauses.")


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_what_broken_rules_cite_has_no_paragraph(rulebook_id: str) -> None:
    clauses = official(rulebook_id).clauses
    cited = [clauses[key].article for key in clauses if key.startswith((*IN_VIOLATIONS, "morto.needs"))]
    assert [article for article in cited if "§" in article] == []


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_everything_is_stated(rulebook_id: str) -> None:
    rulebook = official(rulebook_id)
    constants = {f"clauses.{name}" for name in CONSTANTS}
    assert set(rulebook.clauses) == set(kinds()) | constants
    assert all(clause.article for clause in rulebook.clauses.values())
    assert rulebook.names.keys() == {"pt", "en"}
    assert (rulebook.id, rulebook.revision, rulebook.extends) == (rulebook_id, 1, None)


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_a_file_begins_with_its_id(rulebook_id: str) -> None:
    text = files("canastra.rulebooks").joinpath("data", f"{rulebook_id}.toml").read_text("utf-8")
    assert text.startswith(f'id = "{rulebook_id}"\n')


def test_there_is_a_file_for_each_id_and_no_other() -> None:
    names = {file.name for file in files("canastra.rulebooks").joinpath("data").iterdir()}
    assert names == {f"{rulebook_id}.toml" for rulebook_id in OFFICIAL} | {"popular"}


def test_an_official_rulebook_is_one_object() -> None:
    assert official("tranca") is official("tranca")
    assert loader.read_official("tranca") is official("tranca")


def test_parameters_come_in_the_order_of_the_schema() -> None:
    rows = parameters(official("canastra-duelo"))
    assert [key for key, _, _ in rows] == list(TABLE)
    assert [value for _, value, _ in rows] == [column[4] for column in TABLE.values()]
    assert rows[0][2] == official("canastra-duelo").clauses["table.players"]


SCORE_LINES: dict[str, dict[str, str]] = {
    "canastra-regional": {
        "melded": "Art. 12 §1",
        "clean": "Art. 12",
        "dirty": "Art. 12",
        "going_out": "Art. 12",
        "morto": "Art. 12 §3",
        "in_hand": "Art. 12 §2",
    },
    "canastra-curinguinha": dict.fromkeys(
        ("melded", "clean", "dirty", "going_out", "morto", "in_hand"), "Contagem de pontos"
    ),
    "tranca": {
        "melded": "Art. 22",
        "clean": "Art. 17",
        "dirty": "Art. 18",
        "going_out": "Art. 16",
        "morto": "Art. 20",
        "red_threes": "Art. 19",
        "black_threes": "Art. 21",
        "in_hand": "Art. 23",
    },
    "buraco": {
        "melded": "Art. 17",
        "clean": "Art. 16",
        "dirty": "Art. 16",
        "going_out": "Art. 16",
        "morto": "Art. 15",
        "in_hand": "Art. 14",
    },
    "canastra-duelo": dict.fromkeys(("melded", "clean", "dirty", "royal", "going_out", "in_hand"), "Pontuação"),
}
"""Where each text gives the points of a line of the score, read in the texts."""


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_a_line_of_the_score_cites_where_its_points_stand(rulebook_id: str) -> None:
    book = official(rulebook_id)
    lines = [each for each in COMPONENT_TOPICS if component_applies(each, book)]
    assert {each: component_article(each, book) for each in lines} == SCORE_LINES[rulebook_id]


def test_values_from_several_articles_are_cited_together() -> None:
    names = {"pt": "Casa", "en": "House"}
    head = {"id": "casa", "extends": "buraco", "revision": 1, "name": names}
    book = house({**head, "values": {"ace": 15}}, "casa.toml")
    assert component_article("melded", book) == "regra da casa, Art. 17"
