"""The own part in the shuffles of a match: what was promised, what was given, and whether both were kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from canastra.cards import parse_cards
from canastra.engine import Piles
from canastra.errors import CanastraError
from canastra.fairness import Checked, Dealt, Finding, Status, check
from canastra.protocol import State

BYTES = 32
"""Of each own contribution."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What was found of a deal's shuffle once it was over."""

    deal: int
    status: Status
    findings: tuple[Finding, ...]
    """What is wrong; nothing, where it holds as far as it can be checked."""
    own: bool
    """Whether bytes of our own were in it, and their place has been checked."""


class Cuts:
    """Of one seat in one match. It is shown each state, in order."""

    def __init__(self, chance: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._chance = chance
        self._sent: dict[int, str] = {}
        self._given: dict[int, str] = {}
        """What the server has answered that it took."""
        self._commitments: dict[int, str] = {}
        self._dealers: dict[int, int] = {}
        self._checked = 0

    def due(self, state: State) -> tuple[int, str] | None:
        """The deal to contribute to now, and the bytes in hexadecimal; once for each deal."""
        seat, deal = state["you"], state["deal"]
        self._note(state)
        if seat is None or state["stage"] != "gathering" or not state["commitment"] or deal in self._sent:
            return None
        if state["seats"][seat]["held"] or state["contributions"][seat] is not None:
            return None
        self._sent[deal] = self._chance(BYTES).hex()
        return deal, self._sent[deal]

    def answered(self, deal: int, taken: bool) -> None:
        """Whether the bytes were taken; if they came too late nothing of our own is in that deal."""
        self._given[deal] = self._sent[deal] if taken else ""

    def check(self, state: State) -> Shuffle | None:
        """What is found of the latest deal, once, when it is over and it is known whether own bytes were taken."""
        last = state["last"]
        if last is None or last["deal"] <= self._checked or last["deal"] in self._sent.keys() - self._given.keys():
            return None
        self._checked = last["deal"]
        try:
            return self._found(state, last)
        except (CanastraError, KeyError, TypeError, ValueError):
            return Shuffle(last["deal"], Status.WRONG, (Finding("client_shuffle_unreadable"),), own=False)

    def _note(self, state: State) -> None:
        deal = state["deal"]
        if state["stage"] in {"gathering", "playing"}:
            if state["commitment"]:
                self._commitments.setdefault(deal, state["commitment"])
            if state["dealer"] is not None:
                self._dealers[deal] = state["dealer"]

    def _found(self, state: State, last: dict[str, Any]) -> Shuffle:
        deal, proof = last["deal"], last.get("fairness")
        piles = Piles(
            hands=tuple(map(parse_cards, last["dealt"])),
            mortos=(parse_cards(last["mortos"][0]), parse_cards(last["mortos"][1])),
            stock=parse_cards(last["stock"]),
        )
        dealer = self._dealers.get(deal, (proof or {}).get("dealer", 0))
        checked = check(proof, Dealt(deal, dealer, piles, state["match"]))
        given = self._given.get(deal, "")
        wrong = (*checked.findings, *self._broken(deal, checked), *_left_out(state["you"], given, checked))
        return Shuffle(deal, Status.WRONG if wrong else checked.status, wrong, own=bool(given))

    def _broken(self, deal: int, checked: Checked) -> tuple[Finding, ...]:
        promised = self._commitments.get(deal)
        kept = checked.proof and checked.proof.commitment.hex()
        return () if promised in (None, kept) else (Finding("client_shuffle_commitment"),)


def _left_out(seat: int | None, given: str, checked: Checked) -> tuple[Finding, ...]:
    if seat is None or not given:
        return ()
    there = checked.proof.contributions if checked.proof else ()
    used = there[seat].hex() if seat < len(there) else ""
    return () if used == given else (Finding("client_shuffle_own"),)
