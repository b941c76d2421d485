"""The floors and habits of the project, held by reading the sources; CONTRIBUTING.md says why they are so.

Each check is a function from a source to the problems it finds,
and is also shown sources that have the problem and sources that don't.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from canastra.rulebooks import OFFICIAL
from tools import house
from tools.floors import PACKAGES, SERVER_ORDER

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "canastra"

FLOORS = {name: package.floor for name, package in PACKAGES.items()}
NEIGHBOURS = {
    ("errors", "messages"): "an error says itself in words",
    ("cards", "errors"): "what is not a card is an error",
    ("toml", "errors"): "what is not TOML is an error",
    ("__main__", "cli"): "the command without its script",
    ("protocol", "table"): "messages carry a table's commands and events",
    ("environments", "bots"): "a learner's seat plays against bots",
    ("scoresheet", "records"): "a record becomes a sheet, and both files are read by the same strict fields",
    ("fairness", "engine"): "a shuffle is proved by the piles that the engine deals from it",
}
"""The allowed imports on the same floor, with reasons."""

PURE_FLOORS = range(4)
PURE = {
    "__future__",
    "abc",
    "base64",
    "bisect",
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "difflib",
    "enum",
    "functools",
}
PURE |= {
    "hashlib",
    "heapq",
    "hmac",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "textwrap",
    "types",
    "typing",
    "unicodedata",
    "weakref",
}
"""The modules of the standard library for the pure floors: no clock, chance, file, socket or log."""
FILES = {
    "messages/__init__.py": {"importlib.resources", "tomllib"},
    "toml.py": {"tomllib"},
    "rulebooks/houses.py": {"importlib.resources", "pathlib"},
    "rulebooks/loader.py": {"importlib.resources"},
    "records/parser.py": {"pathlib"},
    "kernel/__init__.py": {"importlib.util"},
    "kernel/jit.py": {"os", "pathlib"},
    "kernel/bulk.py": {"concurrent.futures"},
    "kernel/search/network.py": {"importlib.resources"},
    "kernel/heuristic/weights.py": {"importlib.resources", "tomllib"},
}
"""Files of the pure floors that read data, and what they need for it besides."""
OUTSIDE_CALLS = {"open", "input", "print", "breakpoint", "eval", "exec", "__import__"}
THIRD_PARTIES = {
    "kernel": {"numpy", "numba"},
    "bots": {"numpy"},
    "environments": {"gymnasium", "numpy", "pettingzoo"},
    "arena": {"choix", "matplotlib", "numpy", "ray", "scipy"},
    "prints": {"fpdf", "pymupdf_fonts", "pypdf", "segno", "xlsxwriter"},
    "table": {"msgspec"},
    "tournament": {"msgspec", "networkx", "openpyxl"},
    "protocol": {"msgspec"},
    "client": {"httpx2", "msgspec", "websockets"},
    "server": {"argon2", "msgspec", "prometheus_client", "sqlalchemy", "starlette", "uvicorn"},
    "cluster": {
        "alembic",
        "msgspec",
        "nats",
        "prometheus_client",
        "psycopg",
        "psycopg_pool",
        "sqlalchemy",
        "starlette",
    },
    "cli": {"filelock", "msgspec", "rich", "typer"},
}
"""The other projects that each package may import. A package that is not named here needs none yet."""

SHORT = {"errors", "cards", "rulebooks", "engine", "records", "table", "tournament"}
LINES = 500
LINES_OF_SHORT = 400
FUNCTION_LINES = 50
PARAMETERS = 6

# The first letter of each word stands in brackets so that this file does not contain what it looks for.
UNFINISHED = re.compile(r"\b(?:[T]ODO|[F]IXME|[X]XX|[H]ACK|[N]otImplementedError)\b")
# /opt/canastra is no path of a machine: it is where docs/install.md installs a server.
MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:[w]ork|[h]ome|[r]oot|[U]sers|[t]mp|[o]pt(?!/canastra\b)|[m]nt)/")
REGISTRY = re.compile(
    r"(?:[p]ypi\.org|[p]ythonhosted|[r]egistry\.npmjs|[n]pmjs\.com|[y]arnpkg\.com|[c]rates\.io|[a]naconda\.org"
    r"|[d]eb\.debian\.org)"
)


@dataclass(frozen=True)
class Source:
    """A module by its path under src/canastra, as in ``engine/turn.py``."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def package(self) -> str:
        """The package that has a floor; empty for canastra itself."""
        first = self.path.split("/")[0].removesuffix(".py")
        return "" if first == "__init__" else first

    @property
    def floor(self) -> int:
        """Of a package without a floor (`floorless` reports it) above all; of canastra itself below all."""
        return FLOORS.get(self.package, 99) if self.package else -1

    @cached_property
    def imports(self) -> list[tuple[int, str]]:
        """Line and full name of each import in the file; of `from a import b` both ``a`` and ``a.b``."""
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found += [(node.lineno, alias.name) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                module = self._origin(node)
                found += [(node.lineno, module)] + [(node.lineno, f"{module}.{a.name}") for a in node.names]
        return found

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        folder = ["canastra", *self.path.split("/")[:-1]]
        return ".".join([*folder[: len(folder) + 1 - node.level], *filter(None, [node.module])])


SOURCES = [
    Source(path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))
]


