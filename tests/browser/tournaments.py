"""A tournament run without the page: founded, and brought to the stage that a test or a picture needs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from canastra.tournament.regulations import example_regulations
from tests.browser.people import People, Person

PAIRS = ("Ana Rui", "Bia Leo", "Caio Eva", "Davi Iara", "Enzo Gil", "Flora Hugo", "Nara Otto", "Rosa Zeca")
STEPS = {"publish": "round_published", "start": "round_started", "close": "round_closed", "ratify": "round_ratified"}
ONLINE = (
    ('kind = "pairs"', 'kind = "players"'),
    ('rulebook = "buraco"', 'rulebook = "canastra-duelo"'),
    ("least = 8", "least = 4"),
    ("rounds = 3", "rounds = 2"),
    ("tolerance_minutes = 10", "tolerance_minutes = 1"),
)
ONLINE_PLAYERS = ("Maria Aparecida dos Santos Gonçalves", "Davi", "Conceição de Vasconcelos", "Léo")
FIRST, SECOND = (2010, 1500), (1240, 2030)


def online_regulations(*more: tuple[str, str]) -> str:
    """Return regulations for four single players and two rounds; a player absent after a minute loses."""
    text = example_regulations("online-rounds")
    for before, after in (*ONLINE, *more):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


@dataclass
class Event:
    """A club's day of eight pairs, run with a person's session."""

    organiser: Person
    id: str = ""
    example: str = "club-day"
    least: int = 8
    ids: count[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        examples = self.organiser.asks("GET", "/api/tournaments/examples")["examples"]
        text = next(each["text"] for each in examples if each["id"] == self.example)
        text = re.sub(r"(?m)^least = \d+", f"least = {self.least}", text)
        self.id = self.organiser.asks("POST", "/api/tournaments", {"id": f"f{id(self)}", "regulations": text})["id"]

    def does(self, kind: str, **act: Any) -> None:
        """Send one command."""
        body = {"id": f"beside-{next(self.ids)}", "act": {"type": kind, **act}}
        self.organiser.asks("POST", f"/api/tournaments/{self.id}/commands", body)

    def view(self) -> Any:
        """The organiser's view of the tournament."""
        return self.organiser.asks("GET", f"/api/tournaments/{self.id}?lang=pt")

    def round(self) -> tuple[Any, dict[str, int]]:
        """The current round and its position."""
        phase = next(each for each in reversed(self.view()["phases"]) if each["rounds"])
        found = phase["rounds"][-1]
        return found, {"phase": phase["number"], "round": found["number"]}

    def enters(self, many: int = 8) -> None:
        """Enter pairs, the first of them from clubs."""
        pairs = zip(PAIRS, ("AABB", "APCEF", "AABB", *[""] * 5), strict=True)
        sides = [
            {"name": names.replace(" ", " e "), "players": names.split(), "delegation": club} for names, club in pairs
        ]
        self.does("enter", sides=sides[:many])

    def result(self, table: int, matches: tuple[tuple[int, int], ...]) -> None:
        """Report a sheet that both sides have signed."""
        _, place = self.round()
        self.does("sheet_received", **place, table=table, result={"kind": "played", "matches": matches})

    def reaches(self, due: str) -> None:
        """Bring the day to this stage, through all earlier ones."""
        while (now := self.view()["due"]) != due:
            if now == "entries":
                if not self.view()["sides"]:
                    self.enters()
                self.does("check_in", sides=[each["number"] for each in self.view()["sides"]])
            elif now == "draw":
                self.does("draw", seed="Loteria Federal 5921")
            elif now == "pair":
                self.does("pair")
            elif now == "results":
                found, place = self.round()
                matches = (FIRST,) if place["phase"] == 1 else (FIRST, SECOND, FIRST)
                for table in found["tables"]:
                    if table["result"] is None:
                        self.result(table["table"], matches)
            else:
                self.does(STEPS[now], **self.round()[1])

    def token(self, table: int, half: int = 0) -> str:
        """Return the code of a side of a table."""
        codes = self.organiser.asks("GET", f"/api/tournaments/{self.id}/codes")["codes"]
        return str(next(each["token"] for each in codes if (each["table"], each["half"]) == (table, half)))

    def differs(self, table: int, people: People) -> None:
        """Report different points by the codes of a table's two sides."""
        _, place = self.round()
        for half, score in enumerate(((2010, 1500), (1500, 2010))):
            phone = people(f"Dupla {half + 1}")
            phone.asks("POST", f"/api/tournaments/{self.id}/table", {"token": self.token(table, half), "speak": True})
            result = {"kind": "played", "matches": [score]}
            act = {"type": "result_reported", **place, "table": table, "half": half, "result": result}
            phone.asks("POST", f"/api/tournaments/{self.id}/commands", {"id": "report", "act": act})


@dataclass
class Online:
    """A tournament at the server's own tables, run with a person's session. Without an id it is founded."""

    organiser: Person
    regulations: str = ""
    id: str = ""
    ids: count[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        if not self.id:
            new = {"id": f"o{id(self)}", "regulations": self.regulations}
            self.id = self.organiser.asks("POST", "/api/tournaments", new)["id"]

    @property
    def api(self) -> str:
        return f"/api/tournaments/{self.id}"

    def does(self, kind: str, **act: Any) -> None:
        """Send one command."""
        body = {"id": f"beside-{next(self.ids)}", "act": {"type": kind, **act}}
        self.organiser.asks("POST", f"{self.api}/commands", body)

    def round(self, number: int, *, start: bool) -> None:
        """Start the next round, from its pairing until its tables are open."""
        self.does("pair")
        self.does("round_published", phase=1, round=number)
        if start:
            self.does("round_started", phase=1, round=number)

    def reaches(self, until: str) -> None:
        """Enter the players, and bring the first round to this stage: before, open, playing, result or over."""
        self.does("enter", sides=[{"name": each, "players": [each]} for each in ONLINE_PLAYERS])
        self.does("check_in", sides=[1, 2, 3, 4])
        if until != "before":
            self.does("draw", seed="Loteria Federal 5921")
            self.round(1, start=until != "open")
        if until in ("result", "over"):
            self.decides(1)
        for step in ("round_closed", "round_ratified") if until == "over" else ():
            self.does(step, phase=1, round=1)

    def decides(self, number: int) -> None:
        """Decide each table of a round, as the referee, for its first side."""
        tables = self.organiser.asks("GET", self.api)["phases"][0]["rounds"][number - 1]["tables"]
        for table in tables:
            result = {"kind": "default", "winner": 0}
            place = {"phase": 1, "round": number, "table": table["table"]}
            self.does("result_decided", **place, result=result, article="Art. 16", reason="faltou luz")

    def token(self, name: str) -> str:
        """Return the code of a player's link."""
        links = self.organiser.asks("GET", f"{self.api}/players")["links"]
        return str(next(each["token"] for each in links if each["name"] == name))

    def link(self, name: str) -> str:
        """Return the address of a player's page."""
        return f"/torneio/{self.id}/jogar#p={self.token(name)}"

    def me(self, person: Person) -> Any:
        """Return a player's view of the tournament."""
        return person.asks("GET", f"{self.api}/player")
