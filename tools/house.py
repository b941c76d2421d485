"""How the sources are cut and named: ``python -m tools.house`` prints the table of docs/lab/house.md.

Function length is without the docstring; nesting counts for, while, if, with, try and match inside one function.
``--shrink`` drops the entries of tests/exceptions.toml that are no longer needed; it never adds one.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from tools.names import RULES as NAME_RULES
from tools.names import ancestors, fillers, last_name, loop_variables, strangers, typed_variables

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "canastra"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
NESTING = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.Match)
FIELD = {"encoding", "listing", "logging", "matchmaking", "routing", "scoring", "seating", "string"}
"""Names in -ing that are nouns, or that the field uses itself."""
MOST_MODULES = 14
"""In a package, besides `__init__` and `__main__`."""
MOST_METHODS = 15
"""Public ones of a class, properties included."""
EXCEPTIONS = ROOT / "tests" / "exceptions.toml"
IDIOM = re.compile(
    r"""^Of\b | ^As\ (?:which|of)\b            # a fragment: "Of the table."
    | \b[Tt]he\ own\b(?!-)                   # "your own", "the player's"
    | \b(?:of|for|by|to|from|with)\ who\b    # "the caller"
    | \b(?:is|are)\ told\b | \bhears?\ of\b  # "gets", "is notified"
    | \bat\ hand\b | \bto\ be\ had\b | \bgone?\ on\ with\b""",
    re.VERBOSE,
)
"""Idioms that no docstring uses: each has a plain word."""
HANDLERS = "a handler is called like what it does, and used in the list of operations of its module only"
TWINS = {
    ("engine/", "kernel/"): "the kernel's function does in compiled code what the engine's of the same name does",
    ("bots/", "kernel/"): "what a bot in Python and the compiled one both ask",
    ("protocol/", "table/"): "a message is called like the command or event of a table that it carries",
    ("protocol/", "server/"): "what the server makes is called like the message that carries it",
    ("bots/external/", "table/"): "a program is told the events of a table by their names",
    ("bots/external/", "protocol/"): "both protocols call the same thing the same",
    ("server/http/replays.py", ""): HANDLERS,
    ("server/http/tables.py", ""): HANDLERS,
    ("server/http/tournaments.py", ""): HANDLERS,
    ("server/http/users.py", ""): HANDLERS,
}
"""Parts of the project that may define the same public name, and why."""


def modules() -> dict[str, ast.Module]:
    """Every module by its path below src/canastra."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def is_gerund(path: str) -> bool:
    """Return whether a module is named by an activity for which the field has no such name.

    >>> is_gerund("server/hosting.py"), is_gerund("engine/scoring.py"), is_gerund("server/user_rating.py")
    (True, False, True)
    """
    stem = Path(path).stem
    return stem.endswith("ing") and stem not in FIELD


def public_names(tree: ast.Module) -> list[str]:
    """The public classes and functions that a module defines at its top."""
    names = [node.name for node in tree.body if isinstance(node, ast.ClassDef | Function)]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def shared_names(trees: dict[str, ast.Module]) -> dict[str, list[str]]:
    """The public names that more than one module defines, with the modules."""
    homes: dict[str, list[str]] = {}
    for path, tree in trees.items():
        for name in public_names(tree):
            homes.setdefault(name, []).append(path)
    return {name: paths for name, paths in sorted(homes.items()) if len(paths) > 1}


def clashing_names(trees: dict[str, ast.Module]) -> list[str]:
    """The shared names whose modules are no `TWINS` of each other."""
    return [
        name
        for name, paths in shared_names(trees).items()
        if any(not are_twins(one, other) for one, other in combinations(paths, 2))
    ]


def are_twins(one: str, other: str) -> bool:
    """Return whether two modules may define the same public name.

    >>> are_twins("kernel/scoring.py", "engine/scoring.py"), are_twins("cli/score.py", "engine/scoring.py")
    (True, False)
    """
    pairs = ((one, other), (other, one))
    return any(a.startswith(first) and b.startswith(second) for a, b in pairs for first, second in TWINS)


def public_methods(node: ast.ClassDef) -> int:
    """The number of public methods and properties of a class."""
    return len(
        {member.name for member in node.body if isinstance(member, Function) and not member.name.startswith("_")}
    )


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """The statements right inside a node, and the parts of one that hold statements."""
    return (
        child
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case)
    )


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements inside a node, at any depth: a tenth of the nodes of `ast.walk`."""
    for statement in inside(node):
        yield statement
        yield from statements(statement)


def functions(tree: ast.Module) -> Iterator[Function]:
    """All functions of a module, methods and inner ones included."""
    return (node for node in statements(tree) if isinstance(node, Function))


def docstring_lines(node: Documented) -> int:
    """The number of lines of a node's docstring; 0 without one."""
    if ast.get_docstring(node) is None:
        return 0
    first = node.body[0]
    return (first.end_lineno or first.lineno) - first.lineno + 1