def floorless(source: Source) -> Iterator[str]:
    if source.package and source.package not in FLOORS:
        yield f"{source.path}: {source.package} has no floor"


def upward_imports(source: Source) -> Iterator[str]:
    for line, name in source.imports:
        packages = name.split(".")[1:2] if name.startswith("canastra.") else []
        for target in packages:
            if target == source.package or target not in FLOORS or FLOORS[target] < source.floor:
                continue
            if FLOORS[target] > source.floor or (source.package, target) not in NEIGHBOURS:
                yield f"{source.path}:{line}: {source.package or 'canastra'} imports {target}"


def late_imports(source: Source) -> Iterator[str]:
    """Imports of a part of the server from a part that stands behind it in the order of `SERVER_ORDER`."""
    if source.package != "server" or source.path == "server/__init__.py":
        return
    part = source.path.split("/")[1].removesuffix(".py")
    if part not in SERVER_ORDER:
        yield f"{source.path}: {part} has no place in the order of the server"
        return
    behind = SERVER_ORDER[SERVER_ORDER.index(part) + 1 :]
    for line, name in source.imports:
        if name.startswith("canastra.server.") and (target := name.split(".")[2]) in behind:
            yield f"{source.path}:{line}: {part} imports {target}"


def foreign_imports(source: Source) -> Iterator[str]:
    allowed = THIRD_PARTIES.get(source.package, set()) | sys.stdlib_module_names | {"canastra"}
    for line, name in source.imports:
        if name.split(".")[0] not in allowed:
            yield f"{source.path}:{line}: imports {name}"


def impurities(source: Source) -> Iterator[str]:
    """Clock, chance, input, output and logging, on the pure floors."""
    if source.floor not in PURE_FLOORS:
        return
    allowed = PURE.union(*(modules for where, modules in FILES.items() if source.path == where))
    for line, name in source.imports:
        standard = name.split(".")[0] in sys.stdlib_module_names
        if standard and not any(name == module or name.startswith(f"{module}.") for module in allowed):
            yield f"{source.path}:{line}: imports {name}"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTSIDE_CALLS:
            yield f"{source.path}:{node.lineno}: calls {node.func.id}"


def named_rulebooks(source: Source) -> Iterator[str]:
    """Ids of rulebooks, or the telling part of one, in code of the pure floors; docstrings may cite."""
    if source.floor not in PURE_FLOORS:
        return
    telling = {part for each in OFFICIAL for part in (each, each.split("-")[-1])}
    ids = re.compile(r"\b(?:" + "|".join(sorted(telling, key=len, reverse=True)) + r")\b")
    for line, words in _words(source):
        if found := ids.search(words.replace("_", " ").lower()) or ids.search(words.lower()):
            yield f"{source.path}:{line}: {found.group()} in code"


def _words(source: Source) -> Iterator[tuple[int, str]]:
    """All names and strings of a source, without docstrings and the lists of ids."""
    left_out: set[ast.AST] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(node.value)
        elif source.path in ("rulebooks/loader.py", "rulebooks/houses.py") and (
            _assigns(node, "OFFICIAL") or _assigns(node, "POPULAR")
        ):
            left_out.update(ast.walk(node))
    for node in ast.walk(source.tree):
        if node not in left_out:
            for _, value in ast.iter_fields(node):
                for word in value if isinstance(value, list) else [value]:
                    if isinstance(word, str):
                        yield getattr(node, "lineno", 0), word


def _assigns(node: ast.AST, name: str) -> bool:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def long_files(source: Source) -> Iterator[str]:
    lines, limit = source.text.count("\n"), LINES_OF_SHORT if source.package in SHORT else LINES
    if lines >= limit:
        yield f"{source.path}: {lines} lines, the limit is {limit}"


