"""The log: cut after any line it loads, with one byte changed it is refused with the line."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from canastra.tournament import EventLogError, dump_log, fold, load_log
from canastra.tournament import events as ev
from tests.tournament.days import Day, regulations_text


@pytest.fixture(scope="module")
def day() -> Day:
    """A short morning: eight pairs, a round of their groups, a correction and a decision."""
    day = Day(regulations_text("club-day"), sides=8)
    day.begin(1, (1, 2, 3, 4), (5, 6, 7, 8))
    day.draft(1, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    day.open(1, 1)
    for table in (1, 2, 3):
        day.paper(1, 1, table, (3000, 1000 + 100 * table))
    day.add(ev.ResultDecided(1, 1, 4, ev.WalkoverResult((1,)), "Congresso, 4", "não compareceu em quinze minutos"))
    day.add(ev.ResultCorrected(1, 1, 1, ev.PlayedResult(((2990, 3010),)), "as colunas estavam trocadas: 🂡 à vista"))
    day.add(ev.RoundClosed(1, 1))
    return day


def test_what_is_written_is_read(day: Day) -> None:
    assert load_log(dump_log(day.log)) == tuple(day.log)
    assert fold(day.regulations, day.log) == day.state


def test_cut_after_any_line_it_is_a_log(day: Day) -> None:
    content = dump_log(day.log)
    ends = [0, *(place + 1 for place, byte in enumerate(content) if byte == ord("\n"))]
    assert len(ends) == len(day.log) + 1
    for lines, end in enumerate(ends):
        assert load_log(content[:end]) == tuple(day.log[:lines])
        assert fold(day.regulations, day.log[:lines]).lines == lines


def test_a_line_that_was_not_written_to_its_end_is_named(day: Day) -> None:
    content = dump_log(day.log)
    with pytest.raises(EventLogError) as refused:
        load_log(content[:-1])
    assert (refused.value.code, refused.value.line) == ("events_torn", len(day.log))


def test_with_one_byte_changed_the_line_is_named(day: Day) -> None:
    """Any byte, to any other; a byte that ends or joins lines names one of the two."""
    content, rng = dump_log(day.log), random.Random(14)
    places = [*range(0, len(content), 97), len(content) - 1, content.index(b"\n"), *range(200)]
    for place in places:
        other = rng.choice([byte for byte in range(256) if byte != content[place]])
        changed = content[:place] + bytes([other]) + content[place + 1 :]
        line = content[:place].count(b"\n") + 1
        with pytest.raises(EventLogError) as refused:
            load_log(changed)
        assert refused.value.line == line


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [*lines[:3], *lines[4:]], 4),
        (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], 4),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: lines[1:], 1),
        (lambda lines: [lines[0].replace(b'"by":', b'"by" :'), *lines[1:]], 1),
        (lambda lines: [lines[0], b"", *lines[1:]], 2),
        (lambda lines: [lines[0], b"\xff\xfe", *lines[1:]], 2),
        (lambda lines: [lines[0], b"[" * 100_000, *lines[1:]], 2),
        (lambda lines: [lines[0], b'"' + b"x" * 300_000 + b'"', *lines[1:]], 2),
    ],
    ids=["gone", "exchanged", "twice", "first", "spaced", "empty", "bytes", "deep", "long"],
)
def test_lines_that_are_gone_exchanged_or_no_events(day: Day, change, line: int) -> None:  # type: ignore[no-untyped-def]
    lines = dump_log(day.log).split(b"\n")
    with pytest.raises(EventLogError) as refused:
        load_log(b"\n".join(change(lines)))
    assert refused.value.line == line
    assert f"linha {line} " in refused.value.message("pt")


def test_a_second_program_can_check_the_digests(day: Day) -> None:
    """Computed as docs/tournaments.md describes it, with SHA-256 and JSON only."""
    before = "0" * 64
    for line in dump_log(day.log).splitlines():
        body, _, rest = line.rpartition(b',"digest":"')
        digest = hashlib.sha256(body).hexdigest()
        assert rest == digest.encode() + b'"}'
        assert json.loads(line)["before"] == before
        before = digest


def test_an_event_that_could_not_happen_names_its_line(day: Day) -> None:
    """The log has right digests, and publishes a round that was never drafted."""
    from canastra.tournament import log_event

    lines = list(day.log)
    lines.append(log_event(ev.RoundPublished(1, 7), "Ana", 0, lines))
    assert load_log(dump_log(lines)) == tuple(lines)
    with pytest.raises(EventLogError) as refused:
        fold(day.regulations, lines)
    assert (refused.value.code, refused.value.line) == ("events_refused", len(lines))
