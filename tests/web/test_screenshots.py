"""The tool for pictures says what it can't take, before it takes any."""

from __future__ import annotations

import pytest

from tools.screenshots import SCREENS, main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such"], "no-such"),
        (["start", "no-such"], "no-such"),
        (["--size", "abc"], "390x844"),
        (["--size", "0x0"], "0x0"),
    ],
)
def test_what_can_not_be_taken(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert words in capsys.readouterr().err


def test_help_lists_the_screens(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert set(SCREENS) <= set(capsys.readouterr().out.split())
