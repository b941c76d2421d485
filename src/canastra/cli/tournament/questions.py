"""The questions that regulations answer, in the order of the interview."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from canastra.cli.tournament.answers import YES_NO, AnswerForm, Chain, Choice, FreeText, Numbers, Penalties
from canastra.rulebooks import OFFICIAL, POPULAR
from canastra.tournament.regulations import example_regulations, parse_regulations, regulations_document, victory_tables

Document = dict[str, Any]
FORMS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "groups_knockout": ("club-day", (0, 1)),
    "groups": ("club-day", (0,)),
    "knockout": ("club-day", (1,)),
    "swiss": ("club-rounds", (0,)),
    "danese": ("italy-danese", (1,)),
    "mitchell": ("italy-mitchell", (0,)),
    "howell": ("howell", (0,)),
    "duplicate": ("duplicate", (0,)),
    "mitchell_danese": ("italy-danese", (0, 1)),
    "league": ("league-evenings", (0,)),
    "individual": ("individual", (0,)),
}
"""The forms to choose from: the nearest example, and the phases taken from it."""
_SCORED: Final = {"points": "club-day", "victory_points": "italy-mitchell", "comparison": "duplicate"}
"""The example of each kind of scoring."""
FORM: Final = Choice("ask_form", tuple(FORMS))


def nothing_else(document: Document) -> None:
    """The effect of most answers on the other values: none."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its message, the keys that it decides, the form of its answer, its effect on other values."""

    code: str
    keys: tuple[str, ...]
    form: AnswerForm
    settle: Callable[[Document], None] = nothing_else
    about: str = ""
    """The name of the phase that the question is about."""


def document_of(form: str) -> Document:
    """The nearest example of a form, with only the phases of that form."""
    example, chosen = FORMS[form]
    document = regulations_document(parse_regulations(example_regulations(example)))
    document["phases"] = phases = [document["phases"][number] for number in chosen]
    phases[-1] |= {"passing": 0} | ({"best_others": 0} if "best_others" in phases[-1] else {})
    phases[0] |= {"carry": "none"} | ({"seeding": "draw"} if "seeding" in phases[0] else {})
    for section, field in (("encounters", "encounter"), ("scorings", "scoring")):
        used = [phase[field] for phase in phases]
        document[section] = {name: value for name, value in document[section].items() if name in used}
    return document


def value_at(document: Document, key: str) -> Any:
    """The value at a key such as ``phases[0].rounds``; False for ``online`` or ``clubs`` if it is missing."""
    if key in ("online", "clubs"):
        return document.get(key, False)
    found: Any = document
    for part in _parts(key):
        found = found[int(part)] if isinstance(found, list) else found[part]
    return found


def set_value(document: Document, key: str, value: Any) -> None:
    """Set the value at a key."""
    where, _, name = key.rpartition(".")
    value_at(document, where)[name] = value


def _parts(key: str) -> list[str]:
    return re.findall(r"[^.\[\]]+", key)


def questions(document: Document) -> Iterator[Question]:
    """The remaining questions; the answers in the document so far decide which come next."""
    yield Question("name", ("name",), FreeText())
    yield Question("rulebook", ("rulebook",), Choice("ask_rulebook", (*OFFICIAL, *POPULAR), open=True))
    if document["phases"][0]["kind"] != "individual":
        kinds = ("pairs", "players") if _compared(document) else ("pairs", "teams", "players")
        yield Question("kind", ("entries.kind",), Choice("ask_kind", kinds), _settle_kind_of_side)
    if "teams" in document:
        yield Question("team_tables", ("teams.tables",), Numbers())
        if document["teams"]["tables"] > 1:
            yield Question("decided_by", ("teams.decided_by",), Choice("ask_decided_by", ("points", "tables")))
    yield Question("entries", ("entries.least", "entries.most"), Numbers(2), _settle_entries)
    yield Question("online", ("online",), Choice("ask_online", (False, True)), _settle_online)
    if "online" in document:
        yield from _of_online()
    for number in range(len(document["phases"])):
        yield from _of_phase(document, number)
    for name in list(document["encounters"]):
        yield from _of_encounter(document, name)
    for name in list(document["scorings"]):
        yield from _of_scoring(document, name)
    yield from _of_awards(document)
    for kind in ("two", "more"):
        yield Question(kind, (f"standings.{kind}",), Chain())
    yield Question("restart", ("standings.restart",), YES_NO)
    yield Question("clubs", ("clubs",), YES_NO, _settle_clubs)
    if "clubs" in document:
        yield Question("clubs_best", ("clubs.best",), Numbers())
        if len(document["phases"]) == 1 and document["phases"][0]["kind"] not in ("groups", "knockout"):
            yield Question("clubs_order", ("clubs.order",), Choice("ask_clubs_order", ("places", "points")))
    yield Question("penalties", ("penalties",), Penalties())
    yield Question("tables", ("seats.tables",), Choice("ask_tables", ("lot", "standing")))
    yield Question("seats", ("seats.seats",), Choice("ask_seats", ("lot", "standing")))
    yield Question("apart", ("seats.apart_rounds",), Numbers())


