"""A house's record finds its rulebook, or names the places searched: the example of the page, followed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import Ran, canastra

PAGE = (Path(__file__).parents[2] / "docs" / "rulebooks" / "README.md").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page's rulebook, under the page's name for it."""
    (example,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    name = re.search(r"Save it under its id, as `([a-z.-]+)`", PAGE)
    assert name
    (tmp_path / name[1]).write_text(example, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def followed() -> list[Ran]:
    """The page's commands, run one after the other."""
    commands = re.findall(r"^canastra (.*)$", PAGE, re.MULTILINE)
    assert len(commands) == 3
    return [canastra(*each.split()) for each in commands]


def test_the_page_can_be_followed(folder: Path) -> None:
    assert [(ran.status, ran.err) for ran in followed()] == [(0, "")] * 3


def test_a_rulebook_that_is_not_beside_the_record(folder: Path) -> None:
    followed()
    (folder / "buraco-da-ana.toml").rename(folder / "ana.toml")
    for command in (("replay", "casa.canastra"), ("position", "casa.canastra"), ("play", "--resume", "casa.canastra")):
        ran = canastra(*command)
        assert (ran.status, ran.err.count("casa.canastra:2: ")) == (2, 1), command
        assert "buraco-da-ana.toml" in ran.err
        assert "--rulebook" in ran.err
    assert canastra("replay", "casa.canastra", "--json").json["error"]["code"] == "rulebook_not_beside"
    assert canastra("replay", "casa.canastra", "--rulebook", "ana.toml").status == 0


def test_a_house_rulebook_with_a_byte_order_mark(folder: Path) -> None:
    file = folder / "buraco-da-ana.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert [(ran.status, ran.err) for ran in followed()] == [(0, "")] * 3


@pytest.mark.parametrize(
    ("lang", "words"), [("pt", "linha 2: não é TOML: um texto"), ("en", "line 2: not TOML: a text")]
)
def test_what_is_not_toml_is_said_in_the_readers_language(lang: str, words: str, folder: Path) -> None:
    file = folder / "buraco-da-ana.toml"
    file.write_text(file.read_text("utf-8").replace('extends = "buraco"', "extends = buraco"), "utf-8")
    ran = canastra("rules", file, "--lang", lang)
    assert ran.status == 2
    assert f"{file}, {words}" in " ".join(ran.err.split())
