"""Names of people and sides: names that look equal are equal, and no name has invisible characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canastra.errors import InputError
from canastra.names import check_name, joint_name, same_name, tidy_text, without_accents

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana   e\tRui\n", "Ana e Rui"),
        ("Ana\u00a0e\u2009Rui\u3000", "Ana e Rui"),
        ("Jose\u0301", "Jos\u00e9"),
        ("A\u200bna\ufeff \u2060Lu\u00adiza", "Ana Luiza"),
        ("\u202aAna\u202c\u200e", "Ana"),
        (f"{FAMILY} e Rui", f"{FAMILY} e Rui"),
        ("\u2764\ufe0f Ana", "\u2764 Ana"),
        ("\U0001f575\U0001f3fd\u200d\u2642\ufe0f", "\U0001f575\U0001f3fd\u200d\u2642"),
        ("A\u200dna\u200c", "Ana"),
    ],
)
def test_a_name_is_kept_in_one_spelling(typed: str, kept: str) -> None:
    assert tidy_text(typed) == kept
    check_name(kept, 80)


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("", "name_missing", ""),
        ("Ana  Rui", "name_untidy", "Ana  Rui"),
        ("Ana\u00a0Rui", "text_unseen", "U+00A0"),
        ("An\u200ba", "text_unseen", "U+200B"),
        ("An\x00a", "text_unseen", "U+0000"),
        ("\u3164", "text_unseen", "U+3164"),
        ("Ana\u202eiuR", "text_unseen", "U+202E"),
        ("\u0301Ana", "text_accents", ""),
        ("A" + "\u0316" * 4, "text_accents", ""),
        ("N" * 81, "name_long", "81"),
        ("\u0410na e Rui", "name_mixed", "\u0410na"),
    ],
)
def test_what_is_no_name_is_refused_with_its_reason(name: str, code: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        check_name(name, 80)
    assert refused.value.code == code
    assert said in refused.value.message("pt")
    assert said in refused.value.message("en")


@pytest.mark.parametrize(
    "name",
    [
        "Ana e \u0410\u043d\u044f",
        "\u0391\u03bd\u03b1",
        "\u738b\u4f1f e Rui",
        "Jo\u00e3o D'\u00c1vila-N\u00fa\u00f1ez Jr.",
    ],
)
def test_names_of_every_alphabet_are_names(name: str) -> None:
    check_name(name, 80)


@given(st.text(max_size=40))
def test_tidying_again_changes_nothing(text: str) -> None:
    assert tidy_text(tidy_text(text)) == tidy_text(text)


def test_twins_are_found_and_others_are_not() -> None:
    twins = [
        "Jos\u00e9 e Rui",
        "JOSE\u0301 E RUI",
        " jos\u00e9  e\u00a0rui ",
        "Jos\u00e9\u200b e Rui",
        "\uff2aos\u00e9 e Rui",
    ]
    assert len({same_name(each) for each in twins}) == 1
    assert same_name("Jose e Rui") != same_name(twins[0])
    assert without_accents("Jose e Rui") == without_accents(twins[0])


def test_a_name_made_of_long_ones_fits() -> None:
    ana, rui = (
        "Ana Maria Aparecida dos Santos Gon\u00e7alves Figueiredo",
        "Rui Augusto de Vasconcelos e Albuquerque Neto",
    )
    assert joint_name((ana, "Bia"), 80) == f"{ana} / Bia"
    assert joint_name((ana, rui), 80) == "Ana Figueiredo / Rui Neto"
    assert joint_name((ana, rui), 20) == "Ana / Rui"
    assert joint_name(("N" * 60, "M" * 60), 80) == f"{'N' * 60} / {'M' * 16}\u2026"
