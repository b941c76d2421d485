"""Measures if variables are named after what they hold.

`tests/exceptions.toml` has the most names of each rule that the package may have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

FILLER = "each"
"""The loop variable that says nothing of what it holds."""
SHORTEST = 4
"""Letters that a word of a name and one of its class must share at the beginning to count as the same word."""

ALLOWED = {
    "state": "what events fold into: of a tournament",
    "s": "the state of a deal, in every line of the rules",
    "before": "which of two of the class",
    "after": "which of two of the class",
    "one": "which of two of the class",
    "other": "which of two of the class",
    "first": "which of two of the class",
    "second": "which of two of the class",
    "action": "the union of the classes",
    "command": "the union of the classes",
    "event": "the union of the classes",
    "message": "the union of the classes",
    "request": "the union of the classes",
}
"""Names that a variable of any class may have, and why."""
VALUES = {
    "Card": "a number: which card it is",
    "CardList": "an array: which cards they are",
    "Rate": "a setting: what it limits",
}
"""Classes, like those of enumerations, whose variables are named by another thing, and by which."""


class Variable(NamedTuple):
    """A name with the annotation of its class; of a loop variable, without one."""

    path: str
    line: int
    name: str
    annotation: str = ""


def words(name: str) -> list[str]:
    """The words of a dotted name, in lower case.

    >>> words("tables.HouseRules"), words("house_rules"), words("HTTPServer")
    (['tables', 'house', 'rules'], ['house', 'rules'], ['http', 'server'])
    """
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def says_class(name: str, annotation: str) -> bool:
    """Return whether a name shares a word with its class, or is its initials.

    >>> says_class("house_rules", "HouseRules"), says_class("conn", "Connection"), says_class("ds", "DealState")
    (True, True, True)
    >>> says_class("houses", "TableOptions"), says_class("time", "Clock")
    (False, False)
    """
    own, of_class = words(name), words(annotation)
    capitals = words(annotation.rpartition(".")[2])
    return "".join(own) == "".join(word[0] for word in capitals) or any(
        one == other or (one[:SHORTEST] == other[:SHORTEST] and min(len(one), len(other)) >= SHORTEST)
        for one in own
        for other in of_class
    )


def loop_variables(trees: dict[str, ast.Module]) -> Iterator[Variable]:
    """The variables that loops and comprehensions bind."""
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
                for target in ast.walk(node.target):
                    if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                        yield Variable(path, target.lineno, target.id)


def ancestors(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """The names of each class and of all classes above it, as far as the project defines them."""
    bases: dict[str, set[str]] = {}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, {node.name}).update(
                    name for base in node.bases if (name := last_name(base))
                )
    while True:
        wider = {name: above.union(*(bases.get(base, {base}) for base in above)) for name, above in bases.items()}
        if wider == bases:
            return bases
        bases = wider


def last_name(node: ast.expr | None) -> str:
    """The last part of a name, be it called or not; empty for anything else."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def named_classes(trees: dict[str, ast.Module]) -> set[str]:
    """The classes of the modules after which variables are named: neither enumerations nor `VALUES`."""
    above = ancestors(trees)
    return {name for name, found in above.items() if not found & {"Enum", "Flag", "StrEnum"}} - set(VALUES)


def annotated(tree: ast.Module) -> Iterator[tuple[int, str, ast.expr]]:
    """The parameters, attributes and fields of a module that have an annotation: line, name and annotation."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield node.lineno, node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute):
            target = node.target
            yield node.lineno, target.id if isinstance(target, ast.Name) else target.attr, node.annotation


def class_of(annotation: ast.expr) -> str:
    """The dotted name of an annotation that is one class, perhaps optional; empty for any other.

    >>> class_of(ast.parse("rounds.State | None", mode="eval").body), class_of(ast.parse("list[int]", mode="eval").body)
    ('rounds.State', '')
    """
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.BinOp) and ast.unparse(annotation.right) == "None":
        annotation = annotation.left
    return ast.unparse(annotation) if isinstance(annotation, ast.Name | ast.Attribute) else ""


def typed_variables(trees: dict[str, ast.Module]) -> Iterator[Variable]:
    """The annotated variables whose class the modules define."""
    classes = named_classes(trees)
    for path, tree in trees.items():
        for line, name, annotation in annotated(tree):
            dotted = class_of(annotation)
            if dotted.rpartition(".")[2] in classes and name.strip("_"):
                yield Variable(path, line, name, dotted)


def fillers(trees: dict[str, ast.Module]) -> list[Variable]:
    """The loop variables named `FILLER`."""
    return [variable for variable in loop_variables(trees) if variable.name == FILLER]


def strangers(trees: dict[str, ast.Module]) -> list[Variable]:
    """The typed variables whose name is not `ALLOWED` and shares no word with their class."""
    return [
        variable
        for variable in typed_variables(trees)
        if variable.name.strip("_") not in ALLOWED and not says_class(variable.name, variable.annotation)
    ]


RULES: dict[str, Callable[[dict[str, ast.Module]], list[Variable]]] = {"fillers": fillers, "strangers": strangers}
"""The names that each ceiling counts, by its key in tests/exceptions.toml."""
