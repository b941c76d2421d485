"""`canastra arena`: bots against bots on duplicate deals."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from canastra.arena import BackendKind, FaultPolicy, require
from canastra.cli.command import AsJson, command, option, rulebook_option
from canastra.cli.error_output import report
from canastra.cli.exits import EXIT_BROKEN_RULE, EXIT_INTERRUPTED, EXIT_OK
from canastra.cli.language import Language
from canastra.cli.output import new_table, print_table, progress, write_error, write_json, write_line
from canastra.errors import InputError
from canastra.messages import text

if TYPE_CHECKING:
    from canastra.arena.chunks import Chunk
    from canastra.arena.config import RunConfig
    from canastra.arena.journal import Journal
    from canastra.arena.programs import ProgramOptions
    from canastra.arena.run import Run


FAULTY = EXIT_BROKEN_RULE
"""Exit status where faults of programs were counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ArenaOptions:
    """Options of `canastra arena`."""

    bots: Annotated[str, option(metavar="metavar_entrants", help="option_arena_bots")]
    rulebook: Annotated[str, rulebook_option()]
    pairs: Annotated[int, option(min=1, max=10**6, metavar="N", help="option_arena_pairs")]
    seed: Annotated[int | None, option(metavar="N", help="option_arena_seed")] = None
    out: Annotated[Path | None, option(metavar="metavar_folder", help="option_arena_out")] = None
    gauntlet: Annotated[bool, option("--gauntlet", help="option_arena_gauntlet")] = False
    mixed: Annotated[bool, option("--mixed", help="option_arena_mixed")] = False
    sprt: Annotated[str | None, option(metavar="metavar_bounds", help="option_arena_sprt")] = None
    backend: Annotated[BackendKind | None, option(metavar="|".join(BackendKind), help="option_arena_backend")] = None
    workers: Annotated[int | None, option(min=1, max=1024, metavar="N", help="option_arena_workers")] = None
    ray: Annotated[str | None, option(metavar="metavar_address", help="option_arena_ray")] = None
    time: Annotated[int | None, option(min=1, metavar="MS", help="option_arena_time")] = None
    """Milliseconds that a program has for a decision."""
    faults: Annotated[FaultPolicy, option(metavar="|".join(FaultPolicy), help="option_arena_faults")] = FaultPolicy.STOP
    as_json: AsJson = False


def run_arena(options: ArenaOptions, language: Language) -> int:
    """Play what is left, write and show the results, return the exit status."""
    begun = False
    try:
        require()
        run, journal = _prepared(options)
        begun = True
        _play(run, journal, options, language)
        status = _show(run, options, language)
    except InputError as error:
        status = report(error, language, options.as_json)
    except OSError as error:
        if options.out is None:
            raise
        reason = str(error.strerror or error)
        status = report(
            InputError("arena_unwritable", folder=str(options.out), reason=reason), language, options.as_json
        )
    except KeyboardInterrupt:
        write_error(text("arena_interrupted", language))
        status = EXIT_INTERRUPTED
    else:
        return status
    if begun and not options.as_json:
        write_error(_what_is_kept(options, language))
    return status


COMMAND = command(ArenaOptions, run_arena)


def _what_is_kept(options: ArenaOptions, language: Language) -> str:
    if options.out is None:
        return text("arena_lost", language)
    return text("arena_go_on", language, folder=str(options.out))


def _prepared(options: ArenaOptions) -> tuple[Run, Journal | None]:
    """Return the run with the results already in its folder. Raises InputError for invalid options."""
    from canastra.arena.files import check_folder
    from canastra.arena.journal import open_journal
    from canastra.arena.run import Run

    if options.ray is not None and options.backend not in (None, BackendKind.RAY):
        raise InputError("arena_ray_backend", backend=options.backend)
    config = _config(options)
    if options.out is None:
        return Run(config, options.pairs), None
    check_folder(options.out)
    journal = open_journal(options.out, config)
    return Run(config, options.pairs, journal.chunks), journal


def _config(options: ArenaOptions) -> RunConfig:
    from canastra.arena.config import RunConfig
    from canastra.arena.entrants import local_sources, read_entrants
    from canastra.arena.journal import seed_of
    from canastra.arena.programs import introduced
    from canastra.arena.statistics.sprt import read_bounds
    from canastra.rulebooks import load

    entrants = read_entrants(options.bots, options.mixed)
    rulebook = load(options.rulebook)
    terms = _terms(options, any(entrant.has_program for entrant in entrants))
    bounds = None if options.sprt is None else read_bounds(options.sprt)
    seed = options.seed
    if seed is None and options.out is not None:
        seed = seed_of(options.out)
    seed = Random().randrange(10**9) if seed is None else seed
    RunConfig(entrants, rulebook, seed, bounds)  # Reports invalid options before a program starts.
    entrants = introduced(entrants, rulebook, terms.ms)
    return RunConfig(entrants, rulebook, seed, bounds, options.gauntlet, terms, local_sources(entrants))


