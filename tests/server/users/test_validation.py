"""Names, labels, logins, passwords: the accepted ones, their stored forms, and the refused ones."""

from __future__ import annotations

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from canastra.server.users import UsersError, validation
from canastra.server.users.validation import COMMON
from canastra.table.handlers.seats import is_name

TEXTS = st.text(max_size=60) | st.text("aÀ̀\u200b\u202e\ufe0f\t 😀İſK-._9", max_size=30)


def code(error: pytest.ExceptionInfo[UsersError]) -> tuple[str, int]:
    return error.value.code, error.value.status


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana Luiza\n", "Ana Luiza"),
        ("Jose\u0301", "José"),
        ("<b>Ana</b> & 'co'", "<b>Ana</b> & 'co'"),
        ("Ana ❤\ufe0f", "Ana ❤"),
        ("x" * 24, "x" * 24),
        ("e\u0301" * 24, "é" * 24),
        ("李", "李"),
        ("ดี๋", "ดี๋"),
    ],
)
def test_names_that_are_taken(typed: str, kept: str) -> None:
    assert validation.name(typed) == kept


IMITATING = [
    *("mestre 4", "greedy 2", "Mestre 4", "MESTRE  4", "mestre4", "mestre nº 4", "méstre 4", "search 1", "random 3"),
    *("Robô 3", "robo 3", "Bot 3", "bot-3", "robot 3", "intermediário 2", "avançado 1"),
    *("Dona Iara", "dona iara", "DONA  ÍARA", "Seu Zé", "seu ze", "Vô Chico", "Vo Chico"),
    *("ｍｅｓｔｒｅ ４", "𝐦𝐞𝐬𝐭𝐫𝐞 𝟒", "mestre ④", "mestre ٤", "Mestre #4", "mestre (4)"),
]
MIXED = ["\u0391na", "An\u0430", "\u041cestre 4", "B\u0456a", "\u0396\u0430", "mestr\u0435 4", "\u13aana"]


