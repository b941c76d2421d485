"""`Moderation`: the acts and questions of moderators and admins, over HTTP, the control socket or without a server.

All ways lead through `Moderation.handle`, so that the same powers hold everywhere and every act is in the audit log. An
act on the database and its entry in the log are one transaction; an act on a table is noted before it is done.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection

from canastra.protocol import moderation as asked
from canastra.protocol.moderation import PAGE, ActDone, Answer, AuditEntry, Role
from canastra.server.chat import Chat
from canastra.server.clock import Clock
from canastra.server.limits import Buckets, limit
from canastra.server.lobby import Lobby
from canastra.server.lobby.repository import forget_name
from canastra.server.logging import log
from canastra.server.moderation import repository
from canastra.server.moderation.repository import ModerationError, export
from canastra.server.settings import Settings
from canastra.server.storage import SqlDatabase
from canastra.server.tournaments import repository as tournaments
from canastra.server.users import Users
from canastra.server.users.sanctions import Sanction, networks_of
from canastra.server.ws import Sockets

HOUR = 3_600_000
LINK_HOLDS = HOUR * limit(
    "password_link", 24, "a link for a new password", "time until it is used", "403 `users_link`", "h"
)
"""Milliseconds for which a link for a new password is valid."""
LONGEST_OF_MODERATOR = limit(
    "measure_of_moderator",
    720,
    "a moderator",
    "time of a mute or a ban; an admin's may be longer",
    "403 `moderation_too_long`",
    "h",
)
"""Hours of the longest mute or ban that a moderator may give; an admin's are bounded by the protocol alone."""
WIDEST = {4: 16, 6: 32}
"""The shortest prefixes of networks that can be banned."""
MACHINE = "machine"
OF_ADMINS = (asked.DeletePerson, asked.ExportPerson, asked.ResetPassword, asked.SetRole, asked.RemoveTournament)
HISTORY = 20
"""Entries of the audit log that a person's file has."""
Value = TypeVar("Value")
Work = Callable[[Connection], Value]


@dataclass(frozen=True, slots=True)
class Moderator:
    """The actor: an account with a role, or a system user who may write to the server's database on its machine."""

    name: str
    """Public id of the account, or ``machine:`` and the name of the system's user."""
    role: Role
    host: str = ""
    """The address that the request comes from."""

    @property
    def is_admin(self) -> bool:
        """Return whether all acts are allowed."""
        return self.role == "admin"


