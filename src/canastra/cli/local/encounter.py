"""The encounter in the terminal: how it stands, and its next match in a file of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from canastra.cli.local.match_file import load_match, new_file
from canastra.cli.local.session import Drawn, Session, begun
from canastra.engine import Encounter, Length
from canastra.errors import CanastraError
from canastra.messages import text
from canastra.records import EncounterRecord, Record


def best_of(matches: int, file: Path) -> EncounterRecord:
    """A new encounter, named like the file of its first match."""
    name = "".join(char for char in file.stem if char.isprintable()).strip()
    return EncounterRecord(Encounter(matches), name or None)


def asked_matches(record: Record) -> int | None:
    """What ``--best-of`` was for a record's match; None where it is of no such encounter."""
    before = record.encounter.before if record.encounter else None
    return before.matches if before and before.length is Length.BEST_OF else None


def encounter_now(session: Session) -> Encounter | None:
    """The encounter, after this match if it is over; None for a match of no encounter."""
    part = session.base.encounter
    if part is None:
        return None
    return part.before.add(session.match.winner) if session.match.finished else part.before


def awaits_match(session: Session) -> bool:
    """Whether the match is over and its encounter is not."""
    encounter = encounter_now(session)
    return session.match.finished and encounter is not None and not encounter.finished


def opening_line(session: Session, lang: str) -> str | None:
    """Which match of the encounter this one is; None for a match of no encounter."""
    part = session.base.encounter
    if part is None:
        return None
    figures = _won(part.before, session.person % 2)
    code = f"play_encounter_{part.before.length}"
    return text(code, lang, matches=part.before.matches, match=part.match, **figures)


def standing_line(session: Session, lang: str) -> str | None:
    """How the encounter stands after the match, or who won it; None for a match of no encounter."""
    encounter, own = encounter_now(session), session.person % 2
    if encounter is None:
        return None
    if not encounter.finished:
        figures = _won(encounter, own)
        return text(f"online_encounter_{encounter.length}", lang, matches=encounter.matches, **figures)
    if encounter.winner is None:
        return text("online_encounter_drawn", lang, **_won(encounter, own))
    names = [name for seat, name in enumerate(session.seating.names) if seat % 2 == encounter.winner]
    figures = _won(encounter, encounter.winner)
    if len(names) == 1:
        return text("play_encounter_won", lang, names=names[0], **figures)
    return text("play_encounter_won_pair", lang, names=text("play_and", lang, one=names[0], two=names[1]), **figures)


def _won(encounter: Encounter, side: int) -> dict[str, int]:
    return {"one": encounter.won[side], "other": encounter.won[1 - side]}


def next_match(session: Session) -> tuple[Session, tuple[Drawn, ...]]:
    """The encounter's next match, not yet begun, and the cards drawn for its first dealer."""
    seating = session.seating
    following = replace(seating, seed=None if seating.seed is None else seating.seed + 1)
    after, drawn = begun(_next_record(session), following)
    after.may_undo = session.may_undo
    return after, drawn


def _next_record(session: Session) -> Record:
    """What the record of the next match says: the people, the terms, where it is played."""
    base, part, now = session.base, session.base.encounter, encounter_now(session)
    assert part is not None
    assert now is not None
    about = {name: words for name, words in base.about.items() if name in {"event", "place"}}
    terms = Record(base.rulebook, base.players, target=base.target, about=about)
    after = EncounterRecord(now, part.id)
    return replace(terms, encounter=after, seats=base.seats, next_dealer=base.next_dealer)


def next_file(file: Path, session: Session, rulebook: str) -> tuple[Path, bool]:
    """Where the next match of the encounter is kept, and whether it has begun there already.

    That is NAME-2 after NAME and NAME-3 after NAME-2; a new name of another kind where something else has it.
    `rulebook` as in `load_match`.
    """
    following = _next_record(session)
    part = following.encounter
    assert part is not None
    stem = file.stem.removesuffix(f"-{part.match - 1}") if part.match > 2 else file.stem
    path = file.with_name(f"{stem}-{part.match}{file.suffix}")
    if not path.exists():
        return path, False
    try:
        found = load_match(path, rulebook)
    except CanastraError:
        return new_file(file.parent), False
    if (found.encounter, found.players, found.rulebook) == (part, following.players, following.rulebook):
        return path, True
    return new_file(file.parent), False
