"""The files of a run: written under another name and then renamed, so that no reader sees half a file."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

from canastra.arena.journal import NAME
from canastra.arena.plot import plots
from canastra.arena.results import COLUMNS, deal_rows, decision_times, results
from canastra.arena.run import Run
from canastra.errors import InputError

RESULTS, TIMES, DEALS, PLOT = "results.json", "times.json", "deals.csv", "plot"


def check_folder(folder: Path) -> None:
    """Make the folder of a run if it is missing. Raises `InputError` if it can't be one."""
    if folder.is_dir():
        if not (folder / NAME).is_file() and any(folder.iterdir()):
            raise InputError("arena_other_files", folder=str(folder))
        return
    if folder.exists():
        raise InputError("arena_not_a_folder", folder=str(folder))
    if not folder.parent.is_dir():
        raise InputError("arena_no_parent", folder=str(folder))
    folder.mkdir()


def write_files(folder: Path, run: Run, language: str) -> tuple[dict[str, Any], list[str]]:
    """Write results, times, deals and, if matplotlib is installed, the plot.

    Returns the results and the files' names.
    """
    found = results(run)
    files = {RESULTS: _json(found), TIMES: _json(decision_times(run)), DEALS: _csv(run)}
    files |= {f"{PLOT}.{kind}": data for kind, data in plots(found, language).items()}
    for name, data in files.items():
        _write(folder / name, data)
    return found, list(files)


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


def _csv(run: Run) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(deal_rows(run))
    return text.getvalue().encode()


def _write(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
