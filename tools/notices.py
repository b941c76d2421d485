"""`python -m tools.notices PYTHON`: the licences of all packages in an environment, as one text.

The image includes it (deploy/Containerfile): passing an image on also passes on its packages, whose licences require
their notices. The notices of the page's packages are in licencas.txt, which its build writes. Uses the standard library
only, so that it runs without other packages.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from typing import NamedTuple

_FILE = re.compile(r"(?:^|/)(?:licen[cs]e|copying|notice|ofl)[^/]*$", re.IGNORECASE)


class MissingNoticeError(Exception):
    """A package comes without the text of its licence."""


class Notice(NamedTuple):
    """The notice that a package requires."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


def notice(package: Distribution) -> Notice:
    """The licence of a package and its texts. Raises `MissingNoticeError` without a text."""
    meta = package.metadata
    files = [file for file in package.files or () if ".dist-info/" in str(file) and _FILE.search(str(file))]
    texts = tuple(dict.fromkeys(file.read_text("utf-8").strip() for file in sorted(files, key=str)))
    if not any(texts):
        raise MissingNoticeError(f"{meta['Name']} {package.version} has no licence file in its .dist-info folder")
    licence = meta["License-Expression"] or meta["License"] or ""
    return Notice(meta["Name"], package.version, licence.partition("\n")[0][:60], texts)


def written(notices: Iterable[Notice]) -> Iterator[str]:
    """The notices as paragraphs, by name."""
    yield "# Licences of the packages in this environment"
    for package in sorted(notices, key=lambda found: found.name.lower()):
        yield f"## {package.name} {package.version}" + (f" ({package.licence})" if package.licence else "")
        yield from package.texts


def of_environment(paths: list[str] | None = None) -> str:
    """The text for the packages on some paths, by default this interpreter's. Raises `MissingNoticeError`."""
    found = distributions() if paths is None else distributions(path=paths)
    packages = {
        distribution.metadata["Name"]: distribution
        for distribution in found
        if distribution.metadata["Name"] != "canastra"
    }
    return "\n\n".join(written(map(notice, packages.values()))) + "\n"


def main(arguments: list[str]) -> int:
    """Write the notices of the environment of a Python to standard output."""
    python = arguments[0] if arguments else sys.executable
    asked = subprocess.run(
        [python, "-c", "import json, sys; print(json.dumps(sys.path[1:]))"], capture_output=True, text=True, check=True
    )
    try:
        sys.stdout.write(of_environment(json.loads(asked.stdout)))
    except MissingNoticeError as error:
        print(f"notices: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
