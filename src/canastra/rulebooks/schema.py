"""The form of a rulebook: every parameter in which the five differ, grouped by subject.

There are no defaults: each of the five files states each parameter and its article. Rules that are equal in all five
are constants of the engine. docs/rules.md §2 lists the values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """The order of play round a real table. Only screens use it: the engine numbers seats in the order of play."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"
    ALTERNATE = "alternate"


class Opener(StrEnum):
    """The seat that plays first in a deal."""

    NEXT = "next"
    """The seat after the dealer."""
    DEALER = "dealer"


class Purchase(StrEnum):
    """The conditions for taking the discard pile."""

    FREE = "free"
    JUSTIFIED = "justified"
    """The top card is used at once: in a new meld, or laid off by itself."""
    TWO_NATURALS = "two_naturals"
    """It makes a new meld with two cards of the hand, neither of them its wild."""


class TopTwo(StrEnum):
    """The duty of a player who takes the pile with a 2 on top."""

    FREE = "free"
    NEW_MELD = "new_meld"
    BLOCKS = "blocks"


class OneCard(StrEnum):
    """When a player with one card in the hand may not take the pile."""

    ALLOWED = "allowed"
    NOT_A_PILE_OF_ONE = "not_a_pile_of_one"
    NEVER = "never"


class SingleCard(StrEnum):
    """How long the one card of a pile that was taken, and its twin, may not be this turn's discard."""

    NEVER = "never"
    UNTIL_LAID = "until_laid"
    """Until a copy of it is laid."""
    BOTH_COPIES = "both_copies"
    """For the whole turn."""


class PileShown(StrEnum):
    """How much of the discard pile lies open."""

    ALL = "all"
    TOP = "top"


class WildMovement(StrEnum):
    """How a wild may move once it lies in a sequence (docs/rules.md §5)."""

    DISPLACED = "displaced"
    LOCKED = "locked"
    FREE = "free"


class GoesHome(StrEnum):
    """How long an own-suit wild may still go to position 2 and be natural there (docs/rules.md §5)."""

    NEVER = "never"
    BEFORE_NINE = "before_nine"
    """While no natural card from 9 to K is in the sequence."""
    WITH_THE_SEVENTH = "with_the_seventh"
    """Until the seventh card, with its lay-off included."""


class Need(StrEnum):
    """The canasta that a side needs."""

    NONE = "none"
    ANY = "any"
    CLEAN = "clean"


class MortoNeed(StrEnum):
    """The condition on the side's morto for going out for good, in particular if no morto is left."""

    ALWAYS = "always"
    UNLESS_NONE_LEFT = "unless_none_left"


class Unplayed(StrEnum):
    """The cost of a morto that was taken indirectly and never played from."""

    CARDS = "cards"
    CHARGE = "charge"
    CHARGE_AND_CARDS = "charge_and_cards"


class Exhausted(StrEnum):
    """The end of a deal whose stock is used up and can't be replaced by a morto."""

    DEAL_ENDS = "deal_ends"
    PILE_MAY_BE_TAKEN = "pile_may_be_taken"
    """By each player in turn."""
    PILE_MAY_BE_TAKEN_ONCE = "pile_may_be_taken_once"
    """By the next player only."""


class Deducted(StrEnum):
    """The sides whose cards left in hands are deducted."""

    BOTH_SIDES = "both_sides"
    OPPONENT_OF_GOING_OUT = "opponent_of_going_out"
    WHEN_GONE_OUT = "when_gone_out"
    """Both sides', if a player went out."""
    NOBODY = "nobody"


class RedKept(StrEnum):
    """The red 3s that count against a side that has kept one in a hand."""

    THAT_ONE = "that_one"
    ALL_OF_THE_SIDE = "all_of_the_side"


class RedUnexchanged(StrEnum):
    """The treatment of the red 3s of a morto taken indirectly if the stock ran out before their player's next turn."""

    PLAIN = "plain"
    """Ordinary cards."""
    CHARGED = "charged"
    """Red 3s kept in a hand."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """The players and their direction; `undo` is true if plays may be taken back at a table by default."""

    players: int
    direction: Direction
    undo: bool


@dataclass(frozen=True, slots=True)
class DealRules:
    """The beginning of a deal."""

    opener: Opener


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The opener's first draw."""

    opener_may_refuse: bool