@pytest.mark.parametrize("typed", IMITATING)
def test_names_of_bots_are_not_for_people(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.name(typed)
    assert code(caught) == ("users_name_bot", 400)
    assert caught.value.message("pt") != caught.value.message("en")


@pytest.mark.parametrize(
    "typed", ["admin", "ADMIN", "Moderador", "Módéradora", "ａｄｍｉｎ", "a d m i n", "Canastra", "Suporte"]
)
def test_names_of_those_who_look_after_the_server_are_not_for_people(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.name(typed)
    assert code(caught) == ("users_name_office", 400)


def test_letters_of_another_width_or_style_are_kept_in_their_usual_form() -> None:
    assert {validation.name(each) for each in ("Ana", "Ａna", "𝐀na", "𝓐𝓷𝓪")} == {"Ana"}
    assert validation.name("M.ª João") == "M.ª João"
    assert validation.name("Administração da Ana") == "Administração da Ana"


@pytest.mark.parametrize("typed", MIXED)
def test_letters_that_look_like_those_of_another_alphabet_are_not_mixed_in(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.name(typed)
    assert code(caught) == ("users_name_mixed", 400)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "Mestre",
            "Mestre Zé",
            "Iara",
            "Zé",
            "Dona Maria",
            "Tia",
            "Botafogo 4",
            "Robson 3",
            "Ana 4",
            "Roberto 1",
            "Bia 2000",
            "Greedy",
            "4 mestres",
        ),
        *(
            "Анна",
            "Αννα",
            "Ольга 7",
            "שרה",
            "سارة",
            "李 Ana",
            "山田はな",
            "김 Bia",
            "Ngọc Ánh",
            "Łukasz",
            "Zoë ❤",
            "José",
        ),
    ],
)
def test_names_of_people_are_taken_in_every_alphabet(typed: str) -> None:
    assert validation.name(typed) == typed


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "\n", "x" * 25, "x" * 100_000, "\ufe0f"),
        *("a\nb", "a\tb", "a\x00b", "a\x1bb", "a\x7fb", "a\x85b", "a\u2028b"),  # control
        *("a\u202eb", "a\u2066b", "a\u200fb", "a\u061cb"),  # direction
        *("a\u200bb", "a\u200db", "a\u2060b", "a\ufeffb", "a\u00adb"),  # of no width
        *("\u3164", "a\u115fb", "\u2800", "a\u034fb", "a\U000e0041b", "a\U000e0100"),  # unseen
        *("a\u00a0b", "a\ud800", "a\ue000b", "a\uffff"),
        *("\u0301a", "a\u0316\u0316\u0316\u0316"),  # accents on nothing, and a tower of them
    ],
)
@pytest.mark.limit("name")
def test_names_that_are_refused(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.name(typed)
    assert code(caught) == ("users_name", 400)
    assert "24" in caught.value.message("pt")


@given(TEXTS)
@example("\u0958" * 12)  # Its NFC is longer.
def test_a_name_that_is_kept_is_fit_to_be_read(typed: str) -> None:
    with suppress(UsersError):
        kept = validation.name(typed)
        assert validation.name(kept) == kept
        assert is_name(kept)
        assert 1 <= len(kept) <= 24
        assert unicodedata.is_normalized("NFC", kept)
        assert not {unicodedata.category(char) for char in kept} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.limit("label")
def test_a_label_may_be_longer() -> None:
    assert validation.label(" casa " + "x" * 35) == "casa " + "x" * 35
    with pytest.raises(UsersError) as caught:
        validation.label("x" * 41)
    assert code(caught) == ("users_label", 400)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "ana"),
        ("ANA.Luiza_2-x", "ana.luiza_2-x"),
        ("Ｊｏａ\u0303ｏ", "joão"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ΣΑΣ", "σασ"),
        ("K\u212aK", "kkk"),
        ("x" * 40, "x" * 40),
        ("ﬃ", "ffi"),
        ("ℂab", "cab"),
        ("\u0390ab", "\u0390ab"),
    ],
)
def test_logins_that_are_taken(typed: str, kept: str) -> None:
    assert validation.login(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ab",
        "x" * 41,
        "x" * 100_000,
        "a b",
        "ana ",
        "a@b.c",
        "a/b",
        "anа\u200b",
        "a\u0316bc",
        "a\ud800bc",
        "aⅧ½",
        "a\u1160bc",
        "ab\u0f33",
    ],
)
@pytest.mark.limit("login")
def test_logins_that_are_refused(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.login(typed)
    assert code(caught) == ("users_login", 400)


@given(TEXTS)
def test_a_login_is_the_same_however_it_is_typed(typed: str) -> None:
    kept = validation.folded(typed)
    if kept is not None:
        assert 3 <= len(kept) <= 40
        assert validation.folded(kept) == kept
        assert validation.folded(typed.swapcase().casefold()) == validation.folded(kept.swapcase().casefold())
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert validation.folded(unicodedata.normalize(form, typed)) == kept
        assert all(char in "._-" or char.isalnum() for char in kept)


@pytest.mark.parametrize("typed", ["x1y2z3w4", "        ", "a\nb\x00cdefg", "x7" * 128, "😀😁😂🤣😃😄😅😆"])
def test_passwords_that_are_taken(typed: str) -> None:
    assert validation.password(typed, "ana") == typed


def test_every_keyboard_types_the_same_password() -> None:
    assert validation.password("acentua\u0303o", "ana") == validation.password("acentuão", "ana") == "acentuão"


@pytest.mark.parametrize("typed", ["", "x1y2z3w", "e\u0301" * 7, "x" * 257, "x" * 100_000, "xxxxxxx\ud800"])
@pytest.mark.limit("password")
def test_passwords_of_a_wrong_length_are_refused(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.password(typed, "ana")
    assert code(caught) == ("users_password", 400)


@pytest.mark.parametrize("typed", ["12345678", "Senha123", "QWERTYUIOP", "ａｎａ.ｌｕｉｚａ", "Ana.Luiza", "Flamengo"])
def test_passwords_that_everybody_tries_are_refused(typed: str) -> None:
    with pytest.raises(UsersError) as caught:
        validation.password(typed, "ana.luiza")
    assert code(caught) == ("users_password_common", 400)


def test_the_list_of_common_passwords_is_short_and_of_use() -> None:
    assert 100 < len(COMMON) < 1_000
    for each in COMMON:
        assert len(each) >= validation.SHORTEST_PASSWORD
        assert each == unicodedata.normalize("NFKC", each.casefold())
