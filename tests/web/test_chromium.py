"""The browser of the tests: found, installed if possible, or reported missing in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import playwright
import pytest

from tools import chromium, debian


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of programs, empty; fonts lie in another."""
    folder, fonts = tmp_path / "bin", tmp_path / "fonts"
    folder.mkdir()
    fonts.mkdir()
    (fonts / "sans.ttf").touch()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "FONTS", (fonts, tmp_path / "none"))
    monkeypatch.setattr(debian, "PROGRAMS", {})
    return folder


def program(folder: Path, name: str, script: str = "") -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", chromium.NAMES)
def test_it_has_several_names(name: str, programs: Path) -> None:
    path = program(programs, name)
    assert chromium.chromium() == path
    assert chromium.missing() == []
    assert debian.main() == 0


def test_another_can_be_named(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(programs, "chromium")
    path = program(programs, "strange")
    for named in ("strange", path):
        monkeypatch.setenv("CHROMIUM", named)
        assert chromium.chromium() == path
    monkeypatch.setenv("CHROMIUM", "nothing")
    with pytest.raises(chromium.ChromiumError, match="CHROMIUM=nothing"):
        chromium.chromium()


def test_without_root_it_says_what_to_install(
    programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(programs, "apt-get", "exit 9")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert debian.main() == 1
    said = capsys.readouterr()
    assert "apt-get install chromium" in said.err
    assert said.err.count("\n") == 1


def test_elsewhere_than_on_debian_it_says_what_is_needed(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert debian.main() == 1
    assert "CHROMIUM=" in capsys.readouterr().err


def test_root_installs_what_is_missing(programs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It installs systemd's programs, and fonts on a machine without any."""
    script = f'echo "$@" >>{tmp_path}/asked'
    program(programs, "apt-get", script)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(chromium, "FONTS", ())
    monkeypatch.setattr(debian, "PROGRAMS", {"systemd-analyze": "systemd"})
    monkeypatch.setattr(chromium, "chromium", lambda: "there")
    assert debian.main() == 0
    asked = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert asked == ["update", "install --yes --no-install-recommends chromium fonts-dejavu-core systemd"]


def test_pages_are_opened_without_windows_where_that_can_be(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = program(programs, "chromium")
    assert chromium.shell() == whole
    quick = program(programs, chromium.SHELL)
    assert (chromium.shell(), chromium.chromium()) == (quick, whole)
    monkeypatch.setenv("CHROMIUM", "chromium")
    assert chromium.shell() == whole


@pytest.mark.parametrize(("known", "installs"), [(0, 0), (0, 9), (1, 0)])
def test_what_the_tests_are_quicker_with_is_installed_where_it_can_be(
    programs: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    known: int,
    installs: int,
) -> None:
    asked = tmp_path / "asked"
    program(programs, "chromium")
    program(programs, "apt-cache", f"exit {known}")
    program(programs, "apt-get", f'echo "$@" >>{asked}; exit {installs}')
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert debian.main() == 0
    assert asked.exists() == (known == 0)
    assert bool(capsys.readouterr().err) == (installs != 0)
    if not known and not installs:
        assert asked.read_text("utf-8").splitlines()[-1].endswith(chromium.SHELL)


def test_an_installation_that_fails_is_said(
    programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(programs, "apt-get", "exit 9")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert debian.main() == 1
    assert "apt-get update failed" in capsys.readouterr().err


def test_what_playwright_turns_off_stays_off() -> None:
    driver = Path(playwright.__file__).parent / "driver" / "package" / "lib" / "coreBundle.js"
    listed = re.search(r"disabledFeatures = \[(.*?)\]", driver.read_text("utf-8"), re.DOTALL)
    assert listed
    features = set(re.findall(r'^ *"(\w+)"', listed[1], re.MULTILINE))
    assert features
    assert features - set(chromium.OFF) == set()


def test_nothing_but_our_pages_is_asked_for() -> None:
    assert "--disable-background-networking" in chromium.FLAGS
