"""Moderation over HTTP or the server's control socket: acts, questions, answers.

Each is a flat object with a ``type``. Every act has a reason, `why`, which goes into the audit log; a person who is
warned, muted or banned reads it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from canastra.protocol.messages import Line
from canastra.protocol.people import Login, Password

Role = Literal["moderator", "admin"]
Kind = Literal["warning", "mute", "ban"]
Why = Annotated[str, Meta(min_length=1, max_length=500, description="the reason, which the person concerned reads")]
Hours = Annotated[int, Meta(ge=1, le=87_600, description="how long it holds")]
PlayerId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$", description="public id of the person")]
TournamentId = Annotated[str, Meta(pattern="^[a-z2-7]{16}$")]
TableId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$", description="id of the table")]
Number = Annotated[int, Meta(ge=1, le=2**53 - 1)]
PAGE = 50
"""Entries of a list in one answer."""


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of all acts and questions."""


class Warn(_Message, frozen=True, tag="warn"):
    """Warn a person, who must confirm it before their next table."""

    player: PlayerId
    why: Why


class MutePerson(_Message, frozen=True, tag="mute"):
    """Hide what a person says from all others for a time."""

    player: PlayerId
    hours: Hours
    why: Why


class BanPerson(_Message, frozen=True, tag="ban"):
    """Ban a person for a time: their sockets close at once and they leave their seats."""

    player: PlayerId
    hours: Hours
    why: Why


class BanNetwork(_Message, frozen=True, tag="ban_network"):
    """Ban an address, or a network such as ``192.0.2.0/24``, for a time."""

    network: Annotated[str, Meta(max_length=60)]
    hours: Hours
    why: Why


class Lift(_Message, frozen=True, tag="lift"):
    """End a mute, a ban or a warning early."""

    measure: Number
    why: Why


class CloseTable(_Message, frozen=True, tag="close_table"):
    """End a table: close it before its match, or remove all players, which abandons the match."""

    table: TableId
    why: Why


class RemoveTournament(_Message, frozen=True, tag="remove_tournament"):
    """Remove a tournament for good, with its log and its online tables."""

    tournament: TournamentId
    why: Why


class CloseReport(_Message, frozen=True, tag="close_report"):
    """Mark a report as dealt with."""

    report: Number
    why: Why


class DeletePerson(_Message, frozen=True, tag="delete"):
    """Delete a person and their data, as they could themselves."""

    player: PlayerId
    why: Why


class ExportPerson(_Message, frozen=True, tag="export"):
    """Ask for everything that is stored about a person."""

    player: PlayerId
    why: Why


class ResetPassword(_Message, frozen=True, tag="reset_password"):
    """Make a link that lets an account's owner set a new password, once and within a day."""

    player: PlayerId
    why: Why


class SetRole(_Message, frozen=True, tag="set_role"):
    """Give an account a role, or take it away (null)."""

    player: PlayerId
    role: Role | None
    why: Why


Act = (
    Warn
    | MutePerson
    | BanPerson
    | BanNetwork
    | Lift
    | CloseTable
    | RemoveTournament
    | CloseReport
    | DeletePerson
    | ExportPerson
    | ResetPassword
    | SetRole
)


class ListReports(_Message, frozen=True, tag="reports"):
    """Ask for reports, the latest first: the open ones, or `closed` ones too."""

    closed: bool = False
    before: Number | None = None


class ReadReport(_Message, frozen=True, tag="report"):
    """Ask for a report with its context."""

    report: Number


class ReadRecord(_Message, frozen=True, tag="record"):
    """Ask for the match of a reported table as a spectator may see it."""

    report: Number


class FindPeople(_Message, frozen=True, tag="people"):
    """Search people by public id, login or a part of their name."""

    find: Annotated[str, Meta(min_length=1, max_length=60)]


class ReadPerson(_Message, frozen=True, tag="person"):
    """Ask for a person as moderators see them."""

    player: PlayerId


class ListMeasures(_Message, frozen=True, tag="measures"):
    """Ask for the warnings, mutes and bans in force, the latest first."""

    before: Number | None = None