def _settle_kind_of_side(document: Document) -> None:
    """Set two tables for teams, and remove the table `teams` for other kinds of sides."""
    if document["entries"]["kind"] != "teams":
        document.pop("teams", None)
    elif "teams" not in document:
        document["teams"] = {"tables": 2, "decided_by": "points"}


def _settle_entries(document: Document) -> None:
    """Limit passing sides and rounds to what the smallest number of entries allows."""
    least = document["entries"]["least"]
    first = document["phases"][0]
    if first["kind"] != "groups":
        first["passing"] = min(first["passing"], least)
    if first.get("rematches") == "never":
        first["rounds"] = min(first["rounds"], max(1, least - 1))


def _settle_online(document: Document) -> None:
    """Set the online section from the example, or remove it."""
    if document.pop("online"):
        document["online"] = regulations_document(parse_regulations(example_regulations("online-rounds")))["online"]
        document["online"]["packs"] = "same" if _compared(document) else "own"
        for form in document["encounters"].values():
            form["at_call"] = "finish_deal" if form["at_call"] in ("finish_turn", "at_once") else form["at_call"]


def _settle_clubs(document: Document) -> None:
    """Award the places of two sides of each club, or rank no clubs."""
    if document.pop("clubs"):
        document["clubs"] = {"best": 2, "order": "places"}


def _of_online() -> Iterator[Question]:
    yield Question("online_turn", ("online.turn",), Numbers())
    yield Question("online_bank", ("online.bank",), Numbers())
    for field in ("stand_in", "spectators", "hints"):
        yield Question(field, (f"online.{field}",), YES_NO)
    yield Question("talk", ("online.talk",), Choice("ask_talk", ("off", "presets", "free")))


def _of_phase(document: Document, number: int) -> Iterator[Question]:
    at = f"phases[{number}]"
    phase, last = document["phases"][number], number == len(document["phases"]) - 1

    def ask(code: str, *fields: str, form: AnswerForm, settle: Callable[[Document], None] = nothing_else) -> Question:
        return Question(code, tuple(f"{at}.{field}" for field in fields), form, settle, phase["name"])

    yield ask("phase_name", "name", form=FreeText())
    kind = phase["kind"]
    if kind == "groups":
        yield ask("size", "size", form=Numbers(), settle=_settle_size(number))
        if not phase["size"]:
            yield ask("groups", "number", form=Numbers())
        yield ask("double", "double", form=YES_NO)
        yield ask("fill", "fill", form=Choice("ask_fill", ("draw", "pots", "snake")))
        yield ask("withdrawn", "withdrawn", form=Choice("ask_withdrawn", ("kept", "annulled")))
    elif kind == "knockout":
        if number:
            yield ask("seeding", "seeding", form=Choice("ask_seeding", ("standing", "draw", "crossing")))
        yield ask("third_place", "third_place", form=YES_NO)
        yield ask("consolation", "consolation", form=YES_NO)
        yield ask("level", "level", form=Choice("ask_level", ("play_on", "better_seed", "lot")))
    elif kind == "league":
        yield ask("evenings", "evenings", "best", form=Numbers(2))
        yield ask("evening_rounds", "rounds", form=Numbers())
        yield ask("pairing", "pairing", form=Choice("ask_pairing", ("round_robin", "swiss", "danese")))
    else:
        yield ask("rounds", "rounds", form=Numbers())
    if kind == "mitchell":
        yield ask("move", "move", form=Numbers())
        yield ask("skip", "skip", form=YES_NO)
        yield ask("switched", "switched", form=Numbers())
    elif kind == "danese":
        yield ask("rematches", "rematches", form=Choice("ask_rematches", ("allowed", "not_last", "never")))
    if not last:
        yield ask("passing_groups" if kind == "groups" else "passing", "passing", form=Numbers())
        if kind == "groups":
            yield ask("best_others", "best_others", form=Numbers())
            yield ask("normalise", "normalise", form=Choice("ask_normalise", ("none", "drop_last", "per_encounter")))
    if number and kind != "knockout":
        yield ask("carry", "carry", form=Choice("ask_carry", ("none", "points", "among_passed")))


def _settle_size(number: int) -> Callable[[Document], None]:
    """Return a function that states either the size of groups or their number."""

    def settle(document: Document) -> None:
        phase = document["phases"][number]
        phase["number"] = 0 if phase["size"] else 2

    return settle


def _used_by(document: Document, field: str, name: str) -> str:
    return ", ".join(phase["name"] for phase in document["phases"] if phase[field] == name)


