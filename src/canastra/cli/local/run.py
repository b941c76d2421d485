"""A match against bots in the terminal, from the first question to the last."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from canastra import bots
from canastra.cli.error_output import report, report_rule
from canastra.cli.exits import EXIT_BROKEN_PIPE, EXIT_HUNG_UP, EXIT_INPUT, EXIT_INTERRUPTED
from canastra.cli.language import Language
from canastra.cli.local.encounter import asked_matches, awaits_match, best_of_record, next_file, next_match
from canastra.cli.local.game import Game
from canastra.cli.local.local_bots import check, prepare
from canastra.cli.local.match import LocalMatch, LocalTerms, new_match, resume_match
from canastra.cli.local.match_file import SUFFIX, MatchFile, load_match, new_file, resume_command
from canastra.cli.output import write_error
from canastra.cli.play_options import RULEBOOK, PlayOptions
from canastra.cli.ui.pace import Pace
from canastra.cli.ui.terminal import ClosedError, GoneError, StopError, Terminal, mute, watched
from canastra.engine import NextDealer
from canastra.errors import InputError, RulebookError
from canastra.messages import LANGUAGES, text
from canastra.records import RecordRuleError, Seats
from canastra.rulebooks import load
from canastra.rulebooks.schema import Rulebook
from canastra.table.seats import bot_name

_LONGEST_NAME = 24
USUAL = "avancado" if "avancado" in bots.LEVELS else "greedy"
"""The strongest level that is ready at once."""


def run_local(options: PlayOptions, language: Language) -> int:
    """Play until the person stops. Returns the exit status.

    It is 0, 1 for a record against the rules, 2 for malformed input or a bot that failed, 130 after Ctrl-C.
    """
    terminal = Terminal()
    if options.pace is not None:
        terminal.pace = Pace(options.pace)
    with ExitStack() as after:
        return _run(options, language, terminal, after)


def _run(options: PlayOptions, language: Language, terminal: Terminal, after: ExitStack) -> int:
    """As `run_local`. Pushes the final clean-up onto `after`."""
    game = None
    try:
        with watched():
            made = _resume(options, language, terminal) if options.resume else _begin(options, language, terminal)
            if isinstance(made, int):
                return made
            game = made
            after.callback(game.match.close)
            prepare(game.match.seats.bots, terminal, language)
            while True:
                game.open()
                game.play()
                made = _following(options, language, game, terminal)
                if isinstance(made, int):
                    return made
                after.close()
                game = made
                after.callback(game.match.close)
    except InputError as error:
        return _stopped(game, terminal, report(error, language, as_json=False))
    except StopError:
        return _stopped(game, terminal, 0 if game and game.saved else 1)
    except KeyboardInterrupt:
        return _stopped(game, terminal, EXIT_INTERRUPTED)
    except ClosedError:
        return _stopped(game, terminal, 0)
    except GoneError as gone:
        closed = getattr(signal, "SIGHUP", None) == gone.signal_number
        return 128 + gone.signal_number if closed else _stopped(game, terminal, 128 + gone.signal_number)
    except BrokenPipeError:
        mute()
        return EXIT_BROKEN_PIPE
    except OSError:
        # The terminal is gone, without a signal: no output would be seen.
        mute()
        return EXIT_HUNG_UP


def _stopped(game: Game | None, terminal: Terminal, status: int) -> int:
    """Say where the match lies and how to go on; every action is in the file already."""
    try:
        if game is None:
            terminal.say("")
        else:
            game.farewell()
    except (OSError, KeyboardInterrupt):
        mute()
    return status


def _begin(options: PlayOptions, language: Language, terminal: Terminal) -> Game | int:
    try:
        rulebook = load(options.rulebook or RULEBOOK)
    except RulebookError as error:
        return report(error, language, as_json=False, file=options.rulebook or RULEBOOK)
    try:
        check(options.level or USUAL)
    except InputError as error:
        return report(error, language, as_json=False)
    path = options.file or new_file(Path())
    if path.exists():
        return _exists(options, language, path)
    return _new_game(options, language, rulebook, path, terminal)


def _exists(options: PlayOptions, language: Language, path: Path) -> int:
    """Refuse to overwrite another match."""
    command = resume_command(path, options.rulebook or RULEBOOK, language, options.level)
    write_error(text("play_file_exists", language, file=str(path), command=command))
    return EXIT_INPUT


def _new_game(options: PlayOptions, language: Language, rulebook: Rulebook, path: Path, terminal: Terminal) -> Game:
    level = options.level or USUAL
    names = _names(options, level, language, rulebook)
    following = NextDealer(options.next_dealer or NextDealer.NEXT_SEAT)
    encounter = None if options.best_of is None else best_of_record(options.best_of, path)
    terms = LocalTerms(encounter, following, options.lot, options.undo)
    match = new_match(rulebook, names, options.seed, level, terms)
    _call_you(match, language)
    file = MatchFile(path, options.rulebook or RULEBOOK, language, options.level)
    return Game(match, terminal, file, language, new=True)


def _following(options: PlayOptions, language: Language, game: Game, terminal: Terminal) -> Game | int:
    """The next game after a match: the encounter's next, else another one if the person wants; or the exit status."""
    match = game.match
    if not awaits_match(match):
        return _next(options, language, game, terminal) if game.another() else 0
    game.await_next_match()
    path, has_begun = next_file(game.file.path, match, options.rulebook or RULEBOOK)
    if has_begun:
        again = PlayOptions(rulebook=options.rulebook, level=options.level, resume=path)
        return _resume(again, language, terminal)
    file = MatchFile(path, options.rulebook or RULEBOOK, language, options.level)
    return Game(next_match(match), terminal, file, language, new=True)