def docstrings(tree: ast.Module) -> Iterator[str]:
    """The docstrings of a module, of its classes and functions, and after assignments."""
    for statement in statements(tree):
        if (
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Constant)
            and isinstance(statement.value.value, str)
        ):
            yield statement.value.value.strip()


def opening(text: str) -> str:
    """The beginning of a docstring, by which tests/exceptions.toml knows it.

    >>> opening('Of "all" tables.')
    'Of all tables.'
    """
    return text.partition("\n")[0].replace('"', "").replace("\\", "")[:60].strip()


def raised(node: ast.AST) -> Iterator[str]:
    """The classes that a function raises itself, not in an inner function.

    >>> list(raised(ast.parse("if x: raise errors.InputError('code')")))
    ['InputError']
    """
    for child in inside(node):
        if isinstance(child, ast.Raise) and (name := last_name(child.exc))[:1].isupper():
            yield name
        if not isinstance(child, Function | ast.ClassDef):
            yield from raised(child)


def unnamed_errors(trees: dict[str, ast.Module]) -> list[str]:
    """Public documented functions, by package, whose docstring names neither an error that they raise nor its base."""
    above = ancestors(trees)
    found = {
        f"{path.split('/')[0]} {node.name}"
        for path, tree in trees.items()
        for node in functions(tree)
        if not node.name.startswith("_")
        and (text := ast.get_docstring(node))
        and any(not any(base in text for base in above.get(name, {name})) for name in raised(node))
    }
    return sorted(found)


def length(node: Function) -> int:
    """The lines of a function without its docstring."""
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring_lines(node)


def nesting(node: ast.AST) -> int:
    """The deepest nesting of statements, not counting inner functions; an ``elif`` is as deep as its ``if``."""
    deepest = 0
    for child in inside(node):
        if not isinstance(child, Function | ast.ClassDef):
            follows = isinstance(node, ast.If) and node.orelse == [child] and isinstance(child, ast.If)
            deepest = max(deepest, nesting(child) + (isinstance(child, NESTING) and not follows))
    return deepest


def comments(text: str) -> int:
    """The lines that hold a comment and nothing else."""
    if not any(line.lstrip().startswith("#") for line in text.splitlines()):
        return 0
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type == tokenize.COMMENT and token.line.strip().startswith("#") for token in tokens)


def imported(tree: ast.Module) -> int:
    """The number of modules that a module imports."""
    names: set[str] = set()
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return len(names - {"__future__"})


