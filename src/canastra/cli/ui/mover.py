"""Plays moves from typed lines: reads and completes them, asks questions, lists the legal moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from canastra.cards import Card
from canastra.cli.ui import pages
from canastra.cli.ui.names import cards_in, typed_form
from canastra.cli.ui.narration import Narrator
from canastra.cli.ui.typed_line import (
    Ask,
    WhichError,
    answered,
    completed,
    copas_meant,
    numbered,
    only_discard,
    parse_typed,
    parts,
    shown,
)
from canastra.engine import Action, End, View, parse_action
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.protocol import State
from canastra.protocol.messages import Hinted


class PlayedSeat(Protocol):
    """A seat played from typed lines, at a server's table or in this process."""

    @property
    def state(self) -> State:
        """The table as the seat sees it."""

    @property
    def my_turn(self) -> bool:
        """Return whether the next action is this seat's."""

    async def act(self, action: str) -> object:
        """Play an action in notation."""

    async def undo(self) -> object:
        """Take the last laying of the turn back."""

    async def hint(self) -> Hinted:
        """The action of a good bot, and why."""


class Mover:
    """Plays one seat from typed lines."""

    def __init__(
        self,
        seat: PlayedSeat,
        view: Callable[[], View | None],
        narrator: Narrator,
        page: Callable[[str], Awaitable[None]],
        refusal: type[CanastraError],
        lang: str,
    ) -> None:
        """`page` shows the page of a name: ``help``, ``table``, ``score``, ``rules``, ``legal``, ``hint``, ``quit``.

        `refusal` is the error that the table raises for illegal moves, with an `article` if a rule of the game forbids
        it.
        """
        self._seat, self._view, self._narrator, self._page = seat, view, narrator, page
        self._refusal, self._lang = refusal, lang
        self.listed: tuple[Action, ...] = ()
        """The moves last listed, which can be chosen by number."""
        self.hinted: Hinted | None = None
        """The last hint."""
        self._pending: dict[str, Action] = {}
        """By answer the move that completes the last question."""

    def words(self, code: str, **figures: str | int) -> str:
        """A message in the person's language."""
        return text(code, self._lang, **figures)

    async def line(self, typed: str) -> list[str]:
        """Run a typed line. Returns what was not possible, and why. Raises InputError for unreadable text."""
        texts = parts(typed)
        todo = [parse_typed(typed) for typed in texts]
        asked, self._pending = self._pending, {}
        for index, wish in enumerate(todo):
            mine = self._seat.my_turn
            problem = await self._try(wish, texts[index], asked)
            if problem:
                stopped = [self.words("play_line_refused", text=shown(texts[index]))] if len(texts) > 1 else []
                return [*self._done(texts[:index]), *stopped, problem, *self._not_tried(texts[index + 1 :])]
            if mine and not self._seat.my_turn and index + 1 < len(todo):
                done, rest = self._done(texts[: index + 1]), self._not_tried(texts[index + 1 :])
                return [*done, self.words("play_rest_ignored"), *rest]
        return []

    def _done(self, typed: list[str]) -> list[str]:
        return [self.words("play_line_done", done=", ".join(map(shown, typed)))] if typed else []

    def _not_tried(self, typed: list[str]) -> list[str]:
        return [self.words("play_line_rest", rest=", ".join(map(shown, typed)))] if typed else []

    async def _try(self, todo: Action | Ask, typed: str, asked: dict[str, Action]) -> str:
        """Do one thing. Returns why that was not possible, or an empty text."""
        try:
            return await (self._answer(todo, typed, asked) if isinstance(todo, Ask) else self._play(todo, typed))
        except WhichError as question:
            self._pending = {End.LOW: question.low, End.HIGH: question.high}
            return question.message(self._lang)
        except InputError as error:
            return error.message(self._lang)
        except self._refusal as error:
            if error.code == "table_undo_nothing":
                return self.words(self._narrator.why_final(self._seat.state))
            reason, article = error.message(self._lang), getattr(error, "article", None)
            if article is None:
                return self.words("online_refused", reason=reason)
            return self.words("play_refused", reason=reason, article=pages.cited(article, self._lang))

    async def _answer(self, ask: Ask, typed: str, asked: dict[str, Action]) -> str:
        if ask.what in {"yes", "end"}:
            return await self._play(answered(ask, asked, typed))
        if ask.what == "number":
            return await self._play(numbered(self.listed, ask.number))
        if ask.what == "discard":
            return await self._play(only_discard(self._view()))
        if ask.what == "undo":
            await self._seat.undo()
            self.listed = ()
            return ""
        if ask.what == "legal":
            return await self._list(ask.cards)
        if ask.what == "hint":
            self.hinted = await self._seat.hint()
            self._pending = {"yes": parse_action(self.hinted.action)}
        await self._page(ask.what)
        return ""

    async def _play(self, action: Action, typed: str = "") -> str:
        view = self._view()
        if view is None or not self._seat.my_turn:
            return self._not_now()
        copas = copas_meant(typed, action, view) if self._lang == "pt" else None
        if copas is not None:
            self._pending = {"yes": copas}
            cards = pages.card_names(cards_in(copas))
            return self.words("play_copas", cards=cards, typed=typed_form(copas, self._lang))
        await self._seat.act(str(completed(action, view)))
        self.listed = ()
        return ""

    async def _list(self, cards: tuple[Card, ...]) -> str:
        view = self._view()
        if view is None or not self._seat.my_turn:
            return self._not_now()
        self.listed = pages.moves_with(view, cards)
        if not self.listed:
            return self.words("play_no_moves_with", cards=pages.card_names(cards))
        await self._page("legal")
        return ""

    def _not_now(self) -> str:
        """The reason why no move can be made."""
        stage = self._seat.state["stage"]
        if stage == "playing":
            return self.words("online_not_your_turn")
        return self.words("online_match_over" if stage == "finished" else "online_no_cards")
