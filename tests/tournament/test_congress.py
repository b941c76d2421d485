"""What a congress must state, and how it can contradict itself: each is refused with its code, its key and a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canastra import messages
from canastra.rulebooks import official
from canastra.tournament.congress import (
    EXAMPLES,
    congress_warnings,
    example_congress,
    parse_congress,
    point_step,
    victory_tables,
)
from canastra.tournament.errors import CongressError
from tests.tournament.days import congress_text


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_congress(name: str) -> None:
    congress = parse_congress(example_congress(name))
    for warning in congress_warnings(congress, victory_tables(congress)):
        assert warning.code == "congress_table_unofficial"
        assert warning.message("pt") != warning.message("en")


def test_no_field_has_a_default() -> None:
    """Each line of an example that states a field is needed."""
    text = example_congress("club-day")
    lines = text.splitlines(keepends=True)
    fields = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    assert len(fields) > 50
    for number in fields:
        with pytest.raises(CongressError) as refused:
            parse_congress("".join(lines[:number] + lines[number + 1 :]))
        assert refused.value.key.endswith(lines[number].partition(" =")[0]) or refused.value.key == "penalties"


ONLINE = "[online]" + example_congress("online-rounds").partition("[online]")[2]

REFUSED: list[tuple[str, str, str, str, str]] = [
    ("club-day", "most = 64", "most = 6", "congress_least_most", "entries.least"),
    ("club-day", "least = 8", "least = true", "congress_wrong_value", "entries.least"),
    ("club-day", "minutes = 60", "minutes = -1", "congress_wrong_value", "encounters.grupo.minutes"),
    ("club-day", 'kind = "pairs"', 'kind = "duplas"', "congress_no_such_value", "entries.kind"),
    ("club-day", "restart = true", "restart = true\nagain = 1", "congress_unknown_key", "standings.again"),
    ("club-day", "restart = true", "restart =", "congress_not_toml", ""),
    ("club-day", "passing = 2 ", "passing = 5 ", "congress_more_pass", "phases[0].passing"),
    ("club-day", "best_others = 0", "best_others = 5", "congress_more_pass", "phases[0].passing"),
    ("club-day", "passing = 2 ", "passing = 0 ", "congress_passing_none", "phases[0].passing"),
    ("club-day", "passing = 0\n", "passing = 2\n", "congress_passing_last", "phases[1].passing"),
    ("club-day", "number = 0\nsize", "number = 2\nsize", "congress_number_or_size", "phases[0].number"),
    ("club-day", "number = 0\nsize = 4", "number = 5\nsize = 0", "congress_groups_small", "phases[0].number"),
    ("club-day", 'encounter = "final"', 'encounter = "fim"', "congress_no_such_name", "phases[1].encounter"),
    ("club-day", "loss = 0", "loss = 4", "congress_rewards_losing", "scorings.vitorias.loss"),
    ("club-day", "draw = 1", "draw = 4", "congress_rewards_losing", "scorings.vitorias.loss"),
    ("club-day", "walkover = [3, 0]", "walkover = [3, 1]", "congress_rewards_absence", "scorings.vitorias.walkover"),
    ("club-day", "bye = 3", "bye = 4", "congress_rewards_bye", "scorings.vitorias.bye"),
    ("club-day", "score = [1500, 0]", "score = [0, 1500]", "congress_award_reversed", "walkover.score"),
    ("club-day", '"points_for", "lot"]', '"points_for"]', "congress_chain_open", "standings.two"),
    ("club-day", '"points_for", "lot"]', '"lot", "lot"]', "congress_chain_twice", "standings.two"),
    ("club-day", "warning = 10", "warning = 60", "congress_warning_late", "encounters.grupo.warning"),
    ("club-day", "minutes = 60", "minutes = 0", "congress_call_without_limit", "encounters.grupo.at_call"),
    ("club-day", "last_minutes = 0", "last_minutes = 5", "congress_last_minutes", "encounters.grupo.last_minutes"),
    ("club-rounds", "minutes = 50", "minutes = 0", "congress_time_without_limit", "encounters.rodada.minutes"),
    ("club-rounds", "number = 0", "number = 1", "congress_number_of", "encounters.rodada.number"),
    ("italy-mitchell", "target = 0", "target = 2000", "congress_target_unused", "encounters.quatro.target"),
    ("italy-mitchell", 'table = "twenty', 'table = "thirty', "congress_no_such_table", "scorings.vp.table"),
    ("italy-danese", 'rematches = "not_last"', 'rematches = "never"', "", ""),
    ("italy-danese", "passing = 16", "passing = 3", "", ""),
    ("italy-danese", 'carry = "none"', 'carry = "points"', "congress_carry", "phases[0].carry"),
    ("league-evenings", "best = 8", "best = 11", "congress_best_of_evenings", "phases[0].best"),
    ("individual", 'kind = "players"', 'kind = "pairs"', "congress_individual", "phases[0].kind"),
    ("club-day", 'seeding = "crossing"', 'seeding = "standing"', "", ""),
    ("online-rounds", "turn = 45 ", "turn = 4 ", "congress_online_clock", "online.turn"),
    ("online-rounds", "turn = 45 ", "turn = 0 ", "", ""),
    ("online-rounds", "hints = false\n", "", "congress_missing_key", "online.hints"),
    ("online-rounds", 'talk = "presets"', 'talk = "all"', "congress_no_such_value", "online.talk"),
    (
        "online-rounds",
        "tolerance_minutes = 10",
        "tolerance_minutes = 0",
        "congress_online_tolerance",
        "walkover.tolerance_minutes",
    ),
    ("online-rounds", 'kind = "pairs"', 'kind = "teams"', "congress_online_teams", "entries.kind"),
    ("online-rounds", '"buraco"', '"canastra-duelo"', "congress_online_players", "rulebook"),
    ("online-rounds", 'kind = "pairs"', 'kind = "players"', "congress_online_players", "rulebook"),
    (
        "online-rounds",
        '"no_new_deal"\nlast_minutes = 5',
        '"at_once"\nlast_minutes = 0',
        "congress_online_call",
        "encounters.rodada.at_call",
    ),
    ("online-rounds", '"no_new_deal"\nlast_minutes = 5', '"finish_deal"\nlast_minutes = 0', "", ""),
    ("online-rounds", "number = 1\n", "number = 2\n", "congress_online_even", "encounters.rodada.number"),
    ("online-rounds", "number = 1\n", "number = 101\n", "congress_online_matches", "encounters.rodada.number"),
    ("online-rounds", 'packs = "own"', 'packs = "same"', "congress_same_packs", "encounters.rodada.length"),
    ("club-day", "apart_rounds = 2", "apart_rounds = 2\n" + ONLINE, "", ""),
    ("club-day", "number = 3\n", "number = 4\n", "", ""),
]


@pytest.mark.parametrize(("example", "before", "after", "code", "key"), REFUSED)
def test_what_cannot_be_is_refused_with_its_key(example: str, before: str, after: str, code: str, key: str) -> None:
    text = congress_text(example, (before, after))
    if not code:
        parse_congress(text)
        return
    with pytest.raises(CongressError) as refused:
        parse_congress(text)
    assert (refused.value.code, refused.value.key) == (code, key)
    for language in messages.LANGUAGES:
        assert not key or key in refused.value.message(language)


def test_a_knockout_alone_is_drawn() -> None:
    groups = example_congress("club-day").split("[[phases]]")
    alone = "[[phases]]".join((groups[0], groups[2]))
    with pytest.raises(CongressError) as refused:
        parse_congress(alone)
    assert (refused.value.code, refused.value.key) == ("congress_no_standing", "phases[0].seeding")
    parse_congress(alone.replace('"crossing"', '"draw"'))


def test_more_rounds_than_opponents() -> None:
    text = congress_text("italy-danese", ('"not_last"', '"never"'), ("rounds = 3\nrematches", "rounds = 16\nrematches"))
    with pytest.raises(CongressError) as refused:
        parse_congress(text)
    assert (refused.value.code, refused.value.key) == ("congress_no_new_opponents", "phases[1].rounds")


OWN = """[victory_tables.nossa]
official = false
about = "da casa"
bands = [[0, 40, 10, 10], [50, 90, 12, 8], [100, 190, 15, 5]]
above = [20, 0]
"""


@pytest.mark.parametrize(
    ("before", "after", "code", "where"),
    [
        ("[50, 90", "[60, 90", "congress_table_hole", "bands[1]"),
        ("[50, 90", "[40, 90", "congress_table_hole", "bands[1]"),
        ("[0, 40", "[10, 40", "congress_table_hole", "bands[0]"),
        ("[100, 190", "[100, 80", "congress_table_hole", "bands[2]"),
        ("12, 8", "9, 8", "congress_table_falls", "bands[1]"),
        ("12, 8", "12, 11", "congress_table_falls", "bands[1]"),
        ("[20, 0]", "[14, 0]", "congress_table_falls", "above"),
    ],
)
def test_a_table_of_victory_points_covers_every_multiple_of_the_step(
    before: str, after: str, code: str, where: str
) -> None:
    whole = congress_text("italy-mitchell", ("[victory_tables]\n", OWN), ("twenty-shared-4", "nossa"))
    parse_congress(whole)
    with pytest.raises(CongressError) as refused:
        parse_congress(whole.replace(before, after))
    assert (refused.value.code, refused.value.key) == (code, f"victory_tables.nossa.{where}")


def test_a_finer_rulebook_finds_holes_that_a_coarser_one_has_not() -> None:
    """Between 40 and 50 there is 45 where points go by five."""
    text = congress_text("italy-mitchell", ("[victory_tables]\n", OWN), ("twenty-shared-4", "nossa"))
    with pytest.raises(CongressError) as refused:
        parse_congress(text.replace('rulebook = "buraco"', 'rulebook = "canastra-regional"'))
    assert refused.value.figures["points"] == 45


@pytest.mark.parametrize(
    "rulebook", ["canastra-regional", "canastra-curinguinha", "tranca", "buraco", "canastra-duelo"]
)
def test_the_tables_of_the_package_fit_every_official_rulebook(rulebook: str) -> None:
    for name in ("italy-mitchell", "italy-danese"):
        parse_congress(congress_text(name, ('rulebook = "buraco"', f'rulebook = "{rulebook}"')))
    assert point_step(official(rulebook)) == (5 if rulebook.startswith("canastra-c") or "regional" in rulebook else 10)


def warned(text: str) -> set[tuple[str, str]]:
    congress = parse_congress(text)
    return {(each.code, each.key) for each in congress_warnings(congress, victory_tables(congress))}


def test_a_chain_by_which_scoring_may_cost_a_place_is_warned_of() -> None:
    text = congress_text("club-day", ('more = ["difference_among"', 'more = ["conceded", "difference_among"'))
    assert warned(text) == {("congress_not_monotone_chain", "standings.more")}
    assert warned(text.replace("restart = true", "restart = false")) == set()


def test_points_that_move_alone_are_warned_of() -> None:
    """With a draw worth as much as a win, one side falls where the other does not rise."""
    assert warned(congress_text("club-day", ("draw = 1", "draw = 3"))) == {
        ("congress_not_monotone_points", "standings.two"),
        ("congress_not_monotone_points", "standings.more"),
    }


def test_too_many_rounds_for_the_fewest_entries_are_warned_of() -> None:
    text = congress_text("club-rounds", ("rounds = 5", "rounds = 7"))
    assert warned(text) == {("congress_rematches_needed", "phases[0].rounds")}


def test_a_large_file_is_not_read() -> None:
    with pytest.raises(CongressError) as refused:
        parse_congress("#" * 70_000)
    assert refused.value.code == "congress_too_large"


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ('length = "best_of"\nnumber = 3', 'length = "exactly"\nnumber = 3', "phases[1].level"),
        ('length = "best_of"\nnumber = 3', 'length = "deals"\nnumber = 3', "phases[1].level"),
    ],
)
def test_a_knockout_online_plays_on_only_where_it_can(before: str, after: str, key: str) -> None:
    """A table of the server ends with its last match or deal, level or not."""
    text = congress_text("club-day", ("apart_rounds = 2", f"apart_rounds = 2\n{ONLINE}"))
    parse_congress(text)
    with pytest.raises(CongressError) as refused:
        parse_congress(text.replace(before, after))
    assert (refused.value.code, refused.value.key) == ("congress_online_level", key)
    parse_congress(text.replace(before, after).replace('level = "play_on"', 'level = "better_seed"'))


@pytest.mark.parametrize(
    ("before", "after", "code", "key"),
    [
        ("target = 0 ", "target = 2000 ", "congress_online_target", "encounters.rodada.target"),
        ('"best_of"\nnumber = 1', '"deals"\nnumber = 2', "congress_online_single_deal", "encounters.rodada.length"),
        ('"best_of"\nnumber = 1', '"time"\nnumber = 0', "congress_online_single_deal", "encounters.rodada.length"),
    ],
)
def test_a_match_of_one_deal_goes_to_no_target(before: str, after: str, code: str, key: str) -> None:
    buraco = official("buraco")
    single = replace(buraco, match=replace(buraco.match, target=0))
    text = example_congress("online-rounds")
    parse_congress(text, single)
    with pytest.raises(CongressError) as refused:
        parse_congress(text.replace(before, after), single)
    assert (refused.value.code, refused.value.key) == (code, key)
