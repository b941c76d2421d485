"""Who may do what: by the role in the tournament, or by the half of a table that a phone speaks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canastra.protocol import tournaments as asked
from canastra.protocol.tournaments import TournamentAct, TournamentRole
from canastra.server.tournaments.errors import TournamentError
from canastra.tournament import LoggedEvent
from canastra.tournament import events as ev

_ORGANISER: Final = frozenset[TournamentRole](("organiser",))
_REFEREE: Final = frozenset[TournamentRole](("organiser", "referee"))
_STAFF: Final = frozenset[TournamentRole](("organiser", "referee", "desk"))
OF_TABLES: Final = (ev.ResultReported, ev.ResultConfirmed)
"""What only the phone of a half does, whatever role its person has: a report is what a side says."""
MAY: Final[dict[type, frozenset[TournamentRole]]] = {
    asked.Adopt: _ORGANISER,
    asked.Enter: _ORGANISER,
    asked.CheckIn: _STAFF,
    asked.DrawPhase: _ORGANISER,
    asked.PairRound: _ORGANISER,
    asked.ReleaseHalf: _STAFF,
    ev.SideCorrected: _ORGANISER,
    ev.SideWithdrawn: _ORGANISER,
    ev.FixturesChanged: _ORGANISER,
    ev.RoundPublished: _ORGANISER,
    ev.RoundStarted: _ORGANISER,
    ev.RoundClosed: _ORGANISER,
    ev.RoundRatified: _ORGANISER,
    ev.ResultReported: frozenset(),
    ev.ResultConfirmed: frozenset(),
    ev.SheetReceived: _STAFF,
    ev.ResultCorrected: _REFEREE,
    ev.ResultDecided: _REFEREE,
    ev.CaseDecided: _REFEREE,
    ev.PenaltyApplied: _REFEREE,
    ev.Revoked: _REFEREE,
}
"""The roles that may, for every act."""
OF_REFEREES: Final = (
    ev.ResultReported,
    ev.ResultConfirmed,
    ev.SheetReceived,
    ev.ResultCorrected,
    ev.ResultDecided,
    ev.CaseDecided,
    ev.PenaltyApplied,
)
"""The lines that a referee may revoke; an organiser may revoke the others too."""


def check_act(act: TournamentAct, role: TournamentRole | None, speaks: bool, log: Sequence[LoggedEvent]) -> None:
    """See that somebody may do something; `speaks` is whether it is for the half of a table that the phone speaks for.

    Raises `TournamentError`.
    """
    if isinstance(act, OF_TABLES):
        if not speaks:
            raise TournamentError("tournaments_not_your_half", 403)
        return
    may = role in MAY[type(act)]
    if isinstance(act, ev.Revoked) and role == "referee":
        may = isinstance(_revoked(act, log), OF_REFEREES)
    if not may:
        raise TournamentError("tournaments_role", 403)


def check_staff(role: TournamentRole | None, organiser: bool = False) -> TournamentRole:
    """The role of somebody who has one, or is the organiser. Raises `TournamentError`."""
    if role is None or (organiser and role != "organiser"):
        raise TournamentError("tournaments_role", 403)
    return role


def _revoked(event: ev.Revoked, log: Sequence[LoggedEvent]) -> ev.TournamentEvent | None:
    """What would count, or no longer count, by a revocation: that of a revocation brings a line back."""
    found: ev.TournamentEvent = event
    while isinstance(found, ev.Revoked):
        if not 0 < found.line <= len(log):
            return None
        found = log[found.line - 1].event
    return found
