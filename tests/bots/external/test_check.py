"""Programs under test: sound ones and others, and the results of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from canastra.bots.external import read_command
from canastra.bots.external.check import CheckConfig, Found, check
from canastra.rulebooks import OFFICIAL, official
from tests.bots.external.programs import command, looping, page_bot

PATIENCE = 60_000


def found(folder: Path, source: str, rulebook_id: str = "canastra-duelo", deals: int = 1, ms: int = PATIENCE) -> Found:
    return check(CheckConfig(read_command(command(folder, source)), deals, seed=5, ms=ms), official(rulebook_id))


def codes(found: Found) -> set[str]:
    return {fault.error.code for fault in found.faults}


@pytest.mark.parametrize("rulebook_id", OFFICIAL)
def test_the_bot_of_the_page_is_sound(rulebook_id: str, tmp_path: Path) -> None:
    result = found(tmp_path, page_bot(), rulebook_id)
    assert (result.sound, result.faults, result.broken, result.deals) == (True, [], None, 1)
    seats = official(rulebook_id).table.players // 2
    assert (len(result.plain), len(result.views_only), len(result.drilled)) == (seats, seats, seats)
    assert len(result.times) == sum(each.asked for each in result.plain)
    assert sum(each.asked - each.answered for each in result.drilled) >= 1


def test_matches_follow_each_other_and_sides_change(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = page_bot().replace(
        "    message = json.loads(line)\n", f"    message = json.loads(line)\n    open({str(log)!r}, 'a').write(line)\n"
    )
    assert found(tmp_path, source, deals=3).deals == 3
    told = log.read_text()
    assert told.count('"type":"match_ended"') == 4  # The drills are a match, too.
    assert {'"seat":0,"ms"', '"seat":1,"ms"'} <= {
        f'"seat":{seat},"ms"' for seat in (0, 1) if f'"seat":{seat},"ms"' in told
    }


def test_one_that_can_not_be_refused_is_not_sound(tmp_path: Path) -> None:
    stubborn = looping("answer(n, legal[0])").replace(
        "json.loads(line)\n", "json.loads(line); assert m['type'] != 'refused'\n"
    )
    result = found(tmp_path, stubborn)
    assert all(each.sound for each in result.plain)
    assert result.broken in result.drilled
    assert not result.sound


def test_one_that_counts_asks_itself_is_not_sound(tmp_path: Path) -> None:
    """It takes the second ask for the first again, since it doesn't look at the number."""
    counting = looping("answer(seen, legal[0])").replace(
        '    if m["type"]', '    seen -= m["type"] == "refused"\n    if m["type"]', 1
    )
    result = found(tmp_path, counting, ms=300)
    assert "program_number" in codes(result)
    assert not result.sound


def test_one_that_needs_events_is_not_sound(tmp_path: Path) -> None:
    """The program sets itself up when a deal begins, but not all parts of the test send that event."""
    needy = looping("answer(n, legal[deal['deal'] * 0])").replace(
        '    elif m["type"] == "ask"',
        '    elif m["type"] == "dealt":\n        deal = m\n    elif m["type"] == "ask"',
        1,
    )
    result = found(tmp_path, needy)
    assert all(each.sound for each in result.plain)
    assert result.broken in result.views_only
    assert any("NameError" in line for line in result.broken.errors)
    assert not result.sound


def test_one_that_can_not_say_goodbye_is_not_sound(tmp_path: Path) -> None:
    result = found(tmp_path, looping("answer(n, legal[0])", bye="sys.exit(3)"))
    assert result.broken is not None
    assert (result.broken.status, result.broken.ended, result.faults) == (3, True, [])
    assert not result.sound


def test_one_that_is_too_slow_is_not_sound(tmp_path: Path) -> None:
    result = found(tmp_path, looping("time.sleep(0.5); answer(n, legal[0])"), ms=10)
    assert codes(result) == {"program_late"}
    assert result.late == len(result.faults)
    assert not result.sound