def large_functions(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            where = f"{source.path}:{node.lineno}: {node.name}"
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines >= FUNCTION_LINES:
                yield f"{where} has {lines} lines"
            if len(parameters(node.args)) > PARAMETERS:
                yield f"{where} has {len(parameters(node.args))} parameters"


def parameters(arguments: ast.arguments) -> list[str]:
    stars = [star for star in (arguments.vararg, arguments.kwarg) if star]
    named = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    receiver = 1 if named[:1] in (["self"], ["cls"]) else 0
    return named[receiver:] + [each.arg for each in (*arguments.kwonlyargs, *stars)]


def unfinished(source: Source) -> Iterator[str]:
    return (f"{source.path}: {found.group()}" for found in UNFINISHED.finditer(source.text))


def machine_paths(source: Source) -> Iterator[str]:
    return (f"{source.path}: {found.group()}" for found in MACHINE_PATH.finditer(source.text))


def registries(source: Source) -> Iterator[str]:
    return (f"{source.path}: {found.group()}" for found in REGISTRY.finditer(source.text))


Check = Callable[[Source], Iterator[str]]
OF_MODULES: list[Check] = [
    floorless,
    upward_imports,
    late_imports,
    foreign_imports,
    impurities,
    named_rulebooks,
    long_files,
    large_functions,
]


@pytest.mark.parametrize("check", OF_MODULES, ids=lambda check: check.__name__)
def test_modules(check: Check) -> None:
    problems = [problem for source in SOURCES for problem in check(source)]
    assert not problems, "\n".join(problems)


def test_every_floor_has_its_package() -> None:
    assert sorted(FLOORS) == sorted({source.package for source in SOURCES} - {""})


def test_every_part_of_the_server_has_its_place() -> None:
    names = {
        path.stem for path in (PACKAGE / "server").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert sorted(SERVER_ORDER) == sorted(names - {"__init__"})


@pytest.mark.parametrize("rule", house.RULES)
def test_sizes_and_names(rule: str) -> None:
    """At most 14 modules a package and 15 public methods a class; modules are nouns; a public name has one home.

    A docstring names the errors that its function raises, in plain words.
    """
    found = house.RULES[rule]({source.path: source.tree for source in SOURCES})
    assert sorted(set(found) - house.excepted(rule)) == [], "see tools/house.py"


MADE = {"__pycache__", "build", "dist", "node_modules"}


def text_files() -> Iterator[Source]:
    """Every text file that people wrote; of the folders that begin with a dot only that of CI."""
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(name for name in below if name == ".ci" or not (name.startswith(".") or name in MADE))
        for name in sorted(set(names) - {".git"}):  # in a worktree it is a file that names the machine
            path = Path(folder, name)
            if not path.is_file():  # The socket of a server that runs here.
                continue
            try:
                yield Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
            except UnicodeDecodeError:
                continue


def test_text_files() -> None:
    problems = []
    for source in text_files():
        problems += [*machine_paths(source), *registries(source)]
        if source.path.split("/")[0] in {"src", "tests", "bench", "tools"}:
            problems += unfinished(source)
        if source.path.endswith(".py") and not source.path.startswith("src/"):
            problems += long_files(source)
    assert not problems, "\n".join(problems)


def unpaired(names: set[str]) -> list[str]:
    """Names of a folder of cases that lack their record, their sidecar or a reason to be there."""
    suffixes = {".canastra": ".json", ".json": ".canastra"}
    cases = names - {"README.md"}
    return sorted(
        name for name in cases if str(Path(name).with_suffix(suffixes.get(Path(name).suffix, ""))) not in names - {name}
    ) + ([] if "README.md" in names else ["README.md"])


def test_conformance_cases_are_explained_pairs() -> None:
    names = {path.name for path in (ROOT / "tests" / "conformance").iterdir()}
    assert unpaired(names) == []
    assert len(names) > 1


def test_unpaired_cases_are_noticed() -> None:
    assert unpaired({"README.md", "a.canastra", "a.json"}) == []
    assert unpaired({"a.canastra", "b.json", "c.txt", "d"}) == [
        "a.canastra",
        "b.json",
        "c.txt",
        "d",
        "README.md",
    ]


BAD: list[tuple[Check, str, str]] = [
    (floorless, "cellar/wine.py", ""),
    (floorless, "cellar.py", ""),
    (upward_imports, "engine/melds.py", "import canastra.records"),
    (upward_imports, "engine/melds.py", "from canastra.records.reader import read"),
    (upward_imports, "engine/melds.py", "from canastra import cli"),
    (upward_imports, "engine/melds.py", "from ..records import reader"),
    (upward_imports, "engine/melds.py", "from .. import records"),
    (upward_imports, "engine/melds.py", "def late():\n    from canastra.bots import rule"),
    (upward_imports, "engine/deep/melds.py", "from ...bots import rule"),
    (upward_imports, "records/reader.py", "import canastra.kernel"),
    (upward_imports, "messages/__init__.py", "from canastra import errors"),
    (upward_imports, "__init__.py", "from canastra import cards"),
    (late_imports, "server/storage/store.py", "from canastra.server.live.shuffles import MARK"),
    (late_imports, "server/storage/store.py", "from canastra.server import lobby"),
    (late_imports, "server/storage/store.py", "from ..tournaments import store"),
    (late_imports, "server/live/actor.py", "def late():\n    import canastra.server.users"),
    (late_imports, "server/settings.py", "from canastra.server.storage import Store"),
    (late_imports, "server/app.py", "from canastra.server import run"),
    (late_imports, "server/cellar/wine.py", ""),
    (foreign_imports, "engine/melds.py", "import numpy as np"),
    (foreign_imports, "cli/app.py", "from numba import njit"),
    (impurities, "engine/deal.py", "import random"),
    (impurities, "engine/deal.py", "from time import monotonic"),
    (impurities, "engine/deal.py", "from importlib import import_module"),
    (impurities, "records/reader.py", "from datetime import datetime"),
    (impurities, "rulebooks/schema.py", "import tomllib"),
    (impurities, "cards.py", "import logging"),
    (impurities, "cards.py", "import os.path"),
    (impurities, "cards.py", "import socket"),
    (impurities, "cards.py", "print('AS')"),
    (named_rulebooks, "engine/deal.py", "if rulebook.id == 'tranca': pass"),
    (named_rulebooks, "engine/deal.py", "if rulebook.id == 'canastra-duelo': pass"),
    (named_rulebooks, "engine/deal.py", "words = f'{x} of Buraco'"),
    (named_rulebooks, "engine/deal.py", "def is_tranca(): pass"),
    (named_rulebooks, "engine/deal.py", "def of(tranca): pass"),
    (named_rulebooks, "engine/deal.py", "play(duelo=True)"),
    (named_rulebooks, "engine/deal.py", "from canastra.rulebooks import canastra_regional"),
    (named_rulebooks, "engine/deal.py", "OFFICIAL = ('tranca',)"),
    (named_rulebooks, "rulebooks/__init__.py", "FIRST = 'tranca'"),
    (long_files, "engine/melds.py", "\n" * 400),
    (long_files, "bots/rule.py", "\n" * 500),
    (large_functions, "cli/app.py", "def f():\n" + "    pass\n" * 49),
    (large_functions, "cli/app.py", "async def f(a, b, /, c, *d, e, f, **g): pass"),
    (large_functions, "cli/app.py", "class A:\n    def f(self, a, b, c, d, e, f, g): pass"),
    (unfinished, "src/canastra/cards.py", "# TO" + "DO: jokers"),
    (unfinished, "src/canastra/cards.py", "raise Not" + "ImplementedError"),
    (machine_paths, "README.md", "cd /" + "home/ana/canastra"),
    (registries, "Makefile", "--index-url https://py" + "pi.org/simple"),
]


@pytest.mark.parametrize(("check", "path", "text"), BAD)
def test_each_check_can_fail(check: Check, path: str, text: str) -> None:
    assert len(set(check(Source(path, text)))) >= 1


GOOD: list[tuple[Check, str, str]] = [
    (floorless, "__init__.py", ""),
    (upward_imports, "records/reader.py", "from canastra import cards, engine\nfrom . import writer"),
    (upward_imports, "cards.py", "from canastra.errors import CardError"),
    (late_imports, "server/__init__.py", ""),
    (
        late_imports,
        "server/live/actor.py",
        "from canastra.server import clock\nfrom ..storage import Store\nfrom . import log",
    ),
    (late_imports, "cluster/node.py", "from canastra.server.app import Server"),
    (foreign_imports, "kernel/play.py", "import numpy.typing\nfrom numba import njit"),
    (
        impurities,
        "rulebooks/houses.py",
        "from importlib.resources import files\nimport pathlib, hashlib",
    ),
    (impurities, "cli/app.py", "import random, time, os\nprint('AS')"),
    (named_rulebooks, "engine/deal.py", '"""Of tranca Art. 9."""\nx = 1  # buraco Art. 6\n"""Of duelo."""'),
    (named_rulebooks, "rulebooks/loader.py", "OFFICIAL: tuple[str, ...] = ('tranca', 'buraco')"),
    (named_rulebooks, "bots/rule.py", "if rulebook.id == 'tranca': pass"),
    (long_files, "engine/melds.py", "\n" * 399),
    (large_functions, "cli/app.py", "class A:\n    def f(self, a, b, c, d, e, f): pass"),
    (unfinished, "docs/glossary.md", "todo o jogo"),
    (machine_paths, "README.md", "cat tests/root/x src/home/ https://example.org/tmp/x"),
]


@pytest.mark.parametrize(("check", "path", "text"), GOOD)
def test_each_check_can_pass(check: Check, path: str, text: str) -> None:
    assert list(check(Source(path, text))) == []
