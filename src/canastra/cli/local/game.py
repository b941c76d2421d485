"""The match as a conversation: the table is shown, a line is read, actions are played and saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.text import Text

from canastra.cards import Card
from canastra.cli.local import pages
from canastra.cli.local.encounter import awaits_match, opening_line, standing_line
from canastra.cli.local.hints import hint, hint_lines
from canastra.cli.local.local_bots import LocalBot
from canastra.cli.local.match_file import ChangedError, MatchFile
from canastra.cli.local.names import cards_of, typed_form
from canastra.cli.local.screen import Scene, table, wrapped
from canastra.cli.local.session import Drawn, Session
from canastra.cli.local.terminal import ClosedError, Terminal
from canastra.cli.local.typed_line import (
    Ask,
    Command,
    WhichError,
    answered,
    command,
    commands,
    completed,
    copas_meant,
    numbered,
    only_discard,
    parts,
    shown,
)
from canastra.engine import Action, End, LayOff, NewMeld, NextDealer, Phase, State
from canastra.errors import InputError, RuleError
from canastra.messages import text
from canastra.records import write


class StopError(Exception):
    """The person wants to stop here."""


class Game:
    """One match at a terminal."""

    def __init__(self, session: Session, terminal: Terminal, file: MatchFile, lang: str) -> None:
        self.session = session
        self.terminal = terminal
        self.file = file
        self.lang = lang
        self.drawn: Sequence[Drawn] = ()
        """The cards drawn for the first dealer of a new match, by seat."""
        self.saved = True
        """Whether the file holds all that was played; False once the person chose to go on without it."""
        self.unsaved_is_fine = False
        self.listed: tuple[Action, ...] = ()
        """The moves last listed, for the number that may be typed."""
        self.pending: dict[str, Action] = {}
        """By answer the move that completes what was asked last."""
        self.shown: State | None = None
        """What the table on the screen shows."""
        self.notes: list[str] = []
        """What is still to be said below the next table."""
        self.keep_page = True
        self._pages: dict[str, Callable[[], None]] = {
            "help": lambda: self._page(pages.help_page(lang, terminal.width)),
            "score": lambda: self._page(pages.match_sheet(self.session, lang)),
            "rules": lambda: self._page(pages.rules_sheet(self.session.rulebook, lang, terminal.width, self._terms())),
            "quit": self._quit,
        }

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self.lang, **figures)

    # Before and after the match

    def open(self) -> None:
        """Say what is played and where it is kept; show the draw for the first dealer of a new match."""
        if not self.drawn:
            over = self.session.now is None and self.session.match.finished
            self.terminal.say(self.words("play_back_over" if over else "play_back", file=str(self.file.path)), "bold")
            self._say_line(None if over else opening_line(self.session, self.lang))
            self.save()
            return
        say, session = self.terminal.say, self.session
        say(self.words("play_welcome", rulebook=session.rulebook.names[self.lang], file=str(self.file.path)), "bold")
        say(self.words("play_hint"))
        self._say_line(opening_line(session, self.lang))
        self._show_lot()
        self._show_draw(self.drawn, "play_deals_first")
        self.save()

    def _show_lot(self) -> None:
        """The cards drawn for the seats, if they were; who plays together, and who follows whom."""
        names = self.session.seating.names
        if not self.session.lot:
            return
        self.terminal.say(self.words("play_lot"))
        for seat, card in self.session.lot:
            self.terminal.say(" " + self.words("play_draws", name=names[seat], card=str(card)))
        if len(names) == 4:
            one, two = (self.words("play_and", one=names[side], two=names[side + 2]) for side in (0, 1))
            self.terminal.say(" " + self.words("play_lot_pairs", one=one, two=two))
        self.terminal.say(" " + self.words("play_lot_order", names=", ".join(names)))

    def _show_draw(self, drawn: Sequence[Drawn], outcome: str) -> None:
        names = self.session.seating.names
        for seat, card in drawn:
            self.terminal.say(" " + self.words("play_draws", name=names[seat], card=str(card)))
        self.terminal.say(" " + self.words(outcome, name=names[self.session.match.dealer]))

    def _say_line(self, line: str | None) -> None:
        if line is not None:
            self.terminal.say(line, "bold")

    def _terms(self) -> NextDealer:
        return self.session.match.next_dealer

    def farewell(self) -> None:
        """Say where the match is kept and how to go on."""
        self.terminal.say("")
        if not self.saved:
            self.terminal.say(self.words("play_not_saved"), "bold")
        elif self.session.match.finished and not awaits_match(self.session):
            self.terminal.say(self.words("play_kept", file=str(self.file.path)), "bold")
        else:
            code = "play_encounter_saved" if self.session.match.finished else "play_saved"
            self.terminal.say(self.words(code), "bold")
            self.terminal.copyable(f"  {self.file.command}")

    def another(self) -> bool:
        """Whether the person wants another match, or another encounter after one."""
        return self._yes("play_another" if self.session.base.encounter is None else "play_another_encounter")

    def await_next_match(self) -> None:
        """Wait until the person goes on to the encounter's next match; `StopError` when the person wants to stop."""
        part = self.session.base.encounter
        question = self.words("play_next_match", match=part.match + 1 if part else 1)
        while not self._goes_on(question, "play_between_matches"):
            pass

    # The match

    def play(self) -> None:
        """Play on until the match is over; `StopError` when the person wants to."""
        while self.session.now is not None or not self.session.match.finished:
            if self.session.now is None:
                self._deal()
            while self.session.moment.state.phase is not Phase.OVER:
                self._turn()
            self._end_of_deal()
        self._end_of_match()

    def _deal(self) -> None:
        session, names = self.session, self.session.seating.names
        place = None
        self.keep_page = True
        if session.match.dealer_open:
            drawn = session.draw_dealer()
            self.save()
            self._show_draw(drawn, "play_deals_next")
        if session.cutter() == session.person and self.terminal.interactive:
            place = self._cut()
        session.deal(place)
        self.save()
        self.terminal.say(self.words("play_dealt", name=names[session.match.dealer]))
        if session.view().to_act == session.person:
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
            if what in self._pages:
                self._pages[what]()
            elif what == "legal":
                self.terminal.say(" " + self.words(hint))
            else:
                self.terminal.say(" " + self.words(refusal), "red")

    def _turn(self) -> None:
        """One action of a bot, or one line of the person."""
        session = self.session
        seat = session.moment.state.seat
        bot = session.players[seat]
        if bot is not None:
            session.play(bot.choose(session.view(seat)))
            if isinstance(bot, LocalBot):
                self._note(bot, seat)
            self.save()
            return
        self._refresh()
        self._line()

    def _note(self, bot: LocalBot, seat: int) -> None:
        """What a program did wrong is told below the next table."""
        name = self.session.seating.names[seat]
        for error in bot.news():
            self.notes.append(self.words("play_program_fault", name=name, reason=error.message(self.lang)))

    def _refresh(self) -> None:
        """Show the table if it changed since it was shown."""
        if self.shown is not self.session.moment.state:
            self.redraw()

    def redraw(self) -> None:
        """Show the whole table, on a fresh page unless what was said before it still has to be read."""
        self._fresh_page()
        self.terminal.show(table(self.scene()))
        self._say_notes()

    def _fresh_page(self) -> None:
        if not self.keep_page:
            self.terminal.clear()
        self.keep_page = False
        self.shown = self.session.moment.state

    def _say_notes(self) -> None:
        notes, self.notes = self.notes, []
        for note in notes:
            self.terminal.say(" " + note, "red")

    def _page(self, lines: Iterable[Any]) -> None:
        self.terminal.pages([lines], self.words("play_more"))

    def scene(self) -> Scene:
        """What the person may see now."""
        session = self.session
        return Scene(
            session.view(),
            session.seating.names,
            session.moment.log,
            session.fresh(),
            len(session.past) + 1,
            self.lang,
            self.terminal.width,
        )

    # A line

    def _line(self) -> None:
        line = self.terminal.ask()
        try:
            typed = parts(line)
            todo = [command(each) for each in typed]
        except InputError as error:
            self.terminal.say(" " + error.message(self.lang), "red")
            return
        asked, self.pending = self.pending, {}
        for index, each in enumerate(todo):
            problem = self._try(each, typed[index], asked)
            if not problem and index + 1 < len(todo) and self._turn_is_over():
                self.notes = [*self._done(typed[: index + 1]), self.words("play_rest_ignored")]
                self.notes += self._not_tried(typed[index + 1 :])
                return
            if problem:
                self._stopped(problem, typed, index)
                return

    def _turn_is_over(self) -> bool:
        state = self.session.moment.state
        return state.seat != self.session.person or state.phase is Phase.OVER

    def _stopped(self, problem: str, typed: list[str], index: int) -> None:
        """The table as it is now; below it what of a line was played, what was refused and why, what was not tried."""
        if len(typed) > 1:
            self.notes = self._done(typed[:index])
            self.notes.append(self.words("play_line_refused", text=shown(typed[index])))
        self.notes.append(problem)
        self.notes += self._not_tried(typed[index + 1 :])
        self._refresh()
        self._say_notes()

    def _done(self, typed: list[str]) -> list[str]:
        return [self.words("play_line_done", done=", ".join(map(shown, typed)))] if typed else []

    def _not_tried(self, typed: list[str]) -> list[str]:
        return [self.words("play_line_rest", rest=", ".join(map(shown, typed)))] if typed else []

    def _try(self, todo: Command, typed: str, asked: dict[str, Action]) -> str:
        """Play or answer; why that was not possible, or nothing."""
        try:
            if isinstance(todo, Ask):
                return self._answer(todo, typed, asked)
            return self._play(todo, typed)
        except WhichError as question:
            self.pending = {End.LOW: question.low, End.HIGH: question.high}
            return question.message(self.lang)
        except InputError as error:
            return error.message(self.lang)

    def _answer(self, ask: Ask, typed: str, asked: dict[str, Action]) -> str:
        if ask.what in {"yes", "end"}:
            return self._play(answered(ask, asked, typed))
        if ask.what == "number":
            return self._play(numbered(self.listed, ask.number))
        if ask.what == "discard":
            return self._play(only_discard(self.session.view()))
        if ask.what == "undo":
            return self._undo()
        self._refresh()
        if ask.what == "legal":
            return self._list(ask.cards)
        if ask.what == "table":
            self.redraw()
        elif ask.what == "hint":
            self._hint()
        elif ask.what == "go_out":
            self.terminal.say(" " + self.words("play_how_to_go_out"))
        else:
            self._pages[ask.what]()
        return ""

    def _play(self, action: Action, typed: str = "") -> str:
        """Play; why it was refused, or nothing."""
        session = self.session
        copas = copas_meant(typed, action, session.view()) if self.lang == "pt" else None
        if copas is not None:
            self.pending = {"yes": copas}
            cards = pages.card_names(cards_of(copas))
            return self.words("play_copas", cards=cards, typed=typed_form(copas, self.lang))
        try:
            session.play(completed(action, session.view()))
        except RuleError as error:
            why = error.violation
            return self.words("play_refused", reason=why.message(self.lang), article=why.article)
        self.listed = ()
        self.save()
        return ""

    def _list(self, cards: tuple[Card, ...]) -> str:
        view = self.session.view()
        self.listed = pages.moves_with(view, cards)
        if not self.listed:
            return self.words("play_no_moves_with", cards=pages.card_names(cards))
        hints = ["play_choose_number"]
        if any(isinstance(action, NewMeld | LayOff) for action in self.listed):
            hints.append("play_bigger_melds")
        listed = pages.moves(view, self.listed, self.lang, self.terminal.width)
        hint = wrapped(" " + " ".join(map(self.words, hints)), self.terminal.width, "dim")
        self._page([*listed, *hint])
        return ""

    def _hint(self) -> None:
        action, reasons = hint(self.session.view(), self.session.seating.bots)
        self.pending = {"yes": action}
        why = ((each.message(self.lang), each.article) for each in reasons)
        self._page(hint_lines(action, why, self.lang, self.terminal.width))

    def _undo(self) -> str:
        if not self.session.undo():
            return self.words(self.session.why_final())
        self.listed = ()
        self.save()
        return ""

    def _quit(self) -> None:
        raise StopError

    # The ends

    def _end_of_deal(self) -> None:
        scene, notes = table(self.scene()), [Text(f" {note}", style="red") for note in self.notes]
        self._fresh_page()
        self.notes = []
        result = self.session.finish()
        self.save()
        sheet = pages.deal_sheet(self.session, result, self.lang)
        self.terminal.pages([[*scene, *notes], sheet], self.words("play_more"))
        question = self.words("play_next_deal")
        while not self.session.match.finished and not self._goes_on(question, "play_between_deals"):
            pass

    def _goes_on(self, question: str, otherwise: str) -> bool:
        """Between two deals or matches: Enter goes on, the pages can be read, and one can stop."""
        line = self.terminal.ask(question + " ").strip()
        if line:
            self._between(line, otherwise, otherwise)
        return not line

    def _end_of_match(self) -> None:
        match, session = self.session.match, self.session
        one, two = (match.points[side] or 0 for side in (session.person % 2, 1 - session.person % 2))
        if match.winner is None:
            words = self.words("play_drawn_match", points=one)
        else:
            winners = [name for seat, name in enumerate(session.seating.names) if seat % 2 == match.winner]
            won = "play_won_match" if len(winners) == 1 else "play_won_match_pair"
            code = won if match.winner == session.person % 2 else "play_lost_match"
            names = winners[0] if len(winners) == 1 else self.words("play_and", one=winners[0], two=winners[1])
            words = self.words(code, names=names, points=one, others=two)
        self.terminal.say(words, "bold")
        self._say_line(standing_line(session, self.lang))
        self.terminal.say(self.words("play_kept", file=str(self.file.path)))

    # The file

    def save(self) -> None:
        """Write the match down; where that fails go on only if the person says so."""
        record = write(self.session.record())
        try:
            try:
                self.file.save(record)
            except ChangedError:
                self._move(record)
        except OSError as error:
            self.saved = False
            if self.unsaved_is_fine:
                return
            reason = error.strerror or type(error).__name__
            self.terminal.say(self.words("play_save_failed", file=str(self.file.path), reason=reason), "red")
            if not self._yes("play_go_on_unsaved"):
                raise StopError from error
            self.unsaved_is_fine = True
        else:
            self.saved = True

    def _move(self, record: str) -> None:
        """Go on in another file: in the old one is what somebody else wrote."""
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
