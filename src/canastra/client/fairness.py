"""A seat's part in a match's shuffles: checks the server's commitments and the seat's contributions."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from canastra.cards import parse_cards
from canastra.engine import Piles, draw_for_seats
from canastra.errors import CanastraError
from canastra.fairness import Checked, Finding, Lot, RecordedDeal, Status, check, check_lot
from canastra.protocol import State

LOT = 0
"""The number of the lot for the seats among the deals."""
_SHUFFLING = ("lots", "gathering")
BYTES = 32
"""Bytes of each contribution."""


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """The result of checking the shuffle of a finished deal, or of the lot for the seats."""

    deal: int
    """Number of the deal; 0 for the lot."""
    status: Status
    findings: tuple[Finding, ...]
    """The faults; empty for a correct shuffle."""
    own: bool
    """True if the server accepted the seat's own bytes; a finding says if they are missing in the shuffle."""


class Cuts:
    """The contributions of one seat in one match. Give it each state, in order."""

    def __init__(self, chance: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._chance = chance
        self._sent: dict[int, str] = {}
        self._bound: dict[int, str] = {}
        """The commitment for which bytes were drawn. A new commitment, after a restore of the server, gets
        new bytes.
        """
        self._given: dict[int, str] = {}
        """The bytes that the server accepted."""
        self._commitments: dict[int, str] = {}
        self._dealers: dict[int, int] = {}
        self._checked = 0
        self._lot_checked = False
        self._drew: int | None = None
        """The seat when the lot was drawn: the state may not have the new one yet."""

    def due(self, state: State) -> tuple[int, str] | None:
        """The deal to contribute to now and the bytes in hexadecimal, once for each commitment; None if
        nothing is due.
        """
        seat, deal = state["you"], _shuffled(state)
        self._note(state)
        if seat is None or state["stage"] not in _SHUFFLING or not state["commitment"]:
            return None
        if self._bound.get(deal) == state["commitment"]:
            return None
        if state["seats"][seat]["held"] or state["contributions"][seat] is not None:
            return None
        self._sent[deal], self._bound[deal] = self._chance(BYTES).hex(), state["commitment"]
        self._given.pop(deal, None)
        if deal == LOT:
            self._drew = seat
        return deal, self._sent[deal]

    def answered(self, deal: int, taken: bool) -> None:
        """Record whether the server took the bytes; late bytes are not part of the deal."""
        self._given[deal] = self._sent[deal] if taken else ""

    def check(self, state: State) -> ShuffleCheck | None:
        """The check of the latest deal, once, when it is over and the server has answered about the bytes."""
        last = state["last"]
        if last is None or last["deal"] <= self._checked or last["deal"] in self._sent.keys() - self._given.keys():
            return None
        self._checked = last["deal"]
        try:
            return self._found(state, last)
        except (CanastraError, LookupError, TypeError, ValueError):
            return ShuffleCheck(last["deal"], Status.WRONG, (Finding("client_shuffle_unreadable"),), own=False)

    def check_lot(self, state: State) -> ShuffleCheck | None:
        """The check of the lot for the seats, once, when they have been drawn."""
        lot = state["lot"]
        if lot is None or self._lot_checked or LOT in self._sent.keys() - self._given.keys():
            return None
        self._lot_checked = True
        try:
            return self._lot_found(state, lot)
        except (CanastraError, LookupError, TypeError, ValueError):
            return ShuffleCheck(LOT, Status.WRONG, (Finding("client_shuffle_unreadable"),), own=False)

    def _lot_found(self, state: State, lot: dict[str, Any]) -> ShuffleCheck:
        cards = parse_cards(" ".join(each.split(" ")[1] for each in lot["drawn"]))
        proof = lot.get("fairness") or {}
        checked = check_lot(proof, Lot(state["match"], len(state["seats"]), cards, proof.get("deal", 1)))
        given = self._given.get(LOT, "")
        wrong = (*checked.findings, *self._broken(LOT, checked), *_left_out(self._drew, given, checked))
        if tuple(lot["seats"]) != draw_for_seats(cards, len(state["seats"]))[0]:
            wrong = (*wrong, Finding("client_lot_seats"))
        return ShuffleCheck(LOT, Status.WRONG if wrong else checked.status, wrong, own=bool(given))

    def _note(self, state: State) -> None:
        deal = _shuffled(state)
        if state["stage"] in {*_SHUFFLING, "playing"}:
            if state["commitment"]:
                self._commitments.setdefault(deal, state["commitment"])
            # The server may have been restored to an earlier state.
            self._checked = min(self._checked, state["deal"] - 1)
            if state["dealer"] is not None:
                self._dealers[deal] = state["dealer"]

    def _found(self, state: State, last: dict[str, Any]) -> ShuffleCheck:
        deal, proof = last["deal"], last.get("fairness")
        piles = Piles(
            hands=tuple(map(parse_cards, last["dealt"])),
            mortos=(parse_cards(last["mortos"][0]), parse_cards(last["mortos"][1])),
            stock=parse_cards(last["stock"]),
        )
        dealer = self._dealers.get(deal, (proof or {}).get("dealer", 0))
        checked = check(proof, RecordedDeal(deal, dealer, piles, state["match"]))
        if checked.status is Status.COMMITTED:
            return self._committed(state, last)
        given = self._given.get(deal, "")
        # For a deal annulled after a restore, the bytes may have come after the restored state.
        left_out = () if last.get("annulled") else _left_out(state["you"], given, checked)
        wrong = (*checked.findings, *self._broken(deal, checked), *left_out)
        return ShuffleCheck(deal, Status.WRONG if wrong else checked.status, wrong, own=bool(given))

    def _committed(self, state: State, last: dict[str, Any]) -> ShuffleCheck:
        """The check of a deal without a proof, valid if the table announced that its packs are shared with other
        tables.
        """
        deal, wrong = last["deal"], []
        if not state.get("packs"):
            wrong.append(Finding("fairness_secret_missing"))
        if self._commitments.get(deal) not in (None, last["fairness"]["commitment"]):
            wrong.append(Finding("client_shuffle_commitment"))
        return ShuffleCheck(deal, Status.WRONG if wrong else Status.COMMITTED, tuple(wrong), own=False)

    def _broken(self, deal: int, checked: Checked) -> tuple[Finding, ...]:
        promised = self._commitments.get(deal)
        kept = checked.proof and checked.proof.commitment.hex()
        return () if promised in (None, kept) else (Finding("client_shuffle_commitment"),)


def _shuffled(state: State) -> int:
    """The number of the deal that is being shuffled; `LOT` for the lot for the seats."""
    return LOT if state["stage"] == "lots" else state["deal"]


def _left_out(seat: int | None, given: str, checked: Checked) -> tuple[Finding, ...]:
    if seat is None or not given:
        return ()
    there = checked.proof.contributions if checked.proof else ()
    used = there[seat].hex() if seat < len(there) else ""
    return () if used == given else (Finding("client_shuffle_own"),)