def quantiles(values: Sequence[int], *ranks: int) -> str:
    """The values at these percentages, between slashes; 100 is the largest.

    >>> quantiles([1, 2, 3, 4], 50, 100)
    '2 / 4'
    """
    ordered = sorted(values)
    return " / ".join(str(ordered[max(0, -(-rank * len(ordered) // 100) - 1)]) for rank in ranks)


def percent(part: int, whole: int) -> str:
    """A share in per cent, whole from ten on."""
    share = 100 * part / whole
    return f"{share:.0f} %" if share >= 10 else f"{share:.1f} %"


def _documented(nodes: Sequence[Documented]) -> str:
    return percent(sum(docstring_lines(node) > 0 for node in nodes), len(nodes))


def figures(trees: dict[str, ast.Module]) -> dict[str, str]:
    """Every figure of all modules by what it says."""
    texts = [(PACKAGE / path).read_text("utf-8") for path in trees]
    lines = [text.count("\n") for text in texts]
    every = [node for tree in trees.values() for node in functions(tree)]
    classes = [node for tree in trees.values() for node in statements(tree) if isinstance(node, ast.ClassDef)]
    methods = sum(isinstance(member, Function) for node in classes for member in node.body)
    top = sum(isinstance(node, Function) for tree in trees.values() for node in tree.body)
    public = [node for node in every if not node.name.startswith("_")]
    documented: list[Documented] = [*trees.values(), *classes, *every]
    written = [docstring for node in documented if (docstring := ast.get_docstring(node))]
    said = [text for tree in trees.values() for text in docstrings(tree)]
    named = [public_names(tree) for tree in trees.values()]
    own = own_modules(trees)
    stems = Counter(Path(path).stem for path in own)
    packages = Counter(str(Path(path).parent) for path in own)
    doing = sum(map(is_gerund, own))
    shared = len(shared_names(trees))
    names = len({name for of_module in named for name in of_module})
    loops, typed = len([*loop_variables(trees)]), len([*typed_variables(trees)])
    return {
        "files / lines": f"{len(trees)} / {sum(lines):,}",
        "file length p50 / p90 / max": quantiles(lines, 50, 90, 100),
        "functions": f"{len(every):,}",
        "function length p50 / p90 / p99 / max": quantiles([length(node) for node in every], 50, 90, 99, 100),
        "public functions with docstring": _documented(public),
        "classes / modules with docstring": f"{_documented(classes)} / {_documented([*trees.values()])}",
        "words of a docstring p50 / p90": quantiles([len(docstring.split()) for docstring in written], 50, 90),
        "public functions that raise without saying so": str(len(unnamed_errors(trees))),
        "docstrings in our own idiom": str(sum(bool(IDIOM.search(text)) for text in said)),
        "docstrings of at most three words": str(sum(len(docstring.split()) <= 3 for docstring in written)),
        "share of comment lines": percent(sum(map(comments, texts)), sum(lines)),
        "share of docstring lines": percent(sum(map(docstring_lines, documented)), sum(lines)),
        "imports a module p50 / p90 / max": quantiles([imported(tree) for tree in trees.values()], 50, 90, 100),
        "public names a module p50 / p90": quantiles([len(of_module) for of_module in named], 50, 90),
        "classes / top-level functions / methods": f"{len(classes):,} / {top:,} / {methods:,}",
        "nesting p50 / p90 / p99 / max": quantiles([nesting(node) for node in every], 50, 90, 99, 100),
        "return types": percent(sum(node.returns is not None for node in every), len(every)),
        "packages of more than 14 modules": str(sum(count > 14 for count in packages.values())),
        "classes of more than 15 public methods": str(sum(public_methods(node) > 15 for node in classes)),
        "modules named by a gerund (-ing)": f"{doing} of {len(own)} = {percent(doing, len(own))}",
        "public names defined in more than one module": f"{shared} of {names:,} = {percent(shared, names)}",
        "loop variables named each": percent(len(fillers(trees)), loops),
        "typed variables that share no word with their class": percent(len(strangers(trees)), typed),
        "module stems that occur more than once": str(sum(count > 1 for count in stems.values())),
        "subject of a commit, characters p50 / p90": quantiles(subjects(), 50, 90),
    }


def subjects() -> list[int]:
    """The lengths of the subjects of the latest 100 commits."""
    command = ["git", "log", "-100", "--format=%s"]
    return [len(line) for line in subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()]


def own_modules(trees: dict[str, ast.Module]) -> list[str]:
    """The modules that have a name of their own: not `__init__` and `__main__`."""
    return [path for path in trees if Path(path).name not in {"__init__.py", "__main__.py"}]


def large_packages(trees: dict[str, ast.Module]) -> list[str]:
    """Packages of more than `MOST_MODULES`."""
    packages = Counter(Path(path).parent.as_posix() for path in own_modules(trees))
    return sorted(package for package, count in packages.items() if count > MOST_MODULES)


def large_classes(trees: dict[str, ast.Module]) -> list[str]:
    """Classes of more than `MOST_METHODS`."""
    return [
        f"{path} {node.name}"
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and public_methods(node) > MOST_METHODS
    ]


def gerunds(trees: dict[str, ast.Module]) -> list[str]:
    """The names of modules that say what is being done."""
    return sorted({Path(path).stem for path in own_modules(trees) if is_gerund(path)})


def idioms(trees: dict[str, ast.Module]) -> list[str]:
    """The beginnings of docstrings in our own idiom."""
    return sorted({opening(text) for tree in trees.values() for text in docstrings(tree) if IDIOM.search(text)})


RULES: dict[str, Callable[[dict[str, ast.Module]], list[str]]] = {
    "packages": large_packages,
    "classes": large_classes,
    "gerunds": gerunds,
    "names": clashing_names,
    "raises": unnamed_errors,
    "idioms": idioms,
}
"""The violations of each rule, by the rule's key in tests/exceptions.toml."""


def exceptions() -> dict[str, list[str]]:
    """The temporary exceptions from each rule."""
    found = tomllib.loads(EXCEPTIONS.read_text("utf-8"))
    return {rule: entries for rule, entries in found.items() if rule not in {"ceilings", "homonyms"}}


def ceilings() -> dict[str, int]:
    """The most names of each rule of `tools.names`."""
    found: dict[str, int] = tomllib.loads(EXCEPTIONS.read_text("utf-8"))["ceilings"]
    return found


def homonyms() -> dict[str, str]:
    """The names that may have several homes for good, with the reason."""
    found: dict[str, str] = tomllib.loads(EXCEPTIONS.read_text("utf-8"))["homonyms"]
    return found


def excepted(rule: str) -> set[str]:
    """All exceptions from a rule, temporary or permanent."""
    return set(exceptions()[rule]) | (set(homonyms()) if rule == "names" else set())


def shrink() -> None:
    """Drop the exceptions that are no longer needed, and lower the ceilings."""
    trees = modules()
    found = {rule: find(trees) for rule, find in RULES.items()}
    lines = EXCEPTIONS.read_text("utf-8").splitlines(keepends=True)
    needed = {f'  "{entry}",\n' for entries in found.values() for entry in entries}
    gone = {f"{name} = " for name in homonyms() if name not in found["names"]}
    kept = (line for line in lines if not line.startswith("  ") or line in needed)
    text = "".join(line for line in kept if not line.startswith(tuple(gone)))
    for rule, most in ceilings().items():
        text = text.replace(f"{rule} = {most}\n", f"{rule} = {min(most, len(NAME_RULES[rule](trees)))}\n")
    EXCEPTIONS.write_text(text, "utf-8")


if __name__ == "__main__":
    if "--shrink" in sys.argv:
        shrink()
    else:
        for what, value in figures(modules()).items():
            print(f"| {what} | {value} |")
