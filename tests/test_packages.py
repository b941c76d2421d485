"""The wheel, the sdist and systemd's units: their contents work, as docs/install.md says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.server.run.process import SECONDS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
UNITS = ROOT / "deploy"
INSTALLED = "/opt/canastra/bin/canastra"
PAGE = (ROOT / "docs" / "install.md").read_text("utf-8")
HEAD = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MOST_EXPOSED = 30
"""In tenths, of systemd's ten: docs/install.md promises far less."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and an sdist, made without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def python(folder: Path, *arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with that path before all others."""
    variables = {**os.environ, "PYTHONPATH": str(path)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)


def test_the_wheel_has_everything_that_plays(built: Path, tmp_path: Path) -> None:
    """It runs from where it is unpacked, the page in the browser and the rulebooks with it."""
    with zipfile.ZipFile(one(built, "*.whl")) as wheel:
        wheel.extractall(tmp_path / "site")
    assert (tmp_path / "site" / "canastra" / "web" / "index.html").is_file()
    script = (
        "import canastra, sys; from canastra.cli.main import main;"
        "print(canastra.__file__); sys.argv = ['canastra', 'rules', 'buraco']; sys.exit(main())"
    )
    done = python(tmp_path, "-c", script, path=tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
    assert "Buraco" in done.stdout


@pytest.fixture
def unpacked(built: Path, tmp_path: Path) -> Path:
    """The folder of the sdist."""
    with tarfile.open(one(built, "*.tar.gz")) as sdist:
        sdist.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 lacks it.
        sdist.extractall(tmp_path)
    return one(tmp_path, "canastra-*")


def passes(folder: Path, *arguments: str) -> None:
    done = python(folder, "-m", "pytest", "-q", "-n0", *arguments, path=folder / "src")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_the_sdist_has_all_that_its_tests_read(unpacked: Path) -> None:
    """Those of the pages and of the rulebooks' articles pass."""
    passes(
        unpacked,
        "tests/test_articles.py",
        "tests/test_citations.py",
        "tests/rulebooks/test_pages.py",
        "docs/install.md",
    )


@pytest.mark.soak
def test_every_test_of_the_sdist_that_reads_pages_is_found_there(unpacked: Path) -> None:
    """Tests that read pages can be collected, and many of the others pass."""
    readers = [str(path) for path in (unpacked / "tests").rglob("test_*.py") if '"docs"' in path.read_text("utf-8")]
    assert len(readers) > 5
    passes(unpacked, "--collect-only", *readers)
    passes(unpacked, "tests/test_messages.py", "tests/rulebooks")


def test_what_tests_and_people_need_is_named_for_the_sdist() -> None:
    named = {entry.removeprefix("/") for entry in HEAD["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]}
    made = {"build", "dist", "screenshots", "htmlcov", "__pycache__"}
    there = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")} - made
    assert there <= named


def test_the_page_names_every_extra_for_users() -> None:
    extras = set(HEAD["project"]["optional-dependencies"]) - {"dev", "others", "supply"}
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == extras


def test_the_page_names_the_wheel_that_is_built(built: Path) -> None:
    named = set(re.findall(r"dist/([\w.-]+\.whl)", PAGE))
    assert named == {path.name for path in built.glob("*.whl")}


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, with a program that is there in the place of the installed one."""
    program = shutil.which("true")
    assert program is not None
    for path in [*UNITS.glob("*.service"), *UNITS.glob("*.timer")]:
        (tmp_path / path.name).write_text(path.read_text("utf-8").replace(INSTALLED, program), "utf-8")
    return tmp_path


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    assert shutil.which("systemd-analyze"), "systemd-analyze is missing: make test installs it on Debian"
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False, timeout=SECONDS)


def test_systemd_takes_the_units(units: Path) -> None:
    done = analyze("verify", *sorted(str(path) for path in units.iterdir()))
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_takes_the_pages_changes_for_several_servers(units: Path) -> None:
    """They stand beside the unit, whose own command names a file of SQLite."""
    page = (ROOT / "docs" / "cluster.md").read_text("utf-8")
    (shown,) = re.findall(r"^```ini\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    beside = units / "canastra.service.d" / "override.conf"
    beside.parent.mkdir()
    program = shutil.which("true")
    assert shown.count(INSTALLED) == 1
    beside.write_text(shown.replace(INSTALLED, str(program)), "utf-8")
    done = analyze("verify", str(units / "canastra.service"))
    assert (done.returncode, done.stderr) == (0, "")
    beside.write_text("[Service]\nExecStart=/no/such/program\n", "utf-8")
    assert analyze("verify", str(units / "canastra.service")).stderr


@pytest.mark.parametrize("name", ["canastra.service", "canastra-worker.service", "canastra-backup.service"])
def test_the_units_give_little_away(name: str, units: Path) -> None:
    done = analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", str(units / name))
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_unit_with_too_much_is_noticed(units: Path) -> None:
    (units / "open.service").write_text("[Service]\nExecStart=/bin/true\n", "utf-8")
    done = analyze("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", str(units / "open.service"))
    assert done.returncode != 0
