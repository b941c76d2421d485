"""The match as a conversation: the table is shown, a line is read, actions are played and saved."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from rich.text import Text

from canastra import bots
from canastra.bots.explain import explain, step_facts
from canastra.bots.explain.facts import Fact
from canastra.bots.explain.hint import hint_reasons
from canastra.cli.local.encounter import awaits_match, opening_line
from canastra.cli.local.local_bots import LocalBot
from canastra.cli.local.match import LocalMatch
from canastra.cli.local.match_file import ChangedError, MatchFile
from canastra.cli.ui import pages
from canastra.cli.ui.help import help_about
from canastra.cli.ui.mover import Mover
from canastra.cli.ui.narration import draw_lines, lot_lines, sentence
from canastra.cli.ui.pace import Pace, public_facts
from canastra.cli.ui.screen import Scene, table
from canastra.cli.ui.terminal import ClosedError, StopError, Terminal
from canastra.cli.ui.typed_line import Ask, commands
from canastra.engine import Action, View
from canastra.errors import InputError
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.messages import Hinted, Reason
from canastra.records import write
from canastra.table import BotNeeded, CommitmentNeeded, DealerNeeded, RefusalError, Table, next_requirement

T = TypeVar("T")
HINT_BOT = "greedy"
"""The bot that gives hints if no compiled bot was prepared, which would take minutes."""


class Game:
    """One match at a terminal. The game is the `PlayedSeat` of its `Mover`."""

    def __init__(self, match: LocalMatch, terminal: Terminal, file: MatchFile, lang: str, *, new: bool = False) -> None:
        """`new` is whether the match begins here: its draws are shown."""
        self.match = match
        self.terminal = terminal
        self.file = file
        self.lang = lang
        self.saved = True
        """True while the file holds everything that was played; False once the person chose to go on without saving."""
        self.unsaved_is_fine = False
        self.notes: list[str] = []
        """Lines to print below the next table."""
        self._new = new
        self._mover = Mover(self, self._view, match.narrator, self._page, RefusalError, lang)
        self._shown: Table | None = None
        """The table on the screen."""
        self._keep_page = True
        self._hurried = False
        """True if the person skipped the pauses of this round."""

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self.lang, **figures)

    # Before and after the match

    def open(self) -> None:
        """Say what is played and where it is kept; show the draw for the first dealer of a new match."""
        say, match = self.terminal.say, self.match
        if not self._new:
            over = match.match.finished
            say(self.words("play_back_over" if over else "play_back", file=str(self.file.path)), "bold")
            self._say_line(None if over else opening_line(match, self.lang))
            self.save()
            return
        rulebook = match.base.rulebook.names[self.lang]
        say(self.words("play_welcome", rulebook=rulebook, file=str(self.file.path)), "bold")
        say(self.words("play_hint"))
        self._say_line(opening_line(match, self.lang))
        self._show_lot()
        self._show_draw("play_deals_first")
        self.save()

    def _show_lot(self) -> None:
        """Show the cards drawn for the seats, if any, the partners and the order of play."""
        names, lot = self.match.names, self.match.state["lot"]
        if lot is None:
            return
        self.terminal.say(self.words("play_lot"))
        for line in lot_lines(lot, names, self.lang):
            self.terminal.say(f" {line}")
        if len(names) == 4:
            one, two = (self.words("play_and", one=names[side], two=names[side + 2]) for side in (0, 1))
            self.terminal.say(" " + self.words("play_lot_pairs", one=one, two=two))
        self.terminal.say(" " + self.words("play_lot_order", names=", ".join(names)))

    def _show_draw(self, outcome: str) -> None:
        names = self.match.names
        for line in draw_lines(self.match.drawn, names, self.lang):
            self.terminal.say(f" {line}")
        self.terminal.say(" " + self.words(outcome, name=names[self.match.match.dealer]))

    def _say_line(self, line: str | None) -> None:
        if line is not None:
            self.terminal.say(line, "bold")

    def farewell(self) -> None:
        """Say where the match is kept and how to go on."""
        self.terminal.say("")
        if not self.saved:
            self.terminal.say(self.words("play_not_saved"), "bold")
        elif self.match.match.finished and not awaits_match(self.match):
            self.terminal.say(self.words("play_kept", file=str(self.file.path)), "bold")
        else:
            code = "play_encounter_saved" if self.match.match.finished else "play_saved"
            self.terminal.say(self.words(code), "bold")
            self.terminal.copyable(f"  {self.file.command}")

    def another(self) -> bool:
        """Ask whether the person wants another match, or another encounter after one."""
        return self._yes("play_another" if self.match.base.encounter is None else "play_another_encounter")

    def await_next_match(self) -> None:
        """Wait until the person goes on to the encounter's next match. Raises StopError if the person stops."""
        part = self.match.base.encounter
        question = self.words("play_next_match", match=part.match + 1 if part else 1)
        while not self._goes_on(question, "play_between_matches"):
            pass

    # The match

    def play(self) -> None:
        """Play until the match is over. Raises StopError if the person stops."""
        while not self.match.match.finished:
            self._step()
        self._end_of_match()

    def _step(self) -> None:
        """Do what the table needs next: a draw, a deal, an action of a bot, a line of the person."""
        deals = len(self.match.results)
        match next_requirement(self.match.table, 0):
            case DealerNeeded():
                self.match.draw_dealer()
                self.save()
                self._show_draw("play_deals_next")
            case CommitmentNeeded():  # No commitment is shown: the person trusts this process.
                self._deal()
            case BotNeeded(seat):
                self._bot_turn(seat)
            case _:
                self._hurried = False
                self._refresh()
                self._line()
        if len(self.match.results) > deals:
            self._end_of_deal()

    def _deal(self) -> None:
        match, place = self.match, None
        self._keep_page = True
        if match.cutter == match.seats.person and self.terminal.interactive:
            place = self._cut()
        match.deal(place)
        self.save()
        self.terminal.say(self.words("play_dealt", name=match.names[match.match.dealer]))
        self.terminal.pauses.shown("deal", self.terminal.pace)
        if match.table.to_act == match.seats.person:
            self.terminal.say(self.words("play_you_open"))

    def _cut(self) -> int | None:
        while True:
            line = self.terminal.ask(self.words("play_cut") + " ").strip()
            if not line:
                return None
            if line.isascii() and line.isdigit() and 1 <= int(line[:4]) <= 103:
                return int(line)
            self._between(line, "play_cut_help", "play_cut_range")

    def _between(self, line: str, hint: str, refusal: str) -> None:
        """Before and between deals: the pages, and a hint for ?."""
        try:
            asked = [command.what if isinstance(command, Ask) else "" for command in commands(line)]
        except InputError:
            asked = [""]
        for what in asked:
            if what in {"score", "rules", "quit"} or what.startswith("help"):
                try:
                    at_once(self._page(what))
                except InputError as error:
                    self.terminal.say(" " + error.message(self.lang), "red")
            elif what == "legal":
                self.terminal.say(" " + self.words(hint))
            else:
                self.terminal.say(" " + self.words(refusal), "red")

    def _bot_turn(self, seat: int) -> None:
        """Play one action of a bot. Faults of a program are shown below the next table."""
        bot = self.match.players[seat]
        assert bot is not None
        noted, action = self.match.narrator.noted, bot.choose(self.match.view(seat))
        paced = self._pause(str(action))
        self.match.play(action)
        name = self.match.names[seat]
        for error in bot.news() if isinstance(bot, LocalBot) else ():
            self.notes.append(self.words("play_program_fault", name=name, reason=error.message(self.lang)))
        self.save()
        for line in self.match.narrator.log_since(noted) if paced else ():
            self.terminal.say(" " + sentence(line, self.match.names[line.seat], self.lang), "italic")
        self.terminal.pauses.shown(str(action), self.terminal.pace)

    def _pause(self, action: str) -> bool:
        """Wait before a bot's action; return whether to print it by itself. Enter shows the whole round at once."""
        play = self.match.state["play"]
        if self._hurried or self.terminal.pace is Pace.NONE or play is None:
            return False
        facts = public_facts(action, play)
        self._hurried = self.terminal.rest(self.terminal.pauses.before(facts, self.terminal.pace))
        return not self._hurried

    # The seat that the mover plays

    @property
    def state(self) -> State:
        """The table as the person sees it."""
        return self.match.state

    @property
    def my_turn(self) -> bool:
        """Return whether it is the person's turn."""
        return self.match.table.to_act == self.match.seats.person

    async def act(self, action: str) -> None:
        """Play an action in notation. Raises RefusalError if it is not legal."""
        self.match.play(action)
        self.terminal.pauses.shown(action, self.terminal.pace)
        self.save()

    async def undo(self) -> None:
        """Take the last laying of the turn back. Raises InputError or RefusalError if it stands."""
        if not self.match.table.settings.undo:
            raise InputError("play_undo_off")
        self.match.undo()
        self.save()

    async def hint(self) -> Hinted:
        """The action that the strongest prepared bot would play, and why."""
        action, reasons = hint(self.match.view(), self.match.seats.bots)
        given = tuple(Reason(reason.message("pt"), reason.message("en"), reason.article) for reason in reasons)
        return Hinted("", self.match.table.step, str(action), given)

    def _view(self) -> View | None:
        return self.match.view() if self.match.table.deal else None

    # Display

    def _refresh(self) -> None:
        """Show the table if it changed since it was shown."""
        if self._shown is not self.match.table:
            self._redraw()

    def _redraw(self) -> None:
        """Show the whole table, on a fresh page unless what was said before it still has to be read."""
        self._fresh_page()
        self.terminal.show(table(replace(self.scene(), height=self.terminal.height)))
        self._say_notes()

    def _fresh_page(self) -> None:
        if not self._keep_page:
            self.terminal.clear()
        self._keep_page, self._shown = False, self.match.table

    def _say_notes(self) -> None:
        notes, self.notes = self.notes, []
        for note in notes:
            self.terminal.say(" " + note, "red")

    def scene(self) -> Scene:
        """The scene of the deal in progress or of the one that just ended, as the person may see it."""
        match, view = self.match, self._view()
        seen = (view, match.state) if view else match.ended
        assert seen is not None, "there is a deal to be shown"
        fresh, number = match.narrator.fresh(seen[1]), seen[1]["deal"]
        return Scene(seen[0], match.names, match.narrator.log, fresh, number, self.lang, self.terminal.width)

    async def _page(self, what: str) -> None:
        """Show what a line asks for."""
        lang, width = self.lang, self.terminal.width
        if what == "quit":
            raise StopError
        if self.match.table.deal:
            self._refresh()
        if what == "table":
            self._redraw()
        elif what.startswith("pace_"):
            self.terminal.pace = Pace(what.removeprefix("pace_"))
            self.terminal.say(" " + self.words(f"play_{what}"))
        elif what == "go_out":
            self.terminal.say(" " + self.words("play_how_to_go_out"))
        elif what.startswith("help"):
            self._show(help_about(what, lang, width))
        elif what == "score":
            self._show(pages.match_page(self.match.results, self.match.state, lang))
        elif what == "rules":
            self._show(pages.rules_page(self.match.base.rulebook, lang, width, self.match.base.next_dealer))
        elif what == "legal":
            self._show(pages.listed_page(self._mover.listed, lang, width))
        elif what == "hint" and self._mover.hinted:
            self._show(pages.hint_lines(self._mover.hinted, lang, width))

    def _show(self, lines: Iterable[Any]) -> None:
        self.terminal.pages([lines], self.words("play_more"))

    # A line

    def _line(self) -> None:
        try:
            problems = at_once(self._mover.line(self.terminal.ask()))
        except InputError as error:
            self.terminal.say(" " + error.message(self.lang), "red")
            return
        self.notes += problems
        if problems and self.my_turn:
            self._refresh()
            self._say_notes()

    # The ends

    def _end_of_deal(self) -> None:
        scene, notes = table(self.scene()), [Text(f" {note}", style="red") for note in self.notes]
        self._fresh_page()
        self.notes = []
        sheet = pages.deal_page(self.match.state, self.match.base.rulebook, self.lang)
        self.terminal.pages([[*scene, *notes], sheet], self.words("play_more"))
        question = self.words("play_next_deal")
        while not self.match.match.finished and not self._goes_on(question, "play_between_deals"):
            pass

    def _goes_on(self, question: str, otherwise: str) -> bool:
        """Between two deals or matches: Enter goes on, the pages can be read, and one can stop."""
        line = self.terminal.ask(question + " ").strip()
        if line:
            self._between(line, otherwise, otherwise)
        return not line

    def _end_of_match(self) -> None:
        self.terminal.say(pages.result_line(self.match.state, self.lang), "bold")
        self._say_line(pages.encounter_line(self.match.state, self.lang))
        self.terminal.say(self.words("play_kept", file=str(self.file.path)))

    # The file

    def save(self) -> None:
        """Save the match. Raises `StopError` if that fails and the person doesn't want to continue without it."""
        record = write(self.match.record())
        try:
            try:
                self.file.save(record)
            except ChangedError:
                self._move(record)
        except (OSError, InputError) as error:
            self.saved = False
            if self.unsaved_is_fine:
                return
            told = error.message(self.lang) if isinstance(error, InputError) else error.strerror
            reason = told or type(error).__name__
            self.terminal.say(self.words("play_save_failed", file=str(self.file.path), reason=reason), "red")
            if not self._yes("play_go_on_unsaved"):
                raise StopError from error
            self.unsaved_is_fine = True
        else:
            self.saved = True

    def _move(self, record: str) -> None:
        """Continue in another file: another program wrote to the old one."""
        old = self.file.path
        self.file.move()
        self.file.save(record)
        self.notes.append(self.words("play_moved", file=str(old), new=str(self.file.path)))

    def _yes(self, question: str) -> bool:
        try:
            answer = self.terminal.ask(self.words(question) + " ").strip().casefold()
        except ClosedError:
            return False
        return answer in {"s", "sim", "y", "yes"}


def at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine. Raises AssertionError if it waits: at this table everything is done at once."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise AssertionError("it waits")


def hint(view: View, ready: Collection[str]) -> tuple[Action, tuple[Fact, ...]]:
    """A legal step of the seat to act, and few reasons for it; the same again if asked again.

    `ready` are the bots of the match, which were prepared for it. Everything is asked of the seat's view.
    """
    if set(ready) & set(bots.COMPILED):
        step = bots.make(bots.LEVELS[-1], 0).choose(view)
        return step, hint_reasons(explain(view, step))
    step = bots.make(HINT_BOT, 0).choose(view)
    return step, hint_reasons(tuple(step_facts(view, step)))
