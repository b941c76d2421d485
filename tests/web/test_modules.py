"""The client's modules: no circles, types included, and names that are nouns."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
SOURCES = WEB / "src"
STATIC = re.compile(r"""^\s*(?:import|export)\b[^;'"(]*?(?:\bfrom\s*)?['"](\.[^'"]+)['"]""", re.MULTILINE)
"""The imports of a module that load at once; `import(…)` loads later, and may lead back."""
ENDINGS = ("", ".ts", ".svelte.ts", "/index.ts")
FIELDS_OWN = {"hashing"}
"""Names in -ing that are nouns of the field."""


def modules() -> set[Path]:
    return {path for path in SOURCES.rglob("*") if path.suffix in {".ts", ".svelte"}}


def imported(module: Path, among: set[Path]) -> set[Path]:
    bases = [str((module.parent / name).resolve()) for name in STATIC.findall(module.read_text("utf-8"))]
    return {Path(base + ending) for base in bases for ending in ENDINGS} & among


def test_no_imports_run_in_a_circle() -> None:
    among = modules()
    graph = {module: imported(module, among) for module in among}
    assert sum(map(len, graph.values())) > len(among)
    assert len(list(TopologicalSorter(graph).static_order())) == len(among)


def test_modules_are_named_by_nouns() -> None:
    stems = {path.name.split(".")[0] for path in [*modules(), *(WEB / "plugins").glob("*.ts")] if path.suffix == ".ts"}
    assert {stem for stem in stems if stem.endswith("ing")} == FIELDS_OWN