def _of_encounter(document: Document, name: str) -> Iterator[Question]:
    at, about = f"encounters.{name}", _used_by(document, "encounter", name)
    form = document["encounters"][name]

    def ask(field: str, answer: AnswerForm, settle: Callable[[Document], None] = nothing_else) -> Question:
        return Question(field, (f"{at}.{field}",), answer, settle, about)

    def settle(document: Document) -> None:
        _settle_form(value_at(document, at))

    lengths = ("deals",) if _compared(document, name) else ("best_of", "exactly", "deals", "time")
    yield ask("length", Choice("ask_length", lengths), settle)
    if form["length"] != "time":
        yield ask("number", Numbers())
    if form["length"] in ("best_of", "exactly"):
        yield ask("target", Numbers())
    yield ask("minutes", Numbers(), settle)
    if form["minutes"]:
        yield ask("warning", Numbers())
        with_cards = () if "online" in document else ("finish_turn", "at_once")
        yield ask("at_call", Choice("ask_at_call", ("finish_deal", *with_cards, "no_new_deal")), settle)
        if form["at_call"] == "no_new_deal":
            yield ask("last_minutes", Numbers())
        yield ask("morto_charged", YES_NO)


def _settle_form(form: Document) -> None:
    """Set the values that go with a length and a limit: no target without matches, no call without a limit."""
    timed = form["length"] == "time"
    form["number"] = 0 if timed else form["number"] or 1
    form["target"] = form["target"] if form["length"] in ("best_of", "exactly") else 0
    if timed and not form["minutes"]:
        form["minutes"] = 60
    if not form["minutes"]:
        form.update(warning=0, at_call="play_on", last_minutes=0, morto_charged=False)
    elif form["at_call"] == "play_on":
        form["at_call"] = "finish_deal"
    late = form["at_call"] == "no_new_deal"
    form["last_minutes"] = (form["last_minutes"] or min(10, form["minutes"])) if late else 0


def _of_scoring(document: Document, name: str) -> Iterator[Question]:
    at, about = f"scorings.{name}", _used_by(document, "scoring", name)

    def ask(code: str, *fields: str, form: AnswerForm, settle: Callable[[Document], None] = nothing_else) -> Question:
        return Question(code, tuple(f"{at}.{field}" for field in fields), form, settle, about)

    kinds = ("points", "victory_points", *(("comparison",) if _comparable(document, name) else ()))
    yield ask(
        "scoring", "kind", form=Choice("ask_scoring", kinds), settle=lambda document: _settle_kind(document, name)
    )
    if value_at(document, at)["kind"] == "points":
        form = Numbers(3)
        yield ask("points", "win", "draw", "loss", form=form, settle=lambda document: _settle_points(document, name))
    elif value_at(document, at)["kind"] == "victory_points":
        known = victory_tables(parse_regulations(example_regulations("club-day")))
        yield ask("victory_table", "table", form=Choice("ask_table", tuple(sorted(known))))
    unit = "percent" if value_at(document, at)["kind"] == "comparison" else "points"
    for field in ("walkover", "default", "abandonment"):
        yield ask(f"{field}_{unit}", field, form=Numbers(2, together=True))
    yield ask(f"bye_{unit}", "bye", form=Numbers())


def _compared(document: Document, encounter: str = "") -> bool:
    """Return whether a phase is scored by comparison; with `encounter`, a phase with this form of encounters."""
    return any(
        document["scorings"][phase["scoring"]]["kind"] == "comparison" and encounter in ("", phase["encounter"])
        for phase in document["phases"]
    )


def _comparable(document: Document, scoring: str) -> bool:
    """Return whether all phases with this scoring can be compared deal by deal."""
    phases = [phase for phase in document["phases"] if phase["scoring"] == scoring]
    return document["entries"]["kind"] != "teams" and all(
        phase["kind"] != "knockout" and document["encounters"][phase["encounter"]]["length"] == "deals"
        for phase in phases
    )


def _settle_kind(document: Document, name: str) -> None:
    """Start another kind of scoring from the example that has it."""
    scoring = document["scorings"][name]
    (begun,) = regulations_document(parse_regulations(example_regulations(_SCORED[scoring["kind"]])))[
        "scorings"
    ].values()
    if begun.keys() != scoring.keys():
        document["scorings"][name] = begun


def _settle_points(document: Document, name: str) -> None:
    """Set the points for unplayed encounters to a win and a loss, unless changed later."""
    scoring = document["scorings"][name]
    for field in ("walkover", "default", "abandonment"):
        scoring[field] = [scoring["win"], min(scoring["loss"], scoring[field][1])]
    scoring["bye"] = min(scoring["win"], scoring["bye"])


def _of_awards(document: Document) -> Iterator[Question]:
    yield Question("tolerance", ("walkover.tolerance_minutes",), Numbers())
    for section in ("walkover", "default", "abandonment", "bye"):
        if section == "abandonment":
            yield Question("as_played", ("abandonment.as_played",), YES_NO)
        if not document[section].get("as_played"):
            yield Question(f"{section}_score", (f"{section}.score",), Numbers(2, together=True))
        yield Question(f"{section}_counts", (f"{section}.in_differences",), YES_NO)
    yield Question("costs_tie_breaks", ("walkover.costs_tie_breaks",), YES_NO)
    yield Question("requested_byes", ("absence.requested_byes",), Numbers())