def _terms(options: ArenaOptions, has_programs: bool) -> ProgramOptions:
    """The limits for programs. Raises InputError for options of programs without a program."""
    from canastra.arena.programs import USUAL, ProgramOptions

    given = {"--time": options.time is not None, "--faults": options.faults is not FaultPolicy.STOP}
    if any(given.values()) and not has_programs:
        raise InputError("arena_no_program", option=next(name for name, there in given.items() if there))
    return ProgramOptions(options.time or USUAL.ms, options.faults is FaultPolicy.COUNT)


def _play(run: Run, journal: Journal | None, options: ArenaOptions, language: Language) -> None:
    """Play the remaining deals and store each chunk when it is finished."""
    from canastra.arena.backends import open_backend
    from canastra.arena.run import play

    if run.finished:
        return
    kind = options.backend or (BackendKind.PROCESSES if options.ray is None else BackendKind.RAY)
    with (
        progress(text("arena_progress", language)) as told,
        open_backend(kind, options.workers, options.ray) as backend,
    ):
        told(*run.progress)

        def gathered(chunk: Chunk) -> None:
            if journal:
                journal.add(chunk)
            told(*run.progress)

        play(run, backend, gathered)


def _show(run: Run, options: ArenaOptions, language: Language) -> int:
    """Write the files that were asked for, then the results for programs or for people. Returns the exit status."""
    from canastra.arena.files import write_files
    from canastra.arena.plot import can_plot
    from canastra.arena.results import decision_times, results
    from canastra.cli.arena import print_results

    names: list[str] = []
    if options.out is None:
        found = results(run)
    else:
        found, names = write_files(options.out, run, language)
    times = decision_times(run)
    faulty = any(row["faults"] for row in found["faults"])
    if options.as_json:
        write_json({**found, "decision_times": times})
        return FAULTY if faulty else EXIT_OK
    print_results(found, times, language)
    if options.out is not None:
        write_line(text("arena_files", language, folder=str(options.out), names=", ".join(names)))
        if not can_plot():
            write_line(text("arena_no_plot", language))
    if faulty:
        write_error(text("arena_faulty", language))
    return FAULTY if faulty else EXIT_OK


def print_results(found: dict[str, Any], times: dict[str, dict[str, Any]], language: Language) -> None:
    """Ratings, meetings and decision times."""
    asked = found["question"]
    names = {"rulebook": asked["rulebook"]["id"], "pairs": asked["pairs"], "seed": asked["seed"]}
    write_line(text("arena_done", language, **names))
    _print(language, ("entrant", "rating", "low", "high"), [_rating(row) for row in found["ratings"]])
    columns = ["meeting", "pairs", "points", "margin", "pairs_won", "deals_won"]
    if asked["sprt"]:
        columns.append("test")
    _print(language, columns, [_meeting(meeting, language) for meeting in found["meetings"]])
    rows = [
        [name, str(duration["decisions"]), *(_time(duration[key]) for key in _QUANTILES)]
        for name, duration in times.items()
    ]
    _print(language, ("bot", "decisions", *_QUANTILES), rows)
    _print_programs(found["faults"], times, language)


def _print_programs(faults: list[dict[str, Any]], times: dict[str, dict[str, Any]], language: Language) -> None:
    """Print the faults of entrants with programs, and how long programs took to start."""
    if not faults:
        return
    columns = ("faults", "late", "stood_in", "deals", "spoilt")
    _print(
        language, ("entrant", *columns), [[fault["entrant"], *(str(fault[key]) for key in columns)] for fault in faults]
    )
    started = {name: duration for name, duration in times.items() if "starts" in duration}
    rows = [
        [name, str(duration["starts"]), _time(duration["median_start"]), _time(duration["longest_start"])]
        for name, duration in started.items()
    ]
    if rows:
        _print(language, ("program", "starts", "median", "longest"), rows)


_QUANTILES = ("median", "p95", "longest")


def _print(language: Language, columns: list[str] | tuple[str, ...], rows: list[list[str]]) -> None:
    table = new_table()
    for place, name in enumerate(columns):
        table.add_column(text(f"arena_{name}", language), justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    print_table(table)


def _rating(row: dict[str, Any]) -> list[str]:
    return [row["entrant"], *(_signed(row[key]) for key in ("mean", "low", "high"))]


def _meeting(each: dict[str, Any], language: Language) -> list[str]:
    first, second = each["entrants"]
    points = each["points_per_deal"]
    row = [text("arena_between", language, first=first, second=second), str(each["pairs"])]
    row += [_signed(points["mean"]), _margin(points)]
    row += [f"{each[key]['share']:.1%}" for key in ("pairs_won", "deals_won")]
    if "sprt" in each:
        row.append(each["sprt"]["accepted"] or text("arena_test_open", language))
    return row


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.1f}"


def _margin(points: dict[str, float | None]) -> str:
    """Half the width of the interval, which is symmetrical about its mean."""
    low, high = points["low"], points["high"]
    return "–" if low is None or high is None else f"{(high - low) / 2:.1f}"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.3g} ms"
