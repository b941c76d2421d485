"""Free text is stored as one line that hides nothing and reverses no text."""

from __future__ import annotations

from contextlib import suppress
from unicodedata import category, is_normalized

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.server.chat import LONGEST, ChatError, clean
from canastra.server.storage.store import check_text

NASTY = "".join(map(chr, [0, 7, 9, 10, 13, 27, 0x85, 0xA0, 0xAD, 0x61C, 0x180E, 0x200B, 0x200D, 0x200E, 0x202E]))
NASTY += "".join(map(chr, [0x2028, 0x2066, 0x2069, 0x2800, 0x3164, 0xD800, 0xE000, 0xFDD0, 0xFEFF, 0xFFFF, 0xE0041]))
TEXTS = st.text(st.sampled_from(NASTY + "ae\u0301\u0327\u212b\u1100\u1161 <&\"'👩") | st.characters(), max_size=300)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  bom   jogo \n", "bom jogo"),
        ("uma\nlinha\t\rsó", "uma linha só"),
        ("pa\u0301", "pá"),
        ("abc\u202edef\u2066", "abcdef"),
        ("a\u200bb\x00c\x1b[31m", "abc[31m"),
        ("a \u202e b", "a b"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\ud800b\uffff\ufdd0", "ab"),
        ("x" * LONGEST, "x" * LONGEST),
        ("e\u0301" * LONGEST, "é" * LONGEST),
        ("?", "?"),
    ],
)
def test_what_is_kept(said: str, kept: str) -> None:
    assert clean(said) == kept


@pytest.mark.parametrize(
    "markup",
    [
        "<script>alert('oi')</script>",
        '<img src=x onerror="x">',
        "&lt;b&gt; &amp;",
        "[red]oi[/red] **oi** {n} %s",
        "javascript:void(0)",
    ],
)
def test_markup_is_text_like_any_other(markup: str) -> None:
    assert clean(markup) == markup


@pytest.mark.parametrize("said", ["", "  ", "\n\t", "\u202e\u2066", "\u200d", "\u0301", "\u3164\u2800 \u115f\ufe0f"])
def test_a_line_of_which_nothing_is_seen_is_refused(said: str) -> None:
    with pytest.raises(ChatError) as caught:
        clean(said)
    assert caught.value.code == "chat_empty"


@pytest.mark.limit("line")
def test_a_line_is_at_most_200_characters_as_kept() -> None:
    with pytest.raises(ChatError) as caught:
        clean("x" * (LONGEST + 1))
    assert (caught.value.code, caught.value.figures) == ("chat_too_long", {"most": 200})
    assert clean("x" * LONGEST + "\u202e" * 50 + "  ") == "x" * LONGEST


@given(TEXTS)
def test_whatever_was_said_what_is_kept_is_clean(said: str) -> None:
    with suppress(ChatError):
        check(clean(said))


def check(kept: str) -> None:
    assert 1 <= len(kept) <= LONGEST
    assert kept == kept.strip()
    assert is_normalized("NFC", kept)
    assert {category(char) for char in kept.replace("\u200d", "")}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
    assert not set(kept) & {"\u00a0", "\u2003"}
    assert "  " not in kept
    assert clean(kept) == kept
    check_text(kept)
