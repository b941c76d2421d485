"""Required and contradictory regulations: each fault has its code, its key and a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canastra import messages
from canastra.rulebooks import official
from canastra.tournament.errors import RegulationsError
from canastra.tournament.regulations import (
    EXAMPLES,
    example_regulations,
    parse_regulations,
    point_step,
    regulations_warnings,
    victory_tables,
)
from tests.tournament.days import regulations_text


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_can_be_read(name: str) -> None:
    regulations = parse_regulations(example_regulations(name))
    for warning in regulations_warnings(regulations, victory_tables(regulations)):
        assert warning.code == "regulations_table_unofficial"
        assert warning.message("pt") != warning.message("en")


def test_no_field_has_a_default() -> None:
    """Each line of an example that states a field is needed."""
    text = example_regulations("club-day")
    lines = text.splitlines(keepends=True)
    fields = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]
    assert len(fields) > 50
    for number in fields:
        with pytest.raises(RegulationsError) as refused:
            parse_regulations("".join(lines[:number] + lines[number + 1 :]))
        assert refused.value.key.endswith(lines[number].partition(" =")[0]) or refused.value.key == "penalties"


ONLINE = "[online]" + example_regulations("online-rounds").partition("[online]")[2]

REFUSED: list[tuple[str, str, str, str, str]] = [
    ("club-day", "most = 64", "most = 6", "regulations_least_most", "entries.least"),
    ("club-day", "least = 8", "least = true", "regulations_wrong_value", "entries.least"),
    ("club-day", "minutes = 60", "minutes = -1", "regulations_wrong_value", "encounters.grupo.minutes"),
    ("club-day", 'kind = "pairs"', 'kind = "duplas"', "regulations_no_such_value", "entries.kind"),
    ("club-day", "restart = true", "restart = true\nagain = 1", "regulations_unknown_key", "standings.again"),
    ("club-day", "restart = true", "restart =", "regulations_not_toml", ""),
    ("club-day", "passing = 2 ", "passing = 5 ", "regulations_more_pass", "phases[0].passing"),
    ("club-day", "best_others = 0", "best_others = 5", "regulations_more_pass", "phases[0].passing"),
    ("club-day", "passing = 2 ", "passing = 0 ", "regulations_passing_none", "phases[0].passing"),
    ("club-day", "passing = 0\n", "passing = 2\n", "regulations_passing_last", "phases[1].passing"),
    ("club-day", "number = 0\nsize", "number = 2\nsize", "regulations_number_or_size", "phases[0].number"),
    ("club-day", "number = 0\nsize = 4", "number = 5\nsize = 0", "regulations_groups_small", "phases[0].number"),
    ("club-day", 'encounter = "final"', 'encounter = "fim"', "regulations_no_such_name", "phases[1].encounter"),
    ("club-day", "loss = 0", "loss = 4", "regulations_rewards_losing", "scorings.vitorias.loss"),
    ("club-day", "draw = 1", "draw = 4", "regulations_rewards_losing", "scorings.vitorias.loss"),
    ("club-day", "walkover = [3, 0]", "walkover = [3, 1]", "regulations_rewards_absence", "scorings.vitorias.walkover"),
    ("club-day", "bye = 3", "bye = 4", "regulations_rewards_bye", "scorings.vitorias.bye"),
    ("club-day", "score = [1500, 0]", "score = [0, 1500]", "regulations_award_reversed", "walkover.score"),
    ("club-day", '"points_for", "lot"]', '"points_for"]', "regulations_chain_open", "standings.two"),
    ("club-day", '"points_for", "lot"]', '"lot", "lot"]', "regulations_chain_twice", "standings.two"),
    ("club-day", "warning = 10", "warning = 60", "regulations_warning_late", "encounters.grupo.warning"),
    ("club-day", "minutes = 60", "minutes = 0", "regulations_call_without_limit", "encounters.grupo.at_call"),
    ("club-day", "last_minutes = 0", "last_minutes = 5", "regulations_last_minutes", "encounters.grupo.last_minutes"),
    ("club-rounds", "minutes = 50", "minutes = 0", "regulations_time_without_limit", "encounters.rodada.minutes"),
    ("club-rounds", "number = 0", "number = 1", "regulations_number_of", "encounters.rodada.number"),
    ("italy-mitchell", "target = 0", "target = 2000", "regulations_target_unused", "encounters.tres.target"),
    ("italy-mitchell", "switched = 0", "switched = 3", "regulations_switched", "phases[0].switched"),
    ("howell", "rounds = 7", "rounds = 8", "regulations_no_new_opponents", "phases[0].rounds"),
    ("howell", "most = 40", "most = 41", "regulations_howell_most", "entries.most"),
    ("italy-mitchell", 'table = "twenty', 'table = "thirty', "regulations_no_such_table", "scorings.vp.table"),
    ("italy-danese", 'rematches = "not_last"', 'rematches = "never"', "", ""),
    ("italy-danese", "passing = 16", "passing = 3", "", ""),
    ("italy-danese", 'carry = "none"', 'carry = "points"', "regulations_carry", "phases[0].carry"),
    ("league-evenings", "best = 8", "best = 11", "regulations_best_of_evenings", "phases[0].best"),
    ("individual", 'kind = "players"', 'kind = "pairs"', "regulations_individual", "phases[0].kind"),
    ("club-day", 'seeding = "crossing"', 'seeding = "standing"', "", ""),
    ("online-rounds", "turn = 45 ", "turn = 4 ", "regulations_online_clock", "online.turn"),
    ("online-rounds", "turn = 45 ", "turn = 0 ", "", ""),
    ("online-rounds", "hints = false\n", "", "regulations_missing_key", "online.hints"),
    ("online-rounds", 'talk = "presets"', 'talk = "all"', "regulations_no_such_value", "online.talk"),
    (
        "online-rounds",
        "tolerance_minutes = 10",
        "tolerance_minutes = 0",
        "regulations_online_tolerance",
        "walkover.tolerance_minutes",
    ),
    ("online-rounds", 'kind = "pairs"', 'kind = "teams"', "regulations_online_teams", "entries.kind"),
    ("online-rounds", '"buraco"', '"canastra-duelo"', "regulations_online_players", "rulebook"),
    ("online-rounds", 'kind = "pairs"', 'kind = "players"', "regulations_online_players", "rulebook"),
    (
        "online-rounds",
        '"no_new_deal"\nlast_minutes = 5',
        '"at_once"\nlast_minutes = 0',
        "regulations_online_call",
        "encounters.rodada.at_call",
    ),
    ("online-rounds", '"no_new_deal"\nlast_minutes = 5', '"finish_deal"\nlast_minutes = 0', "", ""),
    ("online-rounds", "number = 1\n", "number = 2\n", "regulations_online_even", "encounters.rodada.number"),
    ("online-rounds", "number = 1\n", "number = 101\n", "regulations_online_matches", "encounters.rodada.number"),
    ("online-rounds", 'packs = "own"', 'packs = "same"', "regulations_same_packs", "encounters.rodada.length"),
    ("club-day", "apart_rounds = 2", "apart_rounds = 2\n" + ONLINE, "", ""),
    ("club-day", "number = 3\n", "number = 4\n", "", ""),
    ("club-rounds", "apart_rounds = 2\n", 'apart_rounds = 2\n\n[clubs]\nbest = 4\norder = "points"\n', "", ""),
    (
        "club-rounds",
        "apart_rounds = 2\n",
        'apart_rounds = 2\n[clubs]\nbest = 21\norder = "points"\n',
        "regulations_wrong_value",
        "clubs.best",
    ),
    (
        "club-rounds",
        "apart_rounds = 2\n",
        'apart_rounds = 2\n[clubs]\nbest = 4\norder = "sum"\n',
        "regulations_no_such_value",
        "clubs.order",
    ),
    (
        "club-day",
        "apart_rounds = 2\n",
        'apart_rounds = 2\n[clubs]\nbest = 4\norder = "points"\n',
        "regulations_clubs_points",
        "clubs.order",
    ),
    ("club-day", "apart_rounds = 2\n", 'apart_rounds = 2\n[clubs]\nbest = 4\norder = "places"\n', "", ""),
]


@pytest.mark.parametrize(("example", "before", "after", "code", "key"), REFUSED)
def test_what_cannot_be_is_refused_with_its_key(example: str, before: str, after: str, code: str, key: str) -> None:
    text = regulations_text(example, (before, after))
    if not code:
        parse_regulations(text)
        return
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(text)
    assert (refused.value.code, refused.value.key) == (code, key)
    for language in messages.LANGUAGES:
        assert not key or key in refused.value.message(language)


def test_a_knockout_alone_is_drawn() -> None:
    groups = example_regulations("club-day").split("[[phases]]")
    alone = "[[phases]]".join((groups[0], groups[2]))
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(alone)
    assert (refused.value.code, refused.value.key) == ("regulations_no_standing", "phases[0].seeding")
    parse_regulations(alone.replace('"crossing"', '"draw"'))


def test_more_rounds_than_opponents() -> None:
    text = regulations_text(
        "italy-danese", ('"not_last"', '"never"'), ("rounds = 3\nrematches", "rounds = 16\nrematches")
    )
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(text)
    assert (refused.value.code, refused.value.key) == ("regulations_no_new_opponents", "phases[1].rounds")


OWN = """[victory_tables.nossa]
official = false
about = "da casa"
bands = [[0, 40, 10, 10], [50, 90, 12, 8], [100, 190, 15, 5]]
above = [20, 0]
"""


@pytest.mark.parametrize(
    ("before", "after", "code", "where"),
    [
        ("[50, 90", "[60, 90", "regulations_table_hole", "bands[1]"),
        ("[50, 90", "[40, 90", "regulations_table_hole", "bands[1]"),
        ("[0, 40", "[10, 40", "regulations_table_hole", "bands[0]"),
        ("[100, 190", "[100, 80", "regulations_table_hole", "bands[2]"),
        ("12, 8", "9, 8", "regulations_table_falls", "bands[1]"),
        ("12, 8", "12, 11", "regulations_table_falls", "bands[1]"),
        ("[20, 0]", "[14, 0]", "regulations_table_falls", "above"),
    ],
)
def test_a_table_of_victory_points_covers_every_multiple_of_the_step(
    before: str, after: str, code: str, where: str
) -> None:
    whole = regulations_text("italy-mitchell", ("[victory_tables]\n", OWN), ("twenty-shared-3", "nossa"))
    parse_regulations(whole)
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(whole.replace(before, after))
    assert (refused.value.code, refused.value.key) == (code, f"victory_tables.nossa.{where}")


def test_a_finer_rulebook_finds_holes_that_a_coarser_one_has_not() -> None:
    """Between 40 and 50 there is 45 where points go by five."""
    text = regulations_text("italy-mitchell", ("[victory_tables]\n", OWN), ("twenty-shared-3", "nossa"))
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(text.replace('rulebook = "buraco"', 'rulebook = "canastra-regional"'))
    assert refused.value.figures["points"] == 45


@pytest.mark.parametrize(
    "rulebook", ["canastra-regional", "canastra-curinguinha", "tranca", "buraco", "canastra-duelo"]
)
def test_the_tables_of_the_package_fit_every_official_rulebook(rulebook: str) -> None:
    for name in ("italy-mitchell", "italy-danese"):
        parse_regulations(regulations_text(name, ('rulebook = "buraco"', f'rulebook = "{rulebook}"')))
    assert point_step(official(rulebook)) == (5 if rulebook.startswith("canastra-c") or "regional" in rulebook else 10)


def warned(text: str) -> set[tuple[str, str]]:
    regulations = parse_regulations(text)
    return {(each.code, each.key) for each in regulations_warnings(regulations, victory_tables(regulations))}


def test_a_chain_by_which_scoring_may_cost_a_place_is_warned_of() -> None:
    text = regulations_text("club-day", ('more = ["difference_among"', 'more = ["conceded", "difference_among"'))
    assert warned(text) == {("regulations_not_monotone_chain", "standings.more")}
    assert warned(text.replace("restart = true", "restart = false")) == set()


def test_points_that_move_alone_are_warned_of() -> None:
    """With a draw worth as much as a win, one side falls where the other does not rise."""
    assert warned(regulations_text("club-day", ("draw = 1", "draw = 3"))) == {
        ("regulations_not_monotone_points", "standings.two"),
        ("regulations_not_monotone_points", "standings.more"),
    }


def test_too_many_rounds_for_the_fewest_entries_are_warned_of() -> None:
    text = regulations_text("club-rounds", ("rounds = 5", "rounds = 7"))
    assert warned(text) == {("regulations_rematches_needed", "phases[0].rounds")}


def test_a_large_file_is_not_read() -> None:
    with pytest.raises(RegulationsError) as refused:
        parse_regulations("#" * 70_000)
    assert refused.value.code == "regulations_too_large"


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ('length = "best_of"\nnumber = 3', 'length = "exactly"\nnumber = 3', "phases[1].level"),
        ('length = "best_of"\nnumber = 3', 'length = "deals"\nnumber = 3', "phases[1].level"),
    ],
)
def test_a_knockout_online_plays_on_only_where_it_can(before: str, after: str, key: str) -> None:
    """A table of the server ends with its last match or deal, level or not."""
    text = regulations_text("club-day", ("apart_rounds = 2", f"apart_rounds = 2\n{ONLINE}"))
    parse_regulations(text)
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(text.replace(before, after))
    assert (refused.value.code, refused.value.key) == ("regulations_online_level", key)
    parse_regulations(text.replace(before, after).replace('level = "play_on"', 'level = "better_seed"'))


@pytest.mark.parametrize(
    ("before", "after", "code", "key"),
    [
        ("target = 0 ", "target = 2000 ", "regulations_online_target", "encounters.rodada.target"),
        ('"best_of"\nnumber = 1', '"deals"\nnumber = 2', "regulations_online_single_deal", "encounters.rodada.length"),
        ('"best_of"\nnumber = 1', '"time"\nnumber = 0', "regulations_online_single_deal", "encounters.rodada.length"),
    ],
)
def test_a_match_of_one_deal_goes_to_no_target(before: str, after: str, code: str, key: str) -> None:
    buraco = official("buraco")
    single = replace(buraco, match=replace(buraco.match, target=0))
    text = example_regulations("online-rounds")
    parse_regulations(text, single)
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(text.replace(before, after), single)
    assert (refused.value.code, refused.value.key) == (code, key)


@pytest.mark.parametrize("sign", ["\u202e", "\x1b[31m", "\u200b", "\u3164"])
@pytest.mark.parametrize(
    ("line", "key"), [('name = "Jogos do clube"', "name"), ('article = "Congresso Técnico, 7"', "penalties.article")]
)
def test_texts_with_signs_that_are_not_seen_are_refused(sign: str, line: str, key: str) -> None:
    """Walls, lists and terminals show these texts: one of them could turn a line round, or colour a terminal."""
    text = example_regulations("club-day")
    assert line in text
    hostile = line[:-1] + sign.replace("\x1b", "\\u001b") + '"'
    with pytest.raises(RegulationsError) as refused:
        parse_regulations(text.replace(line, hostile))
    assert (refused.value.code, refused.value.key) == ("regulations_unseen", key)
