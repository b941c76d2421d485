"""The phases of a tournament one after the other: tables, qualifiers, the order of all."""

from __future__ import annotations

from dataclasses import replace

from tests.tournament.model.knockout import Knockout
from tests.tournament.model.log import Happened, Json, Round, Table, happened
from tests.tournament.model.lots import shuffled
from tests.tournament.model.results import bye_credit, round_credits
from tests.tournament.model.standings import Bout, Ledger, Order, Totals

Brackets = dict[int, list[int]]


class Model:
    """A tournament derived from its two files.

    `tables` are the victory tables of the package by name. `brackets` has, by the number of a knock-out that crosses
    groups, its seeds from the top to the foot.
    """

    def __init__(self, regulations: Json, lines: list[Json], tables: Json, brackets: Brackets | None = None) -> None:
        self.regulations, self.tables, self.brackets = regulations, tables, brackets or {}
        self.state: Happened = happened(regulations, lines)

    def terms(self, number: int) -> Json:
        found: Json = self.regulations["phases"][number - 1]
        return found

    def lots(self, number: int) -> list[int]:
        phase = self.state.phases[number - 1]
        return shuffled(phase.members, phase.seed, f"phase {number}: lots")

    def ledger(self, number: int, sides: list[int]) -> Ledger:
        """Return all that counts in a phase for these sides."""
        terms, phase = self.terms(number), self.state.phases[number - 1]
        ledger = Ledger(sides, behind=phase.annulled & {*sides})
        if terms["kind"] == "league":
            ledger.best = terms["best"]
        for place, found in enumerate(phase.rounds):
            evening = place // terms["rounds"] if terms["kind"] == "league" else 0
            self._count(terms, ledger, found, evening, phase.annulled)
        listed = {each["id"]: each["points"] for each in self.regulations.get("penalties", ())}
        for side, penalty in phase.penalties:
            if side not in phase.annulled:
                ledger.brought[side] = ledger.brought.get(side, 0) + listed[penalty]
        self._bring(number, ledger)
        return ledger

    def _count(self, terms: Json, ledger: Ledger, found: Round, evening: int, annulled: set[int]) -> None:
        def counts(table: Table) -> bool:
            return not annulled & {*table.one, *table.two}

        for table, both in round_credits(self.regulations, self.tables, terms, found, counts):
            if {*table.one, *table.two} & {*ledger.sides}:
                ledger.bouts.append(Bout(table.halves, both, evening))
        if terms["kind"] not in ("groups", "knockout") and found.stage not in ("drafted", "published"):
            credit = bye_credit(self.regulations, terms, found)
            ledger.byes += [(side, credit, evening) for side in found.byes if side in ledger.sides]

    def _bring(self, number: int, ledger: Ledger) -> None:
        """Add the points and encounters that sides bring from the phase before."""
        carry = self.terms(number)["carry"]
        if carry == "none" or number == 1:
            return
        for group in self.state.phases[number - 2].groups:
            before = self.ledger(number - 1, group)
            if carry == "points":
                for side in group:
                    ledger.brought[side] = ledger.brought.get(side, 0) + before.totals(side).points
            else:
                passed = {*self.state.phases[number - 1].members}
                ledger.bouts += [each for each in before.bouts if {*each.halves[0], *each.halves[1]} <= passed]

    def totals(self, number: int) -> dict[int, Totals]:
        phase = self.state.phases[number - 1]
        ledgers = [self.ledger(number, group) for group in phase.groups]
        return {side: ledger.totals(side) for ledger in ledgers for side in ledger.sides}

    def standings(self, number: int) -> list[list[int]]:
        """Return each group of a phase in its order."""
        if self.terms(number)["kind"] == "knockout":
            return [self.knockout(number).sides()]
        return [
            Order(self.regulations, self.ledger(number, group), self.lots(number)).sides()
            for group in self.state.phases[number - 1].groups
        ]

    def knockout(self, number: int) -> Knockout:
        return Knockout(self.regulations, self.state, number, self.brackets.get(number))

    def compared(self, number: int, sides: list[int]) -> list[int]:
        """Return sides of different groups in an order."""
        phase, terms = self.state.phases[number - 1], self.terms(number)
        ledger = self.ledger(number, sides)
        if terms["normalise"] == "per_encounter":
            ledger = replace(ledger, per_encounter=True)
        if terms["normalise"] == "drop_last":
            smallest = min(len({*group} - phase.annulled) for group in phase.groups)
            dropped: set[int] = set()
            for order in self.standings(number):
                dropped |= {*[side for side in order if side not in phase.annulled][smallest:]}
            ledger.bouts = [each for each in ledger.bouts if not dropped & {*each.halves[0], *each.halves[1]}]
        return Order(self.regulations, ledger, self.lots(number)).sides()

    def qualifiers(self, number: int) -> list[int]:
        """Return the sides that go on, the best first."""
        terms = self.terms(number)
        orders = [[side for side in order if side not in self.state.withdrawn] for order in self.standings(number)]
        if terms["kind"] != "groups":
            return orders[0][: terms["passing"]]
        by_place = [
            self.compared(number, [order[place] for order in orders if place < len(order)])
            for place in range(max(map(len, orders)))
        ]
        first = [side for level in by_place[: terms["passing"]] for side in level]
        passing, best = terms["passing"], terms["best_others"]
        others = [side for level in by_place[passing : passing + best] for side in level]
        return first + others[: passing * len(orders) + best - len(first)]

    def overall(self) -> list[int]:
        """Return all sides from the first to the last."""
        found: list[int] = []
        for number in range(len(self.state.phases), 0, -1):
            if not self.state.phases[number - 1].groups:
                continue
            orders = self.standings(number)
            if self.terms(number)["kind"] != "groups":
                found += [side for side in orders[0] if side not in found]
                continue
            out: list[int] = []
            for place in range(max(map(len, orders))):
                level = self.compared(number, [order[place] for order in orders if place < len(order)])
                out += [side for side in level if side not in found]
            annulled = self.state.phases[number - 1].annulled
            found += sorted(out, key=annulled.__contains__)
        return found
