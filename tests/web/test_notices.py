"""licencas.txt: the notices of all packages whose code is in the page."""

from __future__ import annotations

import json
import re

import pytest

from tools import web_build

WEB = web_build.ROOT / "web"
MODULES = WEB / "node_modules"
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"]((?:@[\w-]+/)?[a-z][\w.-]*)(?:/[^'"]*)?['"]""")


@pytest.fixture(scope="module")
def noticed() -> dict[str, str]:
    """The text that follows each package's name."""
    web_build.build(web_build.ROOT)
    text = (web_build.built(web_build.ROOT) / "licencas.txt").read_text("utf-8")
    parts = re.split(r"^## (\S+) - (\S+) \(.+\)$", text, flags=re.MULTILINE)[1:]
    return {f"{name}@{version}": each for name, version, each in zip(parts[::3], parts[1::3], parts[2::3], strict=True)}


def imported() -> set[str]:
    """The packages that the client's own sources name, besides what only types or tests need."""
    found = set()
    for path in (WEB / "src").rglob("*"):
        if path.suffix in {".ts", ".svelte"} and not path.name.endswith((".test.ts", "testSetup.ts", "testHelpers.ts")):
            text = re.sub(r"^\s*import type .*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
            found |= set(IMPORT.findall(text))
    return {each for each in found if (MODULES / each).is_dir()}


def test_every_package_in_the_page_has_its_licence_whole(noticed: dict[str, str]) -> None:
    assert {"svelte", "smol-toml", "uqr", "@noble/hashes"} <= imported()
    for name in imported():
        version = json.loads((MODULES / name / "package.json").read_text("utf-8"))["version"]
        (licence,) = [each for each in (MODULES / name).iterdir() if re.match("licen[cs]e", each.name, re.IGNORECASE)]
        assert noticed[f"{name}@{version}"].strip() == licence.read_text("utf-8").strip()


def test_none_of_them_lacks_a_text(noticed: dict[str, str]) -> None:
    for name, text in noticed.items():
        assert "copyright" in text.lower(), f"{name} has no licence file: find its notice and add it"
        assert len(text) > 500


def test_the_page_names_it() -> None:
    assert '<link rel="license" href="licencas.txt" />' in (WEB / "index.html").read_text("utf-8")
