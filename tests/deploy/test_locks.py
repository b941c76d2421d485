"""The locks in deploy/locks match pyproject.toml, have digests and name no address."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from importlib.metadata import PackageNotFoundError, distribution

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy.proxies import DEPLOY
from tools import notices, supply

ROOT = DEPLOY.parent
LOCKS = DEPLOY / "locks"
HEAD = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = HEAD["project"]["optional-dependencies"]
WANTED = {
    "plain.txt": HEAD["project"]["dependencies"],
    "server.txt": [*HEAD["project"]["dependencies"], *EXTRAS["kernel"], *EXTRAS["prints"], *EXTRAS["tournament"]],
    "cluster.txt": [
        *HEAD["project"]["dependencies"],
        *EXTRAS["kernel"],
        *EXTRAS["prints"],
        *EXTRAS["tournament"],
        *EXTRAS["cluster"],
    ],
    "build.txt": HEAD["build-system"]["requires"],
}
LINE = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+)(?: ; (?P<marker>[^\\]+?))?"
    r"(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n"
)
FILES = sorted(path.name for path in LOCKS.iterdir())


def read(name: str) -> dict[str, list[re.Match[str]]]:
    """Return the packages of a lock and of the locks that it includes. Fails for any other line."""
    text = (LOCKS / name).read_text("utf-8")
    found: dict[str, list[re.Match[str]]] = {}
    place = 0
    while place < len(text):
        line = text[place : text.index("\n", place) + 1]
        if line.startswith("#"):
            place += len(line)
        elif included := re.fullmatch(r"-r (\w+\.txt)\n", line):
            found |= read(included[1])
            place += len(line)
        else:
            package = LINE.match(text, place)
            assert package, f"{name}: {line}"
            found.setdefault(package["name"], []).append(package)
            place = package.end()
    return found


@pytest.mark.parametrize("name", sorted(WANTED))
def test_everything_that_is_asked_for_is_locked_within_its_range(name: str) -> None:
    locked = read(name)
    for each in map(Requirement, WANTED[name]):
        for found in locked[canonicalize_name(each.name)]:
            version = found["version"]
            assert each.specifier.contains(version, prereleases=True), f"make lock: {each} is at {version}"


def test_these_are_all() -> None:
    assert sorted(WANTED) == FILES
    assert {f"{layer}.txt" for layer in [*supply.LAYERS, supply.BUILD]} == WANTED.keys()
    assert all(map(str.isascii, FILES))


@pytest.mark.parametrize("name", FILES)
def test_there_is_no_address_and_every_marker_can_be_read(name: str) -> None:
    assert not re.search(
        r"://|@|--(?!hash=)|^-(?!r )", (LOCKS / name).read_text("utf-8").partition("\n")[2], re.MULTILINE
    )
    for packages in read(name).values():
        markers = [Marker(package["marker"]) for package in packages if package["marker"]]
        assert len(packages) == 1 or len(markers) == len(packages), "of several, each has to say for whom"
        for python in ("3.11", "3.12", "3.13"):
            assert sum(each.evaluate({"python_full_version": f"{python}.2"}) for each in markers) <= 1


def test_a_larger_deployment_has_all_of_a_smaller_one() -> None:
    assert read("plain.txt").keys() < read("server.txt").keys() < read("cluster.txt").keys()


def test_a_line_without_digest_or_with_an_address_is_seen() -> None:
    for line in ("rich==15.0.0\n", "--index-url https://a.example\n", "rich @ https://a.example/rich.whl\n"):
        assert LINE.match(line) is None


class Package:
    """A distribution with some files."""

    version = "1.0"

    def __init__(self, *files: str) -> None:
        self.metadata = defaultdict(str, Name="some", License="MIT")
        self.files = [Said(each) for each in files]


class Said(str):
    """A file of a distribution."""

    def read_text(self, encoding: str) -> str:
        assert encoding == "utf-8"
        return f"the text of {self}\n"


def test_a_package_of_the_image_without_a_licence_is_an_error() -> None:
    whole = notices.notice(Package("some-1.0.dist-info/licenses/LICENSE", "some/license.py"))  # type: ignore[arg-type]
    assert whole.texts == ("the text of some-1.0.dist-info/licenses/LICENSE",)
    assert list(notices.written([whole]))[1:] == ["## some 1.0 (MIT)", *whole.texts]
    with pytest.raises(notices.MissingNoticeError, match=r"some 1\.0"):
        notices.notice(Package("some-1.0.dist-info/METADATA", "some/license.py"))  # type: ignore[arg-type]


def test_every_package_of_a_deployment_that_is_here_has_its_notices() -> None:
    seen = 0
    for name in read("cluster.txt"):
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # For another system or Python.
        seen += 1
        assert len(notices.notice(package).texts[0]) > 100
    assert seen > 40
