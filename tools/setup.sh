#!/bin/sh
# Makes .venv with the package (editable) and its development tools; quick and without network once that is done.
#
# The stamp .venv/.installed holds what the environment was made from: this folder (scripts and the editable install
# know it by its absolute path) and pyproject.toml as far as its first [tool...]. A change rebuilds it; one that works
# is kept, whatever python3 is today. PYTHON=... names the interpreter of a new one. The browser client is built into the
# package whenever its sources changed.
set -eu
cd "$(dirname "$0")/.."

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

    echo "setup: making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
    # The browser client is built below, with the Node of this environment: the build of the package need not fetch one.
    CANASTRA_WEB=later .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
    echo "$wanted" >.venv/.installed
}

wanted=$(pwd; sed '/^\[tool\./,$d' pyproject.toml | cksum)
if [ "$wanted" != "$(cat .venv/.installed 2>/dev/null)" ] || ! .venv/bin/python -c 'import canastra, pytest, typer' 2>/dev/null; then
    make_environment
fi
.venv/bin/python -m tools.web_build