@dataclass(frozen=True, slots=True)
class Pile:
    """The discard pile."""

    purchase: Purchase
    top_two: TopTwo
    black_three_blocks: bool
    one_card: OneCard
    single_card_stays: SingleCard
    shown: PileShown


@dataclass(frozen=True, slots=True)
class Melds:
    """Melds of both kinds."""

    wild_lay_off: bool
    """True if a 2 may be laid off as the wild of a meld on the table."""


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences and their wild. `lowest` is a position: 1 for a low ace, 2, or 4; the highest is always the ace."""

    lowest: int
    wild: WildMovement
    goes_home: GoesHome


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups: the ranks (indices into `RANKS`) that may form them."""

    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MortoRules:
    """The reserved hands; points are signed."""

    needs: Need
    becomes_stock: bool
    taken: int
    not_taken: int
    unplayed: Unplayed


@dataclass(frozen=True, slots=True)
class GoingOut:
    """Going out for good."""

    needs: Need
    morto: MortoNeed


@dataclass(frozen=True, slots=True)
class Stock:
    """The end of the stock."""

    exhausted: Exhausted


@dataclass(frozen=True, slots=True)
class Values:
    """Points of the cards."""

    ace: int
    two: int
    three_to_seven: int
    eight_to_king: int


@dataclass(frozen=True, slots=True)
class Canastas:
    """Bonuses of canastas; one of thirteen cards, or a royal one, of 0 points does not exist."""

    clean: int
    dirty: int
    thirteen: int
    """For a sequence without a wild that has every rank of its suit, and is not royal."""
    royal: int


@dataclass(frozen=True, slots=True)
class HandsLeft:
    """Cards left in hands at the end of a deal."""

    deducted: Deducted


@dataclass(frozen=True, slots=True)
class Threes:
    """The special threes: `red_bonus` points for each exposed one, `black_charge` for each one left in a hand."""

    red_exposed: bool
    red_bonus: int
    red_kept: RedKept
    red_unexchanged: RedUnexchanged
    black_charge: int


@dataclass(frozen=True, slots=True)
class Vulnerability:
    """The minimums, in points of cards, to open from 1500 points on: one for each attempt, the last for all others."""

    minimums: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The points that end a match; 0 if a match is one deal."""

    target: int


@dataclass(frozen=True, slots=True)
class Clause:
    """The place where a rulebook says something: an article or a heading.

    `decision` marks a reading that docs/rules.md decided.
    """

    article: str
    decision: bool
    called: str | None = None
    """The rulebook's own word for it, in Portuguese, if it differs from ours."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A reading where the rulebook is silent or can be read in two ways (docs/rules.md §11)."""

    name: str
    """The message ``decision_<name>`` gives the decision and its reason."""
    about: str
    """The parameter or constant that it decides, such as ``pile.purchase`` or ``clauses.turn``."""
    article: str
    """The article in question."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook, official or of a house, as a value.

    Two are equal if they say the same, titles and articles included.
    """

    id: str
    revision: int
    extends: str | None
    names: Mapping[str, str]
    """Title by language, ``pt`` and ``en``."""
    sha256: str
    """Digest of the id, the revision and all values, in hexadecimal. Records of house rulebooks state it."""
    table: TableRules
    deal: DealRules
    draw: DrawRules
    pile: Pile
    melds: Melds
    sequences: Sequences
    groups: Groups
    morto: MortoRules
    going_out: GoingOut
    stock: Stock
    values: Values
    canastas: Canastas
    hands_left: HandsLeft
    threes: Threes
    vulnerability: Vulnerability
    match: MatchEnd
    clauses: Mapping[str, Clause]
    """The place where the rulebook says it, by parameter (``"pile.purchase"``) and constant (``"clauses.turn"``)."""
    decisions: tuple[Decision, ...]
    """The decisions, in the order of the parameters and constants."""

    def __hash__(self) -> int:
        # Titles and clauses are mappings, which have no hash; rulebooks that differ in nothing else are few.
        return hash((self.id, self.revision, self.sha256))

    def article(self, topic: str) -> str:
        """The article of a parameter or constant, as error messages cite it."""
        return self.clauses[topic].article


CONSTANTS = (
    "pack",
    "deal",
    "turn",
    "melds",
    "wilds",
    "canasta",
    "lay_off",
    "morto",
    "going_out",
    "going_out_bonus",
    "end_of_deal",
    "scoring",
    "dealer",
)
"""The rules that all five have in common: the keys of a file's ``[clauses]``, each with its article."""
