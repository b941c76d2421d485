"""The match as a conversation: the table is shown, a line is read, actions are played and saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from canastra.cards import Card
from canastra.cli.playing import sheets
from canastra.cli.playing.reading import Ask, Command, commands, completed
from canastra.cli.playing.saving import save
from canastra.cli.playing.screen import Scene, table
from canastra.cli.playing.session import Session
from canastra.cli.playing.terminal import ClosedError, Terminal
from canastra.engine import Action, Discard, LayOff, NewMeld, Phase
from canastra.errors import InputError, RuleError
from canastra.messages import text
from canastra.records import write


class StopError(Exception):
    """The person wants to stop here."""


class Game:
    """One match at a terminal."""

    def __init__(self, session: Session, terminal: Terminal, path: Path, lang: str, command: str) -> None:
        self.session = session
        self.terminal = terminal
        self.path = path
        self.lang = lang
        self.command = command
        self.drawn: Sequence[tuple[int, Card]] = ()
        """The cards drawn for the first dealer of a new match, by seat."""
        self.saved = True
        """Whether the file holds all that was played; False once the person chose to go on without it."""
        self.unsaved_is_fine = False
        self.listed: tuple[Action, ...] = ()
        """The moves last listed, for the number that may be typed."""
        self.keep_page = True
        self._pages: dict[str, Callable[[], None]] = {
            "help": lambda: terminal.show(sheets.help_page(lang)),
            "score": lambda: terminal.show(sheets.match_sheet(self.session, lang)),
            "rules": lambda: terminal.show(sheets.rules_sheet(self.session.rulebook, lang)),
            "quit": self._quit,
        }

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self.lang, **figures)

    # Before and after the match

    def open(self) -> None:
        """Say what is played and where it is kept; show the draw for the first dealer of a new match."""
        if not self.drawn:
            self.terminal.say(self.words("play_back", file=str(self.path)), "bold")
            self.save()
            return
        say, session = self.terminal.say, self.session
        say(self.words("play_welcome", rulebook=session.rulebook.names[self.lang], file=str(self.path)), "bold")
        say(self.words("play_hint"))
        names = session.seating.names
        for seat, card in self.drawn:
            say(" " + self.words("play_draws", name=names[seat], card=str(card)))
        say(" " + self.words("play_deals_first", name=names[session.match.dealer]))
        self.save()

    def farewell(self) -> None:
        """Say where the match is kept and how to go on."""
        self.terminal.say("")
        if not self.saved:
            self.terminal.say(self.words("play_not_saved"), "bold")
        elif self.session.match.finished:
            self.terminal.say(self.words("play_kept", file=str(self.path)), "bold")
        else:
            self.terminal.say(self.words("play_saved"), "bold")
            self.terminal.copyable(f"  {self.command}")

    def another(self) -> bool:
        """Whether the person wants another match."""
        return self._yes("play_another")

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
            self.terminal.say(self.words("play_cut_range"), "red")

    def _turn(self) -> None:
        """One action of a bot, or one line of the person."""
        session = self.session
        seat = session.moment.state.seat
        bot = session.players[seat]
        if bot is not None:
            session.play(bot.choose(session.view(seat)))
            self.save()
            return
        self.redraw()
        state = session.moment.state
        while session.now is not None and session.moment.state is state:
            self._line()

    def redraw(self) -> None:
        """Show the whole table, on a fresh page unless what was said before it still has to be read."""
        if not self.keep_page:
            self.terminal.clear()
        self.keep_page = False
        self.terminal.show(table(self.scene()))

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
        )

    def _line(self) -> None:
        line = self.terminal.ask()
        try:
            todo = commands(line)
            for index, command in enumerate(todo):
                if not self._do(command):
                    break
                if self.session.moment.state.seat != self.session.person and index + 1 < len(todo):
                    self.terminal.say(" " + self.words("play_rest_ignored"), "red")
                    break
                if self.session.moment.state.phase is Phase.OVER:
                    break
        except InputError as error:
            self.terminal.say(" " + error.message(self.lang), "red")

    def _do(self, command: Command) -> bool:
        """Play or answer; whether the rest of the line may follow."""
        if not isinstance(command, Ask):
            return self._play(command)
        if command.what == "number":
            return self._chosen(command.number)
        if command.what == "discard":
            return self._discard_only()
        if command.what == "legal":
            self._list(command.cards)
            return False
        if command.what == "undo":
            self._undo()
        elif command.what == "table":
            self.redraw()
        elif command.what == "go_out":
            self.terminal.say(" " + self.words("play_how_to_go_out"))
        else:
            self._pages[command.what]()
        return True

    def _play(self, action: Action) -> bool:
        session = self.session
        action = completed(action, session.view())
        try:
            session.play(action)
        except RuleError as error:
            why = error.violation
            self.terminal.say(
                f" {self.words('play_refused', reason=why.message(self.lang), article=why.article)}", "red"
            )
            return False
        self.listed = ()
        self.save()
        return True

    def _discard_only(self) -> bool:
        """A discard without its card: the only one that is possible, if there is but one."""
        choices = [action for action in self.session.view().legal if isinstance(action, Discard)]
        if len(choices) == 1:
            return self._play(choices[0])
        raise InputError("input_form_discard")

    def _chosen(self, number: int) -> bool:
        if not self.listed:
            raise InputError("input_number_without_list")
        if not 1 <= number <= len(self.listed):
            raise InputError("input_number_range", number=number, last=len(self.listed))
        return self._play(self.listed[number - 1])

    def _list(self, cards: tuple[Card, ...]) -> None:
        view = self.session.view()
        wanted = set(cards)
        self.listed = tuple(action for action in view.legal if not wanted or wanted & set(_cards_of(action)))
        if not self.listed:
            self.terminal.say(" " + self.words("play_no_moves_with", cards=sheets.card_names(cards)))
            return
        self.terminal.show(sheets.moves(view, self.listed, self.lang))
        self.terminal.say(" " + self.words("play_choose_number"), "dim")

    def _undo(self) -> None:
        if not self.session.undo():
            self.terminal.say(" " + self.words("play_nothing_to_undo"), "red")
            return
        self.listed = ()
        self.save()

    def _quit(self) -> None:
        raise StopError

    # The ends

    def _end_of_deal(self) -> None:
        self.redraw()
        result = self.session.finish()
        self.save()
        self.terminal.show(sheets.deal_sheet(self.session, result, self.lang))
        while not self.session.match.finished and not self._goes_on():
            pass

    def _goes_on(self) -> bool:
        """Between two deals: Enter goes on, the pages can be read, and one can stop."""
        line = self.terminal.ask(self.words("play_next_deal") + " ")
        try:
            typed = commands(line)
        except InputError as error:
            self.terminal.say(" " + error.message(self.lang), "red")
            return False
        for command in typed:
            if isinstance(command, Ask) and command.what in self._pages:
                self._pages[command.what]()
            else:
                self.terminal.say(" " + self.words("play_between_deals"), "red")
        return not typed

    def _end_of_match(self) -> None:
        match, session = self.session.match, self.session
        one, two = (match.points[side] or 0 for side in (session.person % 2, 1 - session.person % 2))
        if match.winner is None:
            words = self.words("play_drawn_match", points=one)
        else:
            winners = [name for seat, name in enumerate(session.seating.names) if seat % 2 == match.winner]
            code = "play_won_match" if match.winner == session.person % 2 else "play_lost_match"
            words = self.words(code, names=" + ".join(winners), points=one, others=two)
        self.terminal.say(words, "bold")
        self.terminal.say(self.words("play_kept", file=str(self.path)))

    # The file

    def save(self) -> None:
        """Write the match down; where that fails go on only if the person says so."""
        try:
            save(self.path, write(self.session.record()))
        except OSError as error:
            self.saved = False
            if self.unsaved_is_fine:
                return
            reason = error.strerror or type(error).__name__
            self.terminal.say(self.words("play_save_failed", file=str(self.path), reason=reason), "red")
            if not self._yes("play_go_on_unsaved"):
                raise StopError from error
            self.unsaved_is_fine = True
        else:
            self.saved = True

    def _yes(self, question: str) -> bool:
        try:
            answer = self.terminal.ask(self.words(question) + " ").strip().casefold()
        except ClosedError:
            return False
        return answer in {"s", "sim", "y", "yes"}


def _cards_of(action: Action) -> tuple[Card, ...]:
    if isinstance(action, NewMeld | LayOff):
        return action.cards
    return (action.card,) if isinstance(action, Discard) else ()
