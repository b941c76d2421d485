"""The error tree agrees with the drawing in its docstring."""

from __future__ import annotations

import inspect
import pickle

import pytest

from canastra import errors
from canastra.errors import (
    ActionError,
    CanastraError,
    CardError,
    InputError,
    InternalError,
    RecordError,
    RulebookError,
    RuleError,
    Violation,
)
from canastra.server.live import DrainingError
from canastra.server.storage import SequenceError
from canastra.table import RefusalError

ROOT = "CanastraError"
VIOLATION = Violation("card_malformed", "Art. 6", (("text", "10H"),))


def drawn(docstring: str) -> dict[str, str]:
    """The parent of each class in the drawing, read from its indentation."""
    parents: dict[str, str] = {}
    path: list[str] = []
    for line in docstring.splitlines():
        branch, found, rest = line.partition("── ")
        if line.strip() == ROOT:
            path, start = [ROOT], len(line) - len(ROOT)
        elif found and path:
            depth = (len(branch) - 1 - start) // 4 + 1
            name = rest.split()[0]
            parents[name] = path[depth - 1]
            path[depth:] = [name]
    return parents


def defined() -> dict[str, str]:
    """The parent of each class in the module."""
    classes = [each for _, each in inspect.getmembers(errors, inspect.isclass)]
    tree = [each for each in classes if issubclass(each, CanastraError) and each is not CanastraError]
    return {each.__name__: each.__bases__[0].__name__ for each in tree}


def test_the_tree_is_as_drawn() -> None:
    assert errors.__doc__ is not None
    assert drawn(errors.__doc__) == defined()


def test_a_wrong_drawing_is_noticed() -> None:
    tree = "    CanastraError\n    ├── InputError\n    │   └── CardError  not a card\n    └── RuleError\n"
    parents = {"InputError": ROOT, "CardError": "InputError", "RuleError": ROOT}
    assert drawn(tree) == parents
    assert drawn(tree.replace("│   └── ", "├── ")) == parents | {"CardError": ROOT}


@pytest.mark.parametrize("kind", [CardError, ActionError, RulebookError, RecordError])
def test_malformed_input_is_one_kind(kind: type[InputError]) -> None:
    assert issubclass(kind, InputError)
    assert not issubclass(kind, RuleError | InternalError)


def test_an_error_carries_its_code_and_figures() -> None:
    error = CardError("card_malformed", text="10H")
    assert error.code == "card_malformed"
    assert error.figures == {"text": "10H"}


def test_an_error_speaks_both_languages() -> None:
    error = CardError("card_malformed", text="10H")
    assert "não é uma carta" in error.message("pt")
    assert "is not a card" in error.message("en")
    assert str(error) == error.message("en")
    assert '"10H"' in error.message("pt")


@pytest.mark.parametrize(
    "error",
    [
        CardError("card_malformed", text="10H"),
        RecordError("card_malformed", 7, text="10H"),
        RuleError(VIOLATION),
        RefusalError("table_no_person", "Art. 3", seat=2),
        SequenceError("t1", expected=4, found=7),
        DrainingError(),
    ],
)
def test_an_error_comes_whole_from_another_process(error: CanastraError) -> None:
    """Of whatever class: one that can't be read back would be the end of a pool of processes."""
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert vars(back) == vars(error)
    assert (back.args, str(back)) == (error.args, str(error))


def test_braces_in_a_figure_are_no_figures() -> None:
    assert "{text}" in str(CardError("card_malformed", text="{text}"))


def test_a_record_error_may_name_its_line() -> None:
    assert RecordError("card_malformed", 7, text="10H").line == 7
    assert RecordError("card_malformed", text="10H").line is None


def test_a_rule_error_cites_the_article() -> None:
    error = RuleError(VIOLATION)
    assert error.violation is VIOLATION
    assert error.code == VIOLATION.code
    assert error.message("pt") == VIOLATION.message("pt")
    assert str(error) == f"{VIOLATION.message()} (Art. 6)"


def test_violations_are_values() -> None:
    assert Violation("card_malformed", "Art. 6", (("text", "10H"),)) == VIOLATION
    with pytest.raises(AttributeError):
        VIOLATION.code = "other"  # type: ignore[misc]
