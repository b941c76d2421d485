"""Standings, groups and the bracket of a tournament in printed form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from canastra.messages import number_text, text
from canastra.prints.bracket import KnockoutTie
from canastra.prints.event.rounds import encounter_remark, printed_scores, printed_side, side_word
from canastra.prints.exports import ExportTable
from canastra.prints.standings import NO_RANKINGS, PlacedSide, PrintedCategory, PrintedClub, PrintedGroup, Rankings
from canastra.tournament import Tournament
from canastra.tournament.encounters import settled
from canastra.tournament.pairing import Origin, Part, Tie, TieSource, tie_outcomes
from canastra.tournament.progression import (
    category_standings,
    club_standings,
    final_standings,
    going_on,
    has_places,
)
from canastra.tournament.standings import (
    ClubStanding,
    Standing,
    Value,
    group_letters,
    knockout_progress,
    reason_for_place,
    value_text,
)

FIGURES = ("played", "won", "drawn", "lost", "points", "difference")


def figure_names(language: str) -> tuple[str, ...]:
    """The heads of the columns of figures."""
    return tuple(text(f"print_figure_{name}", language) for name in FIGURES)


def placed_groups(tournament: Tournament, phase: int, language: str) -> tuple[tuple[PlacedSide, ...], ...]:
    """The standings of each group of a phase, with the reason for each place and the sides that go on."""
    terms, standings = tournament.regulations.phases[phase - 1], final_standings(tournament, phase)
    begun = has_places(tournament, phase)
    on = going_on(tournament, phase) if terms.passing and begun else frozenset()
    # A reason names up to three other sides: with whole names it would be the longest cell.
    names = {number: printed_side(tournament, number).label(2) for number in tournament.sides}
    placed = (
        tuple(_placed(tournament, standing, standing.side in on, names, language) for standing in group)
        for group in standings
    )
    return tuple(group if begun else tuple(replace(side, place="–", reason="") for side in group) for group in placed)


def rankings(tournament: Tournament, language: str) -> Rankings:
    """The standings of categories and of clubs, as far as there are any; empty before the first result."""
    if tournament.current is None or not has_places(tournament, tournament.current.number):
        return NO_RANKINGS
    categories = tuple(
        PrintedCategory(
            standing.category,
            tuple(
                PlacedSide(
                    _place(one.place, language), printed_side(tournament, one.side), (_place(one.overall, language),)
                )
                for one in standing.places
            ),
        )
        for standing in category_standings(tournament)
    )
    terms = tournament.regulations.clubs
    if terms is None:
        return Rankings(categories)
    clubs = tuple(_club(tournament, standing, language) for standing in club_standings(tournament))
    how = text(f"standings_clubs_{terms.order}", language, best=terms.best)
    return Rankings(categories, clubs, text(f"print_club_{terms.order}", language), how)


def _club(tournament: Tournament, club: ClubStanding, language: str) -> PrintedClub:
    terms = tournament.regulations.clubs
    assert terms is not None
    counted = (
        f"{printed_side(tournament, side.side).label(2)} ({_added(side.adds, terms.order, language)})"
        for side in club.counted
    )
    count = len(club.counted)
    short = [text("print_counted_of", language, count=count, best=terms.best)] if count < terms.best else []
    words = " · ".join([" + ".join(counted), *short])
    return PrintedClub(_place(club.place, language), club.club, number_text(club.total, language), words)


def _added(figure: int, order: str, language: str) -> str:
    return _place(figure, language) if order == "places" else number_text(figure, language)


def _place(place: int, language: str) -> str:
    return text("print_place_number", language, place=place)


def _placed(
    tournament: Tournament, standing: Standing, goes_on: bool, names: Mapping[int, str], language: str
) -> PlacedSide:
    figures = tuple(value_text(total, language) for total in _totals(standing))
    place = _place(standing.place, language)
    return PlacedSide(
        place, printed_side(tournament, standing.side), figures, reason_for_place(standing, names, language), goes_on
    )


def _totals(standing: Standing) -> tuple[Value, ...]:
    own = standing.totals
    lost = own.encounters - own.wins - own.draws
    return own.encounters, own.wins, own.draws, lost, own.points, own.scored - own.conceded


def _figures(standing: Standing) -> tuple[int | float, ...]:
    """The figures for a spreadsheet."""
    return tuple(
        round(float(total), 2) if isinstance(total, Fraction) and total.denominator != 1 else int(total)
        for total in _totals(standing)
    )


def printed_groups(tournament: Tournament, phase: int, language: str) -> tuple[PrintedGroup, ...]:
    """The groups of a phase by their standings, with the result of each meeting."""
    name = tournament.regulations.phases[phase - 1].name
    tables = final_standings(tournament, phase)
    placed = placed_groups(tournament, phase, language)
    met = _meetings(tournament, phase, language)
    return tuple(
        PrintedGroup(
            text("print_group", language, phase=name, group=letter) if len(tables) > 1 else name,
            figure_names(language),
            placed[number - 1],
            tuple(tuple(met.get((one.side, two.side), "") for two in group) for one in group),
        )
        for number, letter, group in zip(range(1, len(tables) + 1), group_letters(), tables, strict=False)
    )


def _meetings(tournament: Tournament, phase: int, language: str) -> dict[tuple[int, int], str]:
    """The score of each side against each opponent; of several meetings all."""
    found: dict[tuple[int, int], str] = {}
    for _, encounter in settled(tournament, phase):
        one, two = printed_scores(tournament, phase, encounter, language)
        if len(encounter.fixture.one) > 1:
            continue  # partners of one round are not a side of the group
        a, b = encounter.fixture.one[0], encounter.fixture.two[0]
        for key, shown in (((a, b), f"{one}×{two}"), ((b, a), f"{two}×{one}")):
            words = shown if one else text("print_walkover_short", language)
            found[key] = f"{found[key]} {words}" if key in found else words
    return found


def standings_table(tournament: Tournament, phase: int, language: str) -> ExportTable:
    """The standings of a phase for a spreadsheet, group by group."""
    grouped = any(side.category for side in tournament.sides.values())
    names = {number: side.name for number, side in tournament.sides.items()}
    rows = [
        (
            number,
            standing.place,
            names[standing.side],
            *((tournament.sides[standing.side].category,) if grouped else ()),
            *_figures(standing),
            reason_for_place(standing, names, language),
        )
        for number, group in enumerate(final_standings(tournament, phase), 1)
        for standing in group
    ]
    side = side_word(tournament, language)
    columns = [text(f"print_column_{name}", language, side=side) for name in ("group", "place", "side")]
    columns += [text("print_category", language)] if grouped else []
    reason = text("print_column_reason", language)
    title = text("print_standings", language)
    return ExportTable(title, (*columns, *figure_names(language), reason), tuple(rows))


def ranking_tables(tournament: Tournament, language: str) -> tuple[ExportTable, ...]:
    """The standings of categories and of clubs for a spreadsheet, as far as there are any."""
    found = rankings(tournament, language)
    tables = []
    place, side = text("print_column_place", language), side_word(tournament, language)
    if found.categories:
        heads = text("print_category", language), place, side, text("print_column_overall", language)
        rows = tuple(
            (standing.category, one.place, tournament.sides[one.side].name, one.overall)
            for standing in category_standings(tournament)
            for one in standing.places
        )
        tables.append(ExportTable(text("standings_by_category", language), heads, rows))
    if found.clubs:
        heads = place, text("print_club", language), found.total, text("print_counted", language)
        clubs = zip(club_standings(tournament), found.clubs, strict=True)
        lines = tuple((club.place, club.club, club.total, shown.counted) for club, shown in clubs)
        tables.append(ExportTable(text("standings_of_clubs", language), heads, lines))
    return tuple(tables)


def bracket_rounds(
    tournament: Tournament, phase: int, language: str
) -> tuple[list[list[KnockoutTie]], KnockoutTie | None]:
    """The rounds of a knock-out as `bracket_print` takes them, byes filled in, and the match for the third place."""
    tree = _tree(tournament, phase, language)
    third = tree.of(Part.THIRD_PLACE)
    return tree.rounds(tree.of(Part.MAIN)), tree.tie(third[0]) if third else None


def consolation_rounds(tournament: Tournament, phase: int, language: str) -> list[list[KnockoutTie]]:
    """The rounds of the consolation of a knock-out in the same form; empty without a consolation."""
    tree = _tree(tournament, phase, language)
    ties = tree.of(Part.CONSOLATION)
    return tree.rounds(ties) if ties else []


def _tree(tournament: Tournament, phase: int, language: str) -> _Tree:
    progress = knockout_progress(tournament, phase)
    outcomes = tie_outcomes(progress.bracket, progress.winners, tournament.departed(phase))
    return _Tree(tournament, phase, language, {tie.number: tie for tie in progress.bracket.ties}, outcomes)


class _Tree:
    """A knock-out, or its consolation, read from its final back to its first round."""

    def __init__(
        self,
        tournament: Tournament,
        phase: int,
        language: str,
        ties: dict[int, Tie],
        outcomes: Mapping[int, tuple[int | None, int | None]],
    ) -> None:
        """`outcomes`: the winner and the loser of each decided tie; None for a missing side."""
        self._tournament, self._phase, self._language = tournament, phase, language
        self._ties, self._outcomes = ties, outcomes

    def of(self, part: Part) -> list[Tie]:
        """The ties of a part, the first round first."""
        return [tie for tie in self._ties.values() if tie.part is part]

    def rounds(self, ties: Sequence[Tie]) -> list[list[KnockoutTie]]:
        """The rounds of a part, byes filled in."""
        count = ties[-1].round - ties[0].round + 1
        rounds = [[KnockoutTie()] * 2 ** (count - number) for number in range(1, count + 1)]
        self.fill(rounds, TieSource(Origin.WINNER, ties[-1].number), count, 0)
        return rounds

    def fill(self, rounds: list[list[KnockoutTie]], source: TieSource, number: int, place: int) -> None:
        """Put the ties that lead to a source into a round, counted from 1, and into all before it."""
        if number == 0:
            return
        if source.origin is not Origin.WINNER:
            bye = text("print_bye_short", self._language)
            side = self._side(source)
            known = None if side is None else printed_side(self._tournament, side)
            rounds[number - 1][place] = KnockoutTie((known, None), winner=None if known is None else 0, note=bye)
            return
        tie = self._ties[source.number]
        rounds[number - 1][place] = self.tie(tie)
        self.fill(rounds, tie.first, number - 1, 2 * place)
        self.fill(rounds, tie.second, number - 1, 2 * place + 1)

    def tie(self, tie: Tie) -> KnockoutTie:
        """A tie with its sides, as far as they are known, and its result."""
        sides = self._side(tie.first), self._side(tie.second)
        printed = tuple(None if side is None else printed_side(self._tournament, side) for side in sides)
        blank = KnockoutTie((printed[0], printed[1]))
        winner, _ = self._outcomes.get(tie.number, (None, None))
        if winner is None or winner not in sides:
            return blank
        return replace(self._with_result(blank, sides), winner=sides.index(winner))

    def _with_result(self, tie: KnockoutTie, sides: Sequence[int | None]) -> KnockoutTie:
        for _, encounter in settled(self._tournament, self._phase):
            met = encounter.sides
            if set(met) == set(sides):
                scores = printed_scores(self._tournament, self._phase, encounter, self._language)
                ordered = scores if met[0] == sides[0] else (scores[1], scores[0])
                remark = encounter_remark(self._tournament, encounter, self._language)
                if encounter.absent:
                    remark = text("print_walkover_short", self._language)  # The loser was absent.
                return replace(tie, scores=ordered, note=remark)
        # The opponent had left. The note is printed below the winner, so it can't name a side that left.
        return replace(tie, note=text("print_walkover_short", self._language)) if None not in sides else tie

    def _side(self, source: TieSource) -> int | None:
        if source.origin is Origin.SIDE:
            return source.number
        winner, loser = self._outcomes.get(source.number, (None, None))
        return winner if source.origin is Origin.WINNER else loser
