"""How plainly the project writes: no room has more sentences in the net than its ceiling, and ceilings only fall."""

from __future__ import annotations

import doctest

import pytest

from tools import prose


def test_no_room_has_more_than_its_ceiling() -> None:
    ceilings, rooms = prose.ceilings(), prose.counted()
    assert {room: caught for room, (caught, _) in rooms.items() if caught > ceilings.get(room, 0)} == {}


def test_no_ceiling_is_higher_than_needed() -> None:
    """When this fails: python -m tools.prose --shrink."""
    rooms = prose.counted()
    assert {room for room, most in prose.ceilings().items() if room not in rooms or rooms[room][0] < most} == set()


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        (
            "a.py",
            '"""What is kept."""\nx = 1  # nobody asks\n# so\n# many',
            ["What is kept.", "nobody asks", "so many"],
        ),
        ("a.ts", "/** Whoever\n * asks. */\nlet a = 'http://x'; // by now", ["Whoever asks.", "by now"]),
        ("a.md", "Nobody asks here. The client asks.\n\n```\nnobody\n```\n", ["Nobody asks here."]),
        ("en.toml", '[a]\nb = "Whoever asks"\nc = "the client asks"', ["Whoever asks"]),
        ("Makefile", "a: b # nobody waits", ["nobody waits"]),
    ],
)
def test_every_kind_of_file_is_read(path: str, text: str, found: list[str]) -> None:
    assert [each for each in prose.READERS[prose.suffix(path)](text) if prose.is_caught(each)] == found


@pytest.mark.parametrize("text", ["The hash of a token.", "What does it cost?", "More than one room", "no more than 3"])
def test_plain_sentences_are_not_caught(text: str) -> None:
    assert not prose.is_caught(text)


def test_examples_of_the_tool() -> None:
    assert doctest.testmod(prose).failed == 0