class Moderation:
    """One for each server. Raises ModerationError for a refusal, and the errors of the parts that it calls.

    `forget` is called with a tournament that was removed, to forget it and end its tables.
    """

    def __init__(
        self,
        users: Users,
        lobby: Lobby,
        chat: Chat,
        sockets: Sockets,
        database: SqlDatabase,
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        settings: Settings = sockets.context.settings
        self._users, self._lobby, self._chat, self._sockets = users, lobby, chat, sockets
        self._database, self._sanctions = database, users.sanctions
        self._clock: Clock = sockets.context.clock
        self._acts = Buckets(settings.caps.acts_of_moderator, sockets.context.monotonic)
        self._forget = forget
        self._sanctions.appeals = settings.appeals
        chat.mute_of = self._sanctions.mute_of

    async def start(self) -> None:
        """Free the seats of people who were banned while no server ran."""
        await self._lobby.seating.turn_out(frozenset(self._sanctions.banned()))

    async def sweep(self) -> None:
        """Remove measures and links whose time is over. Call it now and then."""
        now = self._clock.now()
        for measure in await self._database.write(lambda connection: repository.sweep(connection, now)):
            self._sanctions.drop(measure)

    async def handle(self, moderator: Moderator, request: asked.Request) -> Answer:
        """Do an act or answer a question. Raises ModerationError if the moderator may not, or acts too often."""
        if isinstance(request, OF_ADMINS) and not moderator.is_admin:
            raise ModerationError("moderation_admin", 403)
        if (
            isinstance(request, asked.Act)
            and not moderator.name.startswith(MACHINE)
            and not self._acts.take(moderator.name)
        ):
            wait = self._acts.of(moderator.name).wait()
            raise ModerationError("api_rate", 429, seconds=max(1, round(wait)))
        answer = await _HANDLERS[type(request)](self, moderator, request)
        if isinstance(answer, ActDone):
            log(logging.INFO, "moderated", actor=moderator.name, act=tag_of(request), entry=answer.entry)
        return answer

    async def export_of(self, player: str) -> dict[str, Any] | None:
        """All data about a person; None if there is no such person."""
        return await self._database.read(lambda connection: export(connection, player))

    async def notices(self, player: str) -> asked.Notices:
        """The moderators' notices to a person."""
        now = self._clock.now()
        found = await self._database.read(lambda connection: repository.measures(connection, now, player, None))
        notices = tuple(asked.Notice(notice.id, notice.kind, notice.at, notice.until, notice.text) for notice in found)
        return asked.Notices(notices, self._sanctions.appeals, self._sanctions.role(player))

    async def acknowledge(self, player: str, number: int) -> None:
        """Delete a warning that a person has read. Raises ModerationError for an unknown number."""

        def work(connection: Connection) -> Sanction:
            found = repository.measure(connection, number)
            if found.player != player or found.kind != "warning":
                raise ModerationError("moderation_no_measure", 404, number=number)
            repository.delete_measure(connection, number)
            repository.note(connection, self._entry(player, "acknowledge", player, "", repository.as_object(found)))
            return found

        self._sanctions.drop(await self._database.write(work))

    async def erase(self, player: str, first: Work[object]) -> None:
        """Remove a person with all data about them, their name in others' matches included.

        `first` runs in the same transaction, and may refuse by raising.
        """

        def work(connection: Connection) -> None:
            first(connection)
            forget_name(connection, player)

        await self._lobby.seating.leave_all(player)
        await self._chat.forget(player)  # First: should it fail, the person still exists and can ask again.
        await self._users.remove(player, work)
        await self._lobby.forget_name(player)
        await self._chat.forget(player)  # Lines said meanwhile, in another window.

    # Acts

    async def _warn(self, moderator: Moderator, request: asked.Warn) -> Answer:
        return await self._measure(moderator, "warning", request, None)

    async def _mute(self, moderator: Moderator, request: asked.MutePerson) -> Answer:
        return await self._measure(moderator, "mute", request, request.hours)

    async def _ban(self, moderator: Moderator, request: asked.BanPerson) -> Answer:
        done = await self._measure(moderator, "ban", request, request.hours)
        self._sockets.turn_out()
        await self._lobby.seating.leave_all(request.player)
        return done

    async def _ban_network(self, moderator: Moderator, request: asked.BanNetwork) -> Answer:
        network = parse_network(request.network)
        if any(
            str(own_network) == network
            for own_network in networks_of(moderator.host, [ipaddress.ip_network(network).prefixlen])
        ):
            raise ModerationError("moderation_own_network", 409)
        now, until = self._times(moderator, request.hours)
        measure = Sanction(0, "ban", None, network, now, until, request.why)
        return await self._put(moderator, measure, tag_of(request), network)

    async def _measure(
        self,
        moderator: Moderator,
        kind: asked.Kind,
        request: asked.Warn | asked.MutePerson | asked.BanPerson,
        hours: int | None,
    ) -> ActDone:
        now, until = self._times(moderator, hours)
        measure = Sanction(0, kind, request.player, None, now, until, request.why)
        return await self._put(moderator, measure, tag_of(request), request.player)

    async def _put(self, moderator: Moderator, sanction: Sanction, act: str, target: str) -> ActDone:
        def work(connection: Connection) -> tuple[Sanction, Sanction | None, int]:
            if sanction.player is not None:
                check_target(connection, moderator, sanction.player)
            put, former = repository.add_measure(connection, sanction)
            before, after = repository.as_object(former), repository.as_object(put)
            entry = self._entry(moderator.name, act, target, sanction.text, before, after)
            return put, former, repository.note(connection, entry)

        put, former, number = await self._database.write(work)
        if former is not None:
            self._sanctions.drop(former)
        self._sanctions.put(put)
        self._sockets.turn_out()
        return ActDone(number)

    async def _lift(self, moderator: Moderator, request: asked.Lift) -> Answer:
        def work(connection: Connection) -> tuple[Sanction, int]:
            found = repository.delete_measure(connection, request.measure)
            if found.player is not None:
                check_target(connection, moderator, found.player)
            target = found.player or found.network or ""
            before = repository.as_object(found)
            return found, repository.note(connection, self._entry(moderator.name, "lift", target, request.why, before))

        found, number = await self._database.write(work)
        self._sanctions.drop(found)
        return ActDone(number)

    async def _close_table(self, moderator: Moderator, request: asked.CloseTable) -> Answer:
        found = await self._lobby.queries.reported(request.table)
        if found is None:
            raise ModerationError("lobby_no_table", 404)
        if found.stage == "finished":
            raise ModerationError("lobby_over", 409)
        before = {"stage": found.stage, "deal": found.deal}
        entry = self._entry(moderator.name, "close_table", request.table, request.why, before)
        number = await self._database.write(lambda connection: repository.note(connection, entry))
        await self._lobby.expiry.end(request.table)
        return ActDone(number)

    async def _remove_tournament(self, moderator: Moderator, request: asked.RemoveTournament) -> Answer:
        def work(connection: Connection) -> int:
            name, founder = tournaments.title_and_founder(connection, request.tournament)
            before = {"name": name, "founder": founder}
            tournaments.remove(connection, request.tournament)
            entry = self._entry(moderator.name, "remove_tournament", request.tournament, request.why, before)
            return repository.note(connection, entry)

        number = await self._database.write(work)
        await self._forget(request.tournament)
        return ActDone(number)

    async def _close_report(self, moderator: Moderator, request: asked.CloseReport) -> Answer:
        now = self._clock.now()

        def work(connection: Connection) -> int:
            report_for(connection, moderator, request.report)
            found = repository.close_report(connection, request.report, now)
            target = f"report {request.report}"
            after = {"closed": now, "about": found.player}
            return repository.note(
                connection, self._entry(moderator.name, "close_report", target, request.why, {}, after)
            )

        return ActDone(await self._database.write(work))

    async def _delete(self, moderator: Moderator, request: asked.DeletePerson) -> Answer:
        noted: list[int] = []

        def first(connection: Connection) -> None:
            file = check_target(connection, moderator, request.player)
            entry = self._entry(moderator.name, "delete", request.player, request.why, {"kind": file.kind})
            noted.append(repository.note(connection, entry))

        await self._database.read(lambda connection: check_target(connection, moderator, request.player))
        await self.erase(request.player, first)
        return ActDone(noted[-1])

    async def _export(self, moderator: Moderator, request: asked.ExportPerson) -> Answer:
        def work(connection: Connection) -> tuple[dict[str, Any] | None, int]:
            known(connection, request.player)
            entry = self._entry(moderator.name, "export", request.player, request.why)
            return export(connection, request.player), repository.note(connection, entry)

        found, number = await self._database.write(work)
        return ActDone(number, export=found)

    async def _reset_password(self, moderator: Moderator, request: asked.ResetPassword) -> Answer:
        minted, now = self._users.mint.link(), self._clock.now()

        def work(connection: Connection) -> int:
            if check_target(connection, moderator, request.player).kind != "account":
                raise ModerationError("moderation_guest", 409)
            replaced = repository.put_link(connection, request.player, minted.hash, now + LINK_HOLDS)
            after = {"until": now + LINK_HOLDS}
            entry = self._entry(
                moderator.name, "reset_password", request.player, request.why, {"link": replaced}, after
            )
            return repository.note(connection, entry)

        return ActDone(await self._database.write(work), link=f"/senha#{minted.token}")

    async def _set_role(self, moderator: Moderator, request: asked.SetRole) -> Answer:
        now = self._clock.now()

        def work(connection: Connection) -> int:
            if check_target(connection, moderator, request.player).kind != "account":
                raise ModerationError("moderation_guest", 409)
            before = {"role": repository.role(connection, request.player)}
            repository.set_role(connection, request.player, request.role, now)
            after = {"role": request.role}
            return repository.note(
                connection, self._entry(moderator.name, "set_role", request.player, request.why, before, after)
            )

        number = await self._database.write(work)
        self._sanctions.set_role(request.player, request.role)
        return ActDone(number)

    # Questions

    async def _reports(self, moderator: Moderator, request: asked.ListReports) -> Answer:
        found = await self._database.read(
            lambda connection: repository.reports(connection, request.closed, request.before)
        )
        others = tuple(report for report in found[:PAGE] if report.player != moderator.name)
        return asked.ReportList(others, len(found) > PAGE)

    async def _report(self, moderator: Moderator, request: asked.ReadReport) -> Answer:
        def work(connection: Connection) -> tuple[Any, ...]:
            found = report_for(connection, moderator, request.report)
            others = [
                report for report in repository.reports(connection, True, None, found.player) if report.id != found.id
            ]
            return found, repository.lines_around(connection, found), tuple(others[:HISTORY])

        found, lines, others = await self._database.read(work)
        table = None if found.table is None else await self._lobby.queries.reported(found.table)
        person = await self._file(moderator, found.player)
        return asked.ReportContext(found, lines, table, person, others)

    async def _record(self, moderator: Moderator, request: asked.ReadRecord) -> Answer:
        found = await self._database.read(lambda connection: report_for(connection, moderator, request.report))
        if found.table is None:
            raise ModerationError("lobby_no_table", 404)
        return asked.RecordText(await self._lobby.queries.public_record(found.table))

    async def _people_found(self, moderator: Moderator, request: asked.FindPeople) -> Answer:
        found = await self._database.read(lambda connection: repository.people(connection, request.find))
        return asked.PersonList(tuple(found))

    async def _person(self, moderator: Moderator, request: asked.ReadPerson) -> Answer:
        found = await self._file(moderator, request.player)
        if found is None:
            raise ModerationError("users_no_person", 404)
        return found

    async def _listed(self, moderator: Moderator, request: asked.ListMeasures) -> Answer:
        now = self._clock.now()
        found = await self._database.read(lambda connection: repository.measures(connection, now, None, request.before))
        return asked.MeasureList(tuple(found[:PAGE]), len(found) > PAGE)

    async def _audit(self, moderator: Moderator, request: asked.ListAudit) -> Answer:
        target, before = request.target, request.before
        found = await self._database.read(lambda connection: repository.audit(connection, target, before, PAGE + 1))
        return asked.AuditList(tuple(found[:PAGE]), len(found) > PAGE)

    async def _file(self, moderator: Moderator, player: str) -> asked.PersonFile | None:
        now = self._clock.now()

        def work(connection: Connection) -> asked.PersonFile | None:
            file = repository.person(connection, player)
            if file is None:
                return None
            measures = tuple(repository.measures(connection, now, player, None))
            history = tuple(repository.audit(connection, player, None, HISTORY))
            return _with(file, measures=measures, history=history)

        found = await self._database.read(work)
        if found is None:
            return None
        addresses = self._sockets.hosts_of(player) if moderator.is_admin else ()
        return _with(found, addresses=addresses, tables=self._lobby.queries.tables_of(player))

    def _times(self, moderator: Moderator, hours: int | None) -> tuple[int, int | None]:
        """Now, and when a measure of that many hours ends. Raises ModerationError for more than the actor may give."""
        now = self._clock.now()
        if hours is None:
            return now, None
        if hours > LONGEST_OF_MODERATOR and not moderator.is_admin:
            raise ModerationError("moderation_too_long", 403, most=LONGEST_OF_MODERATOR)
        return now, now + hours * HOUR

    def _entry(
        self,
        actor: str,
        act: str,
        target: str,
        why: str,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> AuditEntry:
        return AuditEntry(0, self._clock.now(), actor, act, target, why, dict(before or {}), dict(after or {}))


def known(connection: Connection, player: str) -> asked.PersonFile:
    """A person. Raises ModerationError if there is no such person."""
    found = repository.person(connection, player)
    if found is None:
        raise ModerationError("users_no_person", 404)
    return found


def check_target(connection: Connection, moderator: Moderator, player: str) -> asked.PersonFile:
    """The person that an act is about.

    Raises ModerationError if the person doesn't exist or is the actor, or if a moderator acts on someone with a role.
    """
    found = known(connection, player)
    if player == moderator.name:
        raise ModerationError("users_oneself", 400)
    if found.role is not None and not moderator.is_admin:
        raise ModerationError("moderation_target", 403)
    return found


def report_for(connection: Connection, moderator: Moderator, number: int) -> asked.FiledReport:
    """A report. Raises ModerationError if it doesn't exist, or is about the actor, who must not learn who made it."""
    found = repository.filed_report(connection, number)
    if found.player == moderator.name:
        raise ModerationError("users_oneself", 400)
    return found


def parse_network(text: str) -> str:
    """An address or a network in its stored form. Raises ModerationError if it is neither, or too wide.

    >>> parse_network("192.0.2.7"), parse_network("2001:db8::/48")
    ('192.0.2.7/32', '2001:db8::/48')
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise ModerationError("moderation_network", 400) from None
    widest = WIDEST[network.version]
    if network.prefixlen < widest:
        raise ModerationError("moderation_wide", 400, most=widest)
    return str(network)


def tag_of(request: asked.Request) -> str:
    """The ``type`` of a request."""
    return str(request.__struct_config__.tag)


def _with(file: asked.PersonFile, **changes: Any) -> asked.PersonFile:
    return msgspec.structs.replace(file, **changes)


_HANDLERS: Mapping[type, Callable[[Any, Moderator, Any], Awaitable[Answer]]] = {
    asked.Warn: Moderation._warn,
    asked.MutePerson: Moderation._mute,
    asked.BanPerson: Moderation._ban,
    asked.BanNetwork: Moderation._ban_network,
    asked.Lift: Moderation._lift,
    asked.CloseTable: Moderation._close_table,
    asked.RemoveTournament: Moderation._remove_tournament,
    asked.CloseReport: Moderation._close_report,
    asked.DeletePerson: Moderation._delete,
    asked.ExportPerson: Moderation._export,
    asked.ResetPassword: Moderation._reset_password,
    asked.SetRole: Moderation._set_role,
    asked.ListReports: Moderation._reports,
    asked.ReadReport: Moderation._report,
    asked.ReadRecord: Moderation._record,
    asked.FindPeople: Moderation._people_found,
    asked.ReadPerson: Moderation._person,
    asked.ListMeasures: Moderation._listed,
    asked.ListAudit: Moderation._audit,
}
