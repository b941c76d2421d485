"""What is typed as a move: read, completed, sent; the questions that come of it, the list of legal moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from canastra.cards import Card
from canastra.cli.local import pages
from canastra.cli.local.names import cards_of, typed_form
from canastra.cli.local.typed_line import (
    Ask,
    WhichError,
    answered,
    command,
    completed,
    copas_meant,
    numbered,
    only_discard,
    parts,
    shown,
)
from canastra.client import RefusedError, Table, view_of
from canastra.engine import Action, End, View, parse_action
from canastra.errors import InputError
from canastra.messages import text
from canastra.protocol.messages import Hinted
from canastra.rulebooks import Rulebook


@dataclass(frozen=True, slots=True)
class Typed:
    """What came of a line: a page that it asks for, what of it was not possible."""

    page: str | None = None
    problems: list[str] = field(default_factory=list)


class Mover:
    """Plays one seat from typed lines."""

    def __init__(self, table: Table, rulebook: Rulebook, lang: str) -> None:
        self._table, self._rulebook, self._lang = table, rulebook, lang
        self.listed: tuple[Action, ...] = ()
        """The moves last listed, for the number that may be typed."""
        self.hinted: Hinted | None = None
        """The last hint."""
        self._pending: dict[str, Action] = {}

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self._lang, **figures)

    @property
    def view(self) -> View | None:
        """The deal in progress as the seat sees it."""
        return view_of(self._table.state, self._rulebook)

    async def line(self, typed: str) -> Typed:
        """Do what a line says. An `InputError` for what can't be read."""
        todo = [(each, command(each)) for each in parts(typed)]
        asked, self._pending = self._pending, {}
        for index, (part, each) in enumerate(todo):
            problem = await self._try(each, part, asked)
            if problem:
                return Typed(problems=self._stopped(problem, [shown(each) for each, _ in todo], index))
            if isinstance(each, Ask) and each.what in _PAGES:
                return Typed(each.what)
        return Typed()

    def _stopped(self, problem: str, typed: list[str], index: int) -> list[str]:
        """What of a line was played, what was refused and why, what was not tried."""
        notes = [self.words("play_line_done", done=", ".join(typed[:index]))] if index else []
        if len(typed) > 1:
            notes.append(self.words("play_line_refused", text=typed[index]))
        notes.append(problem)
        rest = typed[index + 1 :]
        return [*notes, self.words("play_line_rest", rest=", ".join(rest))] if rest else notes

    async def _try(self, todo: Action | Ask, typed: str, asked: dict[str, Action]) -> str:
        """Do one thing; why that was not possible, or nothing."""
        try:
            return await (self._answer(todo, typed, asked) if isinstance(todo, Ask) else self._play(todo, typed))
        except WhichError as question:
            self._pending = {End.LOW: question.low, End.HIGH: question.high}
            return question.message(self._lang)
        except InputError as error:
            return error.message(self._lang)
        except RefusedError as refused:
            reason = refused.message(self._lang)
            return (
                self.words("play_refused", reason=reason, article=refused.article)
                if refused.article
                else self.words("online_refused", reason=reason)
            )

    async def _answer(self, ask: Ask, typed: str, asked: dict[str, Action]) -> str:
        if ask.what in {"yes", "end"}:
            return await self._play(answered(ask, asked, typed))
        if ask.what == "number":
            return await self._play(numbered(self.listed, ask.number))
        if ask.what == "undo":
            await self._table.undo()
            return ""
        if ask.what == "legal":
            return self._list(ask.cards)
        if ask.what == "hint":
            self.hinted = await self._table.hint()
            self._pending = {"yes": parse_action(self.hinted.action)}
            return ""
        if ask.what == "discard":
            return await self._play(only_discard(self.view))
        return self.words("play_how_to_go_out") if ask.what == "go_out" else ""

    async def _play(self, action: Action, typed: str = "") -> str:
        view = self.view
        if view is None or not self._table.my_turn:
            return self.words("online_not_your_turn")
        copas = copas_meant(typed, action, view) if self._lang == "pt" else None
        if copas is not None:
            self._pending = {"yes": copas}
            cards = pages.card_names(cards_of(copas))
            return self.words("play_copas", cards=cards, typed=typed_form(copas, self._lang))
        await self._table.act(str(completed(action, view)))
        self.listed = ()
        return ""

    def _list(self, cards: tuple[Card, ...]) -> str:
        view = self.view
        if view is None or not self._table.my_turn:
            return self.words("online_not_your_turn")
        self.listed = pages.moves_with(view, cards)
        return "" if self.listed else self.words("play_no_moves_with", cards=pages.card_names(cards))


_PAGES = {"help", "table", "score", "rules", "quit", "legal", "hint"}
