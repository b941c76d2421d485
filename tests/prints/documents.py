"""Every print once, with 200 sides of ordinary, long and hostile names; made once a process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

from canastra.prints.bracket import KnockoutTie, bracket_print
from canastra.prints.certificates import PlaceCertificate, certificates_print
from canastra.prints.flow import Occasion
from canastra.prints.forms import blank_sheet
from canastra.prints.minutes import (
    MinutedAct,
    MinutedResult,
    MinutedRound,
    MinutedRuling,
    MinutedSide,
    Minutes,
    minutes_print,
)
from canastra.prints.names import PrintedSide
from canastra.prints.pairings import TableSeating, pairings_by_name, pairings_by_table
from canastra.prints.score_sheets import PrintedDeal, score_sheets_print
from canastra.prints.standings import PlacedSide, PrintedGroup, groups_print, standings_print
from canastra.rulebooks import OFFICIAL, POPULAR, load
from tests.prints.measurement import Page, pages

OCCASION = Occasion(
    event="Torneio de Primavera da AABB Campinas",
    phase="Fase de grupos, 3ª rodada",
    place="Salão nobre, 14 de novembro de 2026, 14h30",
)
URL = "http://192.168.0.12:8000/t/4?k=8f3k2-9dks-22kd"
HOSTILE = (
    PrintedSide(people=("Maximiliana Aparecida dos Santos Albuquerque de Cavalcanti e Vasconcelos " * 3, "W" * 400)),
    PrintedSide("ابن رشد عبد الرحمن"),
    PrintedSide("Ana\u202e\x00\x1b[31m 😀 =1+1 {nb} **x**"),
    PrintedSide("Z\u0337\u0322\u031b\u031e\u0326\u0355algo " * 9, people=("李明", "שלום כהן")),
    PrintedSide("\u200b\u200d\ufeff"),
    PrintedSide(""),
)
COLUMNS = ("J", "V", "E", "D", "Pts", "Saldo")
FIRST = ["Maria", "Ângela", "Łucja", "Şebnem", "Владимир", "Óscar", "Conceição", "João", "Zuleika", "Íris", "Antônio"]
LAST = ["Silva", "Gonçalves", "Łukasiewicz", "Güneş", "Иванов", "Assunção", "Magalhães", "Araújo", "Souza", "Lima"]


def sides(many: int) -> list[PrintedSide]:
    """Pairs with numbers, the hostile ones among them."""
    random = Random(7)

    def person() -> str:
        return " ".join([random.choice(FIRST), *random.sample(LAST, random.randint(1, 3))])

    ordinary = [PrintedSide(people=(person(), person()), number=number + 1) for number in range(many - len(HOSTILE))]
    return [*HOSTILE, *ordinary][:many]


def _tables(many: int) -> list[TableSeating]:
    found = sides(many)
    tables = [TableSeating(str(place + 1), (found[2 * place], found[2 * place + 1])) for place in range(many // 2)]
    tables[3] = TableSeating("4", tables[3].sides, "mesa junto à janela")
    return [*tables, TableSeating("", (PrintedSide(people=("Fulana de Tal", "Beltrano")),))]


def _placed(many: int) -> tuple[PlacedSide, ...]:
    reason = "à frente de 5 pelo confronto direto (1.520 × 1.310); depois saldo, depois sorteio (semente 81f3) " * 2
    return tuple(
        PlacedSide(
            f"{place + 1}º", side, ("9", "9", "0", "0", "27", "−12345"), reason if place % 3 == 1 else "", place < 8
        )
        for place, side in enumerate(sides(many))
    )


def _rounds(many: int) -> list[list[KnockoutTie]]:
    left: list[PrintedSide | None] = list(sides(many))
    rounds = []
    while len(left) > 1:
        ties = [KnockoutTie((a, b), ("3050", "2995"), 0, "mesa 12") for a, b in zip(left[::2], left[1::2], strict=True)]
        rounds.append(ties)
        left = [tie.winning for tie in ties]
    return rounds


def _minutes(many: int) -> Minutes:
    found = sides(many)
    results = tuple(
        MinutedResult(str(place + 1), (found[2 * place], found[2 * place + 1] if place else None), ("3050", "−120"))
        for place in range(many // 2)
    )
    return Minutes(
        rulebook="Canastra regional",
        regulations=(
            ("Forma de disputa", "Grupos de cinco; passam dois. " * 9),
            ("Penalidades", "3♠ mal baixado: Art. 9"),
        ),
        sides=tuple(
            MinutedSide(each, "AABB Campinas", "saiu do torneio" if each is found[9] else "") for each in found
        ),
        draws=(MinutedAct("1ª fase: Grupos", "Semente: 5921.\nGrupo A: " + "; ".join(each.label() for each in found)),),
        corrections=(MinutedAct("21 nov, 14h05 · Mesa 3", "era 3.050 × −120; ficou 3.050 × 120.\nRegistrado por Ana"),),
        rounds=(MinutedRound("1ª rodada", results),),
        rulings=(MinutedRuling("15h42", "mesa 4", "Advertência", "Art. 18", "Conversa. " * 60, "Sebastião"),),
        columns=COLUMNS,
        standings=_placed(many),
        remarks="Terminou às 19h10.\nSem incidentes.",
        signatures=("Coordenação Técnica", "Arbitragem", "Representante das duplas"),
        digest="sha256:" + "9f2c" * 16,
    )


def _group(name: str, many: int) -> PrintedGroup:
    results = tuple(tuple("" if other == side else "3050×2995" for other in range(many)) for side in range(many))
    return PrintedGroup(name, COLUMNS, _placed(many), results)


def _score_sheets() -> bytes:
    random = Random(3)
    found = []
    for place, name in enumerate([*OFFICIAL, *POPULAR]):
        rulebook, pair = load(name), (HOSTILE[place % 6], HOSTILE[(place + 3) % 6])
        blank = blank_sheet(rulebook, "pt", str(place + 1), URL if place % 2 else "")
        filled = blank_sheet(rulebook, "pt", "104", URL, pair)
        cells = tuple((str(random.randint(0, 20)), str(random.randint(0, 20))) for _ in filled.lines)
        deal = PrintedDeal(
            dealer="Maximiliana Albuquerque",
            minimums=("75", "150") if filled.minimum_note else ("", ""),
            cells=cells,
            totals=("−1240", "1110"),
            running=("12340", "−1360"),
        )
        found.append(blank if place % 3 else replace(filled, deals=(deal,) * 9, brought=("510", "225")))
    return score_sheets_print(OCCASION, found, "pt")


@cache
def document(name: str) -> bytes:
    """A print by its name."""
    return MAKERS[name]()


@cache
def page_list(name: str) -> list[Page]:
    """The pages of a print, measured."""
    return pages(document(name))


def words(name: str) -> str:
    """All words of a print."""
    return "\n".join(page.words for page in page_list(name))


MAKERS: dict[str, Callable[[], bytes]] = {
    "score sheets": _score_sheets,
    "by table": lambda: pairings_by_table(OCCASION, _tables(200), "pt"),
    "by name": lambda: pairings_by_name(OCCASION, _tables(200), "pt"),
    "standings": lambda: standings_print(OCCASION, COLUMNS, _placed(200), "pt"),
    "groups": lambda: groups_print(OCCASION, [_group("A", 5), _group("B", 10), _group("C", 14)], "pt"),
    "bracket of 16": lambda: bracket_print(
        OCCASION, _rounds(16), "pt", third=KnockoutTie((HOSTILE[0], HOSTILE[1]), ("1", "2"), 1)
    ),
    "bracket of 64": lambda: bracket_print(OCCASION, _rounds(64), "pt"),
    "minutes": lambda: minutes_print(OCCASION, _minutes(40), "pt"),
    "certificates": lambda: certificates_print(
        OCCASION, [PlaceCertificate(side, "3º lugar") for side in sides(8)], ["Coordenação", "Árbitro"], "pt"
    ),
}