def _next(options: PlayOptions, language: Language, game: Game, terminal: Terminal) -> Game:
    """Another match of the same game, or another encounter, in a file of its own."""
    path = game.file.path
    path = new_file(path.parent if path.suffix == SUFFIX else Path())
    again = None if options.seed is None else options.seed + 1
    seats, base = game.match.seats, game.match.base
    level, name = seats.bots[seats.person - 1], base.players[seats.person]
    fresh = replace(options, name=name, seed=again, level=level, file=path, resume=None)
    fresh = replace(fresh, next_dealer=base.next_dealer.value, best_of=asked_matches(base), lot=base.seats is Seats.LOT)
    return _new_game(fresh, language, base.rulebook, path, terminal)


def _resume(options: PlayOptions, language: Language, terminal: Terminal) -> Game | int:
    path = options.resume
    assert path is not None
    try:
        if options.level is not None:
            check(options.level)
        record = load_match(path, options.rulebook or RULEBOOK)
        # Never overwrite the record of a referee or a server.
        own = "play" in (record.x or {})
        kept = options.file or (path if own else new_file(path.parent))
        if kept.exists() and kept.resolve() != path.resolve():
            return _exists(options, language, kept)
        file = MatchFile(kept, options.rulebook or RULEBOOK, language, options.level)
        try:
            match = resume_match(record, options.level)
        except RecordRuleError as error:
            return report_rule(error, record, language, file=str(path))
    except InputError as error:
        return report(error, language, as_json=False, file=str(path))
    if kept != path:
        terminal.say(text("play_not_ours" if not own else "play_copied", language, file=str(path)))
    _say_ignored(options, language, match, terminal)
    _call_you(match, language)
    return Game(match, terminal, file, language)


def _say_ignored(options: PlayOptions, language: Language, match: LocalMatch, terminal: Terminal) -> None:
    """Say which of the other options do not fit the match that goes on, and so change nothing."""
    base, seats = match.base, match.seats
    known: dict[str, object] = {"rulebook": base.rulebook.id, "name": base.players[seats.person]}
    known |= {"seed": seats.seed, "next-dealer": base.next_dealer, "best-of": asked_matches(base)}
    given: dict[str, object] = {"rulebook": options.rulebook, "name": options.name}
    given |= {"seed": options.seed, "next-dealer": options.next_dealer, "best-of": options.best_of}
    if options.rulebook is not None and Path(options.rulebook).is_file():
        given["rulebook"] = load(options.rulebook).id
    if options.lot and base.seats is not Seats.LOT:
        given["lot"], known["lot"] = True, False
    ignored = [f"--{name}" for name, value in given.items() if value not in (None, known[name])]
    if ignored:
        terminal.say(text("play_resume_options", language, options=", ".join(ignored)))


def _call_you(match: LocalMatch, lang: str) -> None:
    """Call a person who gave no name "you" on the screen; the record has a name that reads well elsewhere."""
    if match.names[match.seats.person] in {text("play_player", language) for language in LANGUAGES}:
        match.call_person(text("play_you", lang))


def _names(options: PlayOptions, level: str, language: Language, rulebook: Rulebook) -> tuple[str, ...]:
    """The person's name and the bots', all different."""
    own = "".join(char for char in options.name or "" if char.isprintable()).strip()[:_LONGEST_NAME]
    own = own or text("play_player", language)
    others = [bot_name(level, seat) for seat in range(1, rulebook.table.players)]
    # A bot with the person's own name gets the bot name of the person's seat instead.
    return (own, *(bot_name(level, 0) if name.casefold() == own.casefold() else name for name in others))
