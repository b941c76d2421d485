"""Asks the questions that regulations decide, one after the other, and writes the regulations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path

from canastra.cli.language import Language
from canastra.cli.tournament.answers import FreeText
from canastra.cli.tournament.folder import house_rulebook
from canastra.cli.tournament.questions import (
    FORM,
    FORMS,
    Document,
    Question,
    document_of,
    questions,
    set_value,
    value_at,
)
from canastra.cli.ui.terminal import ClosedError, Terminal
from canastra.errors import CanastraError, InputError
from canastra.messages import text
from canastra.tournament.regulations import parse_regulations, write_regulations

ENOUGH = "."
"""The answer that leaves the rest to the example."""


class Interview:
    """The questions of regulations at a terminal. Each answer is checked against the earlier ones at once."""

    def __init__(self, terminal: Terminal, language: Language, folder: Path) -> None:
        self._terminal, self._language, self._folder = terminal, language, folder
        self._comments: dict[str, str] = {}
        self._example = ""
        self._enough = False

    def run(self, known: Mapping[str, str]) -> str:
        """The text of the regulations; `known` has the values from the command line, by key.

        Raises `InputError` at the end of the input: then no regulations are made.
        """
        try:
            return self._run(known)
        except ClosedError:
            raise InputError("ask_closed") from None

    def _run(self, known: Mapping[str, str]) -> str:
        self._say("ask_intro", enough=ENOUGH)
        form = self._form()
        self._example = FORMS[form][0]
        document = document_of(form)
        for key, value in known.items():
            self._change(document, Question("", (key,), FreeText()), [value])
        about = ""
        for question in questions(document):
            if question.keys[0] in known:
                continue
            if question.about != about and question.about and not self._enough:
                self._terminal.say("")
                self._say("ask_about", about=question.about)
            about = question.about
            self._answer(document, question)
        self._comments[""] = text("ask_head", self._language, example=self._example)
        return write_regulations(document, self._comments)

    def _form(self) -> str:
        first = next(iter(FORMS))
        while True:
            self._options("ask_form", FORM.options(self._language))
            typed = self._terminal.ask(f"[1 {text(f'ask_form_{first}', self._language)}] ").strip()
            try:
                return str(FORM.read(typed)[0]) if typed else first
            except InputError as error:
                self._terminal.say(error.message(self._language), "red")

    def _answer(self, document: Document, question: Question) -> None:
        """Ask until the answer is valid; Enter keeps the example's value."""
        words = text(f"ask_{question.code}", self._language)
        kept = [value_at(document, key) for key in question.keys]
        shown = text("ask_of_example", self._language, value=question.form.shown(kept, self._language))
        self._comments[question.keys[0]] = text("ask_not_decided", self._language, words=words, example=self._example)
        while not self._enough:
            self._options(f"ask_{question.code}", question.form.options(self._language))
            typed = self._terminal.ask(f"[{shown}] ").strip()
            self._enough = typed == ENOUGH
            if not typed or self._enough:
                return
            try:
                self._change(document, question, question.form.read(typed))
            except CanastraError as error:
                self._terminal.say(error.message(self._language), "red")
                continue
            self._comments[question.keys[0]] = words
            return

    def _change(self, document: Document, question: Question, values: list[object]) -> None:
        """Write an answer into the document. Raises `CanastraError`, and changes nothing, if they are refused."""
        tried = deepcopy(document)
        _decide(tried, question, values)
        content = write_regulations(tried)
        parse_regulations(content, house_rulebook(content, self._folder))
        _decide(document, question, values)

    def _options(self, code: str, options: Sequence[str]) -> None:
        self._terminal.say(text(code, self._language), "bold")
        for number, words in enumerate(options, 1):
            self._terminal.say(f"  {number} {words}")

    def _say(self, code: str, **figures: str) -> None:
        self._terminal.say(text(code, self._language, **figures))


def _decide(document: Document, question: Question, values: list[object]) -> None:
    for key, value in zip(question.keys, values, strict=True):
        set_value(document, key, value)
    question.settle(document)
