"""A table on a server as a conversation: shows the others' events as they happen and runs the typed lines."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any

from canastra.cli.local.match_file import new_file, save
from canastra.cli.online import chat, requests
from canastra.cli.online.lines import TypedLines
from canastra.cli.ui import pages
from canastra.cli.ui.help import help_about
from canastra.cli.ui.mover import Mover
from canastra.cli.ui.narration import Narrator, Step, sentence, sentences
from canastra.cli.ui.pace import Pace, public_facts
from canastra.cli.ui.screen import Scene, table
from canastra.cli.ui.terminal import ENOUGH, ClosedError, StopError, Terminal
from canastra.client import (
    Changed,
    Client,
    ClientError,
    EndedError,
    LinkReport,
    LinkStage,
    News,
    RefusedError,
    ServerFault,
    ShuffleCheck,
    Table,
)
from canastra.engine import NextDealer, View
from canastra.errors import InputError
from canastra.fairness import Status
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.messages import Draining, Reacted, Said, Watchers
from canastra.protocol.view import view_of
from canastra.rulebooks import Rulebook

_FIRST = asyncio.FIRST_COMPLETED
_KEPT_NOTES = 6
_OVER = 2**31
"""The turn that stands for the end of a deal."""


@dataclass(frozen=True, slots=True)
class Context:
    """The command line and the services of a room."""

    client: Client
    terminal: Terminal
    lines: TypedLines
    lang: str
    command: str
    """The command to come back."""
    invitation: str | None = None
    level: str | None = None
    """Level of bots to add; None for the usual one."""


class TableScreen:
    """One table, from arriving to leaving."""

    def __init__(self, context: Context, table: Table, rulebook: Rulebook) -> None:
        self._context, self._table, self._rulebook = context, table, rulebook
        self._terminal, self._lang = context.terminal, context.lang
        self._narrator = Narrator(rulebook.canastas)
        self._mover = Mover(table, self._view, self._narrator, self._page, RefusedError, context.lang)
        self._news = table.news()
        self._told: asyncio.Task[News]
        self._typed: asyncio.Task[str | None]
        self._notes: list[str] = []
        self._shown: tuple[object, ...] = ()
        self._told_turn = 0
        self._trouble = False
        self._asking = False
        self._more: list[list[str]] = []
        """The remaining parts of a page."""
        self._absent: tuple[int, float] | None = None
        """Since when an absent player may be replaced by a bot on request, and when to say so."""

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self._lang, **figures)

    async def stay(self) -> str | None:
        """The next table of a rematch. Raises `StopError` or `ClosedError` if the person leaves first, `EndedError` if
        the connection ends.
        """
        self._narrator.note(Step((), None, self._table.state))
        self._watch_absence(self._table.state)
        self._told = asyncio.create_task(anext(self._news))
        self._typed = asyncio.create_task(self._context.lines.get())
        try:
            self._come()
            while self._table.next is None:
                await self._catch_up()
                self._ask()
                waits = {self._told, self._typed} if self._listens else {self._told}
                done, _ = await asyncio.wait(waits, timeout=self._until_absence(), return_when=_FIRST)
                if self._told.done() and self._told.exception() is not None:
                    await self._table.changed()  # It is over, and this says why.
                if not done:
                    self._tell_absence()
                elif not self._told.done():
                    self._asking = False
                    await self._line(self._typed.result())
                    self._typed = asyncio.create_task(self._context.lines.get())
            return self._table.next
        finally:
            # The next typed line is for the next listener.
            self._context.lines.give_back(self._typed)
            self._told.cancel()
            await asyncio.gather(self._told, return_exceptions=True)

    async def _catch_up(self) -> None:
        """Take in the news that have arrived, at the pace of the terminal, then show the result."""
        await asyncio.sleep(0)
        while self._told.done() and self._told.exception() is None:
            news = self._told.result()
            if isinstance(news, Changed):
                await self._pause(news)
            self._hear(news)
            self._told = asyncio.create_task(anext(self._news))
            await asyncio.sleep(0)
        self._refresh()

    async def _pause(self, change: Changed) -> None:
        """Wait before a bot's action is printed; a typed line shows the rest at once."""
        done = [event for entry in change.events if (event := entry.event) is not None and event["type"] == "played"]
        if not done or not self._paced(change):
            return
        played, play, pace = done[0], change.before and change.before["play"], self._terminal.pace
        if play and played.get("bot") and played["seat"] != change.state["you"]:
            seconds = self._terminal.pauses.before(public_facts(played["entry"], play), pace)
            if self._terminal.interactive:
                await asyncio.wait({self._typed}, timeout=seconds)
        self._terminal.pauses.shown(played["entry"], pace)

    def _paced(self, change: Changed) -> bool:
        """Return whether the terminal shows each action as it comes; otherwise it shows whole turns."""
        return self._terminal.pace is not Pace.NONE and not change.missed

    @property
    def _listens(self) -> bool:
        """Return whether to read a line. A piped line waits until the person can act."""
        state, seat = self._table.state, self._table.seat
        if self._terminal.interactive or seat is None or state["stage"] == "finished" or self._table.my_turn:
            return True
        return state["stage"] == "seating" and seat is not None and not state["seats"][seat]["ready"]

    # News

    def _hear(self, news: News) -> None:
        match news:
            case Changed():
                self._on_change(news)
            case Said(line):
                self._note(chat.line_text(line, self._lang))
            case Reacted():
                self._note(chat.reaction_text(news, self._lang))
            case LinkReport(stage):
                self._on_report(stage)
            case ShuffleCheck():
                self._on_shuffle(news)
            case Draining():
                self._note(self.words("online_draining"))
            case ServerFault(fault):
                self._note(fault.pt if self._lang == "pt" else fault.en)
            case Watchers(count):
                self._note(self.words("online_watchers", count=count))
            case _:
                pass

    def _on_change(self, change: Changed) -> None:
        events = tuple(entry.event for entry in change.events if entry.event is not None)
        step = Step(events, change.before, change.state, change.missed)
        noted = 0 if any(event["type"] == "dealt" for event in events) else self._narrator.noted
        self._narrator.note(step)
        self._watch_absence(change.state)
        names, seats = pages.names_of(change.state, self._lang), change.state["seats"]
        if change.before is not None:  # A player who got up is still called by name.
            former = pages.names_of(change.before, self._lang)
            names = tuple(former[n] if seat["kind"] == "empty" else names[n] for n, seat in enumerate(seats))
        for words_of_step in sentences(step, names, self._lang):
            self._note(words_of_step)
        ended = change.before is not None and change.state["last"] != change.before["last"]
        turn = change.state["play"]["turn"] if change.state["play"] else _OVER
        paced = self._paced(change)
        for line in self._narrator.log_since(noted) if paced else ():
            if line.seat != change.state["you"]:
                self._say(f" {sentence(line, names[line.seat], self._lang)}", "italic")
        for line in self._narrator.log:
            own = line.seat == change.state["you"]
            if paced and not own:
                continue
            if self._told_turn < line.turn < turn and (not own or line.instead):
                words = sentence(line, names[line.seat], self._lang, own=own)
                self._say(f" {words}", "bold yellow" if own else "italic")
        self._told_turn = 0 if turn == _OVER else turn - 1
        if ended:
            self._say("")
            self._terminal.show(pages.deal_page(change.state, self._rulebook, self._lang))
        if change.state["stage"] == "finished" and change.before and change.before["stage"] != "finished":
            for words in self._after_match():
                self._say(words, "bold")
            self._say(self._ways_on())

    def _watch_absence(self, state: State) -> None:
        """Remember when to mention a long absence."""
        absence = state["absence"]
        if absence is None or absence["seat"] == state["you"]:
            self._absent = None
        elif self._absent is None or self._absent[0] != absence["away"]:
            seconds = max(0, absence["may_ask"] - state["now"]) / 1000
            self._absent = (absence["away"], asyncio.get_running_loop().time() + seconds)

    def _until_absence(self) -> float | None:
        if self._absent is None or self._absent[1] == inf:
            return None
        return max(0.0, self._absent[1] - asyncio.get_running_loop().time())

    def _tell_absence(self) -> None:
        """Say once that the table waits for an absent player, and what can be done."""
        absence = self._table.state["absence"]
        if self._absent is None or absence is None:
            return
        self._absent = (self._absent[0], inf)
        seconds = (absence["may_ask"] - absence["away"]) // 1000
        name = pages.names_of(self._table.state, self._lang)[absence["seat"]]
        self._note(self.words("online_absent", name=name, time=f"{seconds // 60}:{seconds % 60:02}"))

    def _on_report(self, stage: LinkStage) -> None:
        if stage in {LinkStage.WAITING, LinkStage.OFFLINE} and not self._trouble:
            self._trouble = True
            self._say(self.words("online_lost"), "yellow")
        elif stage is LinkStage.LIVE and self._trouble:
            self._trouble = False
            self._say(self.words("online_back"), "yellow")

    def _on_shuffle(self, shuffle: ShuffleCheck) -> None:
        about = "shuffle" if shuffle.deal else "lot"
        if shuffle.status is Status.VERIFIED:
            code = f"online_{about}_own" if shuffle.own else f"online_{about}"
            self._say(" " + self.words(code, deal=shuffle.deal), "dim")
        elif shuffle.status is Status.COMMITTED:
            self._say(" " + self.words("online_shuffle_committed", deal=shuffle.deal), "dim")
        for finding in shuffle.findings:
            why = finding.message(self._lang)
            self._say(" " + self.words(f"online_{about}_wrong", deal=shuffle.deal, reason=why), "bold red")

    def _note(self, words: str) -> None:
        """Say something now, and at a terminal again below the next table, which wipes it away."""
        self._say(f" {words}", "cyan")
        if self._terminal.interactive:
            self._notes = [*self._notes, words][-_KEPT_NOTES:]

    def _say(self, words: str, style: str = "") -> None:
        """Say something unprompted, not on the line of the prompt."""
        if self._asking:
            self._asking = False
            self._terminal.say("")
        self._terminal.say(words, style)

    # Display

    def _come(self) -> None:
        state = self._table.state
        self._terminal.say(self.words("online_at", rulebook=self._rulebook.names[self._lang]), "bold")
        self._terminal.say(self.words("online_hint"))
        self._seats()
        for line in self._table.talk.lines[-_KEPT_NOTES:]:
            self._note(chat.line_text(line, self._lang))
        if state["stage"] == "finished":
            for words in self._after_match():
                self._terminal.say(words, "bold")
            self._terminal.say(self._ways_on())

    def _after_match(self) -> list[str]:
        state = self._table.state
        lines = (pages.result_line(state, self._lang), pages.encounter_line(state, self._lang))
        return [words for words in lines if words is not None]

    def _ways_on(self) -> str:
        encounter = self._table.state["encounter"]
        goes_on = encounter is not None and not encounter["finished"]
        return self.words("online_after_match_next" if goes_on else "online_after_match")

    def _seats(self) -> None:
        state = self._table.state
        self._terminal.show(pages.seats_page(state, self._lang))
        encounter = pages.encounter_line(state, self._lang)
        if encounter is not None and state["stage"] != "finished":
            self._terminal.say(f" {encounter}")
        if state["stage"] == "seating":
            if state["lots"]:
                self._terminal.say(" " + self.words("online_by_lot"))
            self._terminal.say(self.words("online_invite"))
            self._terminal.copyable(f"  {self._context.command}")

    def _refresh(self) -> None:
        """Show the table where it has changed and matters."""
        state, play = self._table.state, self._table.state["play"]
        if play is not None:
            now = (state["deal"], play["turn"], play["to_act"], state["step"] if self._table.my_turn else 0)
            if now != self._shown and (self._terminal.interactive or self._table.my_turn):
                self._redraw()
            self._shown = now

    def _ask(self) -> None:
        """Show the prompt, after all news were shown."""
        if self._listens and not self._asking:
            self._asking = True
            self._terminal.console.print("> ", end="")

    def _redraw(self) -> None:
        self._terminal.clear()
        self._more = []
        scene = self._scene()
        if scene is not None:
            self._terminal.show(table(replace(scene, height=self._terminal.height)))
        notes, self._notes = self._notes, []
        for note in notes:
            self._terminal.say(f" {note}", "cyan")
        self._asking = False

    def _view(self) -> View | None:
        return view_of(self._table.state, self._rulebook)

    def _scene(self) -> Scene | None:
        state, view = self._table.state, self._view()
        if view is None:
            return None
        names, fresh = pages.names_of(state, self._lang), self._narrator.fresh(state)
        scene = Scene(view, names, self._narrator.log, fresh, state["deal"], self._lang, self._terminal.width)
        return replace(scene, deals=state["deals"], called=state["called"])

    # Typed lines

    async def _line(self, line: str | None) -> None:
        if line is None:
            raise ClosedError
        if not self._terminal.interactive:
            self._terminal.say("".join(char if char.isprintable() else "·" for char in line))
        problems: list[str] = []
        try:
            problems = await self._do(line.strip())
        except EndedError:
            return  # Told where the news end.
        except (InputError, ClientError) as error:
            problems = [error.message(self._lang)]
        if problems:
            await self._catch_up()
            for problem in problems:
                self._say(f" {problem}", "red")

    async def _do(self, line: str) -> list[str]:
        """Run a typed line. Returns what was not possible, and why."""
        if self._goes_on(line):
            return []
        what, seat = requests.asked(line), requests.seat_to_free(line, self._table.state)
        if line.startswith(chat.SIGNS):
            for answer in await chat.chat(self._table, line, self._lang):
                self._terminal.say(answer)
        elif seat is not None:
            await self._context.client.tables.unseat(self._table.table_id, seat)
        elif what == "seats" or what == "invite":
            self._seats()
        elif what == "record":
            await self._record()
        elif what is not None:
            await requests.do(what, self._context.client, self._table, self._context.level)
            if what == "leave":
                raise StopError
        elif line:
            return await self._mover.line(line)
        return []

    async def _page(self, what: str) -> None:
        """Show the page that a line asks for, after the news."""
        show, lang, width = self._show, self._lang, self._terminal.width
        if what == "quit":
            raise StopError
        await self._catch_up()
        if what.startswith("help"):
            show(help_about(what, lang, width, online=True))
        elif what == "score":
            show(pages.deal_page(self._table.state, self._rulebook, lang))
        elif what == "rules":
            following = NextDealer(self._table.state["next_dealer"])
            show(pages.rules_page(self._rulebook, lang, width, following))
        elif what.startswith("pace_"):
            self._terminal.pace = Pace(what.removeprefix("pace_"))
            self._terminal.say(" " + self.words(f"play_{what}"))
        elif what == "go_out":
            self._terminal.say(" " + self.words("play_how_to_go_out"))
        elif what == "legal" and self._view():
            show(pages.listed_page(self._mover.listed, lang, width))
        elif what == "hint" and self._mover.hinted:
            show(pages.hint_lines(self._mover.hinted, lang, width))
        elif self._table.state["play"] is None:
            self._seats()
        else:
            self._redraw()

    def _show(self, lines: Iterable[Any]) -> None:
        """Show lines, at a terminal one screen at a time; an empty line shows the next one."""
        first, *self._more = self._terminal.screens([lines])
        self._write(first)

    def _write(self, rows: list[str]) -> None:
        self._terminal.write(rows)
        if self._more:
            self._terminal.say(self.words("play_more"), "dim")

    def _goes_on(self, line: str) -> bool:
        """Return whether a line belongs to the page shown in parts: it asks for the next part or ends the page."""
        more, self._more = self._more, []
        if more and not line:
            first, *self._more = more
            self._write(first)
        return bool(more) and (not line or line.casefold() in ENOUGH)

    async def _record(self) -> None:
        """The match so far, as a file in this folder."""
        record = await self._context.client.tables.record(self._table.table_id, self._context.invitation)
        path = new_file(Path())
        try:
            save(path, record)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._terminal.say(self.words("play_save_failed", file=str(path), reason=reason), "red")
            return
        self._terminal.say(self.words("play_kept", file=str(path)))