class ListAudit(_Message, frozen=True, tag="log"):
    """Ask for the audit log, the latest entries first, for one `target` or all."""

    target: Annotated[str, Meta(max_length=64)] | None = None
    before: Number | None = None


Question = ListReports | ReadReport | ReadRecord | FindPeople | ReadPerson | ListMeasures | ListAudit
Request = Act | Question


class _Answer(Struct, frozen=True, tag_field="type"):
    """Base of all answers."""


class ActDone(_Answer, frozen=True, tag="done"):
    """The act is done and in the audit log. `link` is the path for a new password, shown only here."""

    entry: int
    link: str | None = None
    export: dict[str, Any] | None = None


class MeasureCard(Struct, frozen=True):
    """A warning, mute or ban; `until` is in milliseconds since 1970, None for a warning."""

    id: int
    kind: Kind
    at: int
    until: int | None
    text: str
    player: str | None = None
    name: str | None = None
    network: str | None = None


class FiledReport(Struct, frozen=True):
    """A report as it was filed. `name` is the person's name at that time."""

    id: int
    at: int
    reporter: str | None
    reporter_name: str | None
    player: str
    name: str
    reason: str
    table: str | None
    deal: int | None
    text: str
    closed: int | None = None


class AuditEntry(Struct, frozen=True):
    """One act: its author, time, target and reason, and the state before and after."""

    id: int
    at: int
    actor: str
    act: str
    target: str
    why: str
    before: dict[str, Any]
    after: dict[str, Any]


class PersonFile(_Answer, frozen=True, tag="person"):
    """A person as moderators see them. `addresses` are those of their open sockets, for admins only."""

    player: str
    name: str
    kind: Literal["guest", "account"]
    language: str
    since: int
    login: str | None = None
    role: Role | None = None
    reports: int = 0
    """Reports about the person."""
    hushed_by: int = 0
    """The number of people who mute or block the person."""
    measures: tuple[MeasureCard, ...] = ()
    history: tuple[AuditEntry, ...] = ()
    tables: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()


class ReportedTable(Struct, frozen=True):
    """The table of a report as it is now, without any card."""

    table: str
    rulebook: str
    stage: str
    private: bool
    opener: str
    seats: tuple[dict[str, Any], ...]
    points: tuple[int, int] | None
    deal: int | None


class ReportList(_Answer, frozen=True, tag="reports"):
    """Reports; `more` if there are earlier ones."""

    reports: tuple[FiledReport, ...]
    more: bool = False


class ReportContext(_Answer, frozen=True, tag="report"):
    """A report, what was said around it, the table, the person."""

    report: FiledReport
    lines: tuple[Line, ...]
    table: ReportedTable | None
    person: PersonFile | None
    others: tuple[FiledReport, ...] = ()
    """Other reports about the same person, the latest first."""


class RecordText(_Answer, frozen=True, tag="record"):
    """A record; cards of a running deal that spectators can't see are unknown."""

    text: str


class PersonList(_Answer, frozen=True, tag="people"):
    """The people found, without their history."""

    people: tuple[PersonFile, ...]


class MeasureList(_Answer, frozen=True, tag="measures"):
    """The measures in force."""

    measures: tuple[MeasureCard, ...]
    more: bool = False


class AuditList(_Answer, frozen=True, tag="log"):
    """Entries of the audit log."""

    entries: tuple[AuditEntry, ...]
    more: bool = False


Answer = ActDone | ReportList | ReportContext | RecordText | PersonList | PersonFile | MeasureList | AuditList


class Notice(Struct, frozen=True):
    """A warning, mute or ban as the person concerned reads it."""

    id: int
    kind: Kind
    at: int
    until: int | None
    text: str


class Notices(Struct, frozen=True):
    """The moderators' notices to a person, and the contact for questions."""

    notices: tuple[Notice, ...]
    appeals: str
    role: Role | None = None


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Set a new password with the token of a link."""

    token: Annotated[str, Meta(min_length=1, max_length=80)]
    password: Password


class Reset(Struct, frozen=True):
    """The login whose password was set."""

    login: Login
