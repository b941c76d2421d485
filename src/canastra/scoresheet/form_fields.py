"""Makes the form of a rulebook from its parameters. Nothing here knows which rulebook it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import gcd
from typing import Final, NamedTuple

from canastra.cards import THREE, TWO_PACKS, TWOS, Card
from canastra.engine import lookup_of
from canastra.engine.match import VULNERABLE_FROM
from canastra.engine.melds.meld import CANASTA, ROYAL, WHOLE_SUIT
from canastra.engine.scoring import GOING_OUT, UNPLAYED_CHARGE, component_applies, component_article
from canastra.rulebooks import Rulebook
from canastra.rulebooks.schema import Deducted, MortoNeed, Need, RedKept, RedUnexchanged, Unplayed
from canastra.scoresheet.form import Bound, Condition, Demand, Field, Form, Kind, Whose, Worth

OUT: Final = "went_out"
MORTO: Final = "morto"
MORTO_OPTIONS: Final = ("not_taken", "taken", "unplayed")
"""The answers about a side's morto; `unplayed` is an option only where an unplayed morto has a price of its own."""
RED_EXPOSED, RED_KEPT, RED_UNREPLACED, BLACK = "red_exposed", "red_kept", "red_unreplaced", "black_kept"
CANASTA_SIZES: Final = {"clean": CANASTA, "dirty": CANASTA, "thirteen": WHOLE_SUIT, "royal": ROYAL}
"""The kinds of canasta, each with the fewest cards that it has."""
_PACK = len(TWO_PACKS)
_COPIES = _PACK // 13
"""Cards of one rank in both packs."""
_REDS = _BLACKS = 4
"""Red and black 3s in both packs."""
_OUT = Condition(Whose.OWN, (OUT,))
_OTHER_OUT = Condition(Whose.OTHER, (OUT,))
_SOMEBODY_OUT = Condition(Whose.EITHER, (OUT,))
_NOBODY_OUT = Condition(Whose.EITHER, (OUT,), some=False)
_COUNTED_WHEN: Final = {
    Deducted.BOTH_SIDES: (),
    Deducted.OPPONENT_OF_GOING_OUT: (_OTHER_OUT,),
    Deducted.WHEN_GONE_OUT: (_SOMEBODY_OUT,),
}


class CardClass(NamedTuple):
    """Cards that count alike."""

    suffix: str
    """The ending of the ids of their fields."""
    ranks: str
    value: int
    cards: int
    """The number of these cards in both packs."""
    threes: bool
    """True if the 3s are among them."""


def card_classes(rulebook: Rulebook) -> tuple[CardClass, ...]:
    """The classes of cards by value, the dearest first; only one if all cards count alike."""
    values = rulebook.values
    ranks = (
        ("A", values.ace, 1),
        ("8-K", values.eight_to_king, 6),
        ("2", values.two, 1),
        ("3-7", values.three_to_seven, 5),
    )
    found = {value for _, value, _ in ranks}
    return tuple(
        CardClass(
            "" if len(found) == 1 else f"_{value}",
            "" if len(found) == 1 else " ".join(name for name, worth, _ in ranks if worth == value),
            value,
            _COPIES * sum(many for _, worth, many in ranks if worth == value),
            value == values.three_to_seven,
        )
        for value in sorted(found, reverse=True)
    )


def class_of(rulebook: Rulebook, card: Card) -> CardClass:
    """The class of a card."""
    value = lookup_of(rulebook).values[card]
    return next(card_class for card_class in card_classes(rulebook) if card_class.value == value)


@lru_cache(maxsize=64)
def form_of(rulebook: Rulebook) -> Form:
    """The form of a rulebook, official or of a house."""
    fields = tuple(_fields(rulebook))
    names = {field.id for field in fields}
    pack = sum(card_class.value * card_class.cards for card_class in card_classes(rulebook))
    lowest, highest = _bounds(rulebook, pack)
    return Form(
        rulebook=rulebook.id,
        revision=rulebook.revision,
        fields=fields,
        limits=tuple(_limits(rulebook, names)),
        demands=tuple(_demands(rulebook, names)),
        step=gcd(*(points for field in fields for worth in field.worths for points in (worth.points, worth.otherwise))),
        lowest=lowest,
        highest=highest,
        pack_cards=_PACK,
        pack_points=pack,
        players=rulebook.table.players,
        target=rulebook.match.target,
        vulnerable_from=VULNERABLE_FROM,
        minimums=rulebook.vulnerability.minimums,
    )


def _fields(rulebook: Rulebook) -> Iterator[Field]:
    classes = card_classes(rulebook)
    for card_class in classes:
        yield _cards(rulebook, card_class, "laid", "melded", Worth(card_class.value))
    yield from _canastas(rulebook)
    yield Field(OUT, OUT, Kind.FLAG, "going_out", (Worth(GOING_OUT),), component_article("going_out", rulebook), 1)
    if component_applies("morto", rulebook) or rulebook.going_out.morto is MortoNeed.ALWAYS:
        yield _morto(rulebook)
    if rulebook.threes.red_exposed:
        yield _red_exposed(rulebook)
    if rulebook.hands_left.deducted in _COUNTED_WHEN:
        yield from _threes_kept(rulebook)
        for card_class in classes:
            yield _cards(rulebook, card_class, "hand", "in_hand", Worth(-card_class.value))


def _cards(rulebook: Rulebook, card_class: CardClass, topic: str, component: str, worth: Worth) -> Field:
    when = _COUNTED_WHEN[rulebook.hands_left.deducted] if topic == "hand" else ()
    article = component_article(component, rulebook)
    name = topic + card_class.suffix
    return Field(
        name, topic, Kind.COUNT, component, (worth,), article, card_class.cards, ranks=card_class.ranks, when=when
    )


def _canastas(rulebook: Rulebook) -> Iterator[Field]:
    for kind, size in CANASTA_SIZES.items():
        points: int = getattr(rulebook.canastas, kind)
        if points or kind in ("clean", "dirty"):
            most = len(TWOS) * 2 if kind == "dirty" else _PACK // size
            component = "royal" if kind == "thirteen" else kind
            article = rulebook.article(f"canastas.{kind}")
            yield Field(kind, kind, Kind.COUNT, component, (Worth(points),), article, most)


def _morto(rulebook: Rulebook) -> Field:
    rules = rulebook.morto
    worths = [Worth(rules.not_taken), Worth(rules.taken)]
    if rules.unplayed is not Unplayed.CARDS:
        # An unplayed morto costs points only if the other side went out (tranca Art. 12).
        worths.append(Worth(rules.taken - UNPLAYED_CHARGE, (_OTHER_OUT,), rules.taken))
    options = MORTO_OPTIONS[: len(worths)]
    article = component_article("morto", rulebook)
    return Field(MORTO, MORTO, Kind.CHOICE, "morto", tuple(worths), article, len(worths) - 1, options=options)


def _red_exposed(rulebook: Rulebook) -> Field:
    threes = rulebook.threes
    conditions = [Condition(Whose.OWN, tuple(field.id for field in _canastas(rulebook)))]
    if threes.red_kept is RedKept.ALL_OF_THE_SIDE:
        conditions.append(Condition(Whose.OWN, (RED_KEPT,), some=False))
    worth = Worth(threes.red_bonus, tuple(conditions), -threes.red_bonus)
    article = component_article("red_threes", rulebook)
    return Field(RED_EXPOSED, RED_EXPOSED, Kind.COUNT, "red_threes", (worth,), article, _REDS)


def _threes_kept(rulebook: Rulebook) -> Iterator[Field]:
    threes, when = rulebook.threes, _COUNTED_WHEN[rulebook.hands_left.deducted]
    kept = [(RED_KEPT, "red_threes", threes.red_bonus)] if threes.red_exposed else []
    if threes.red_exposed:
        # Where the stock ran out, a red 3 that was not replaced is an ordinary card (tranca Art. 8).
        kept.append((RED_UNREPLACED, "in_hand", rulebook.values.three_to_seven))
    if threes.black_charge:
        kept.append((BLACK, "black_threes", threes.black_charge))
    for name, component, charge in kept:
        article = _unreplaced_article(rulebook) if name == RED_UNREPLACED else component_article(component, rulebook)
        yield Field(name, name, Kind.COUNT, component, (Worth(-charge),), article, _REDS, when=when)


def _unreplaced_article(rulebook: Rulebook) -> str:
    """The article about red 3s that are ordinary cards: where a house charges those of a morto, the one about the
    exchange.
    """
    plain = rulebook.threes.red_unexchanged is RedUnexchanged.PLAIN
    return rulebook.article("threes.red_unexchanged" if plain else "threes.red_exposed")


def _limits(rulebook: Rulebook, names: set[str]) -> Iterator[Bound]:
    pack = rulebook.article("clauses.pack")
    threes = {name: 1 for name in (RED_EXPOSED, RED_KEPT, RED_UNREPLACED, BLACK) if name in names}
    own = _without_own_field(rulebook)
    laid = []
    for card_class in card_classes(rulebook):
        fields = {name: 1 for name in (f"laid{card_class.suffix}", f"hand{card_class.suffix}") if name in names}
        laid.append(f"laid{card_class.suffix}")
        extra = threes if card_class.threes else {}
        yield Bound("sheet_too_many_cards", Whose.EITHER, fields | extra, card_class.cards, pack)
        if card_class.threes and own:
            yield Bound("sheet_too_many_cards", Whose.EITHER, fields, card_class.cards - own, pack)
    reds = {name: 1 for name in threes if name != BLACK}
    if reds:
        yield Bound("sheet_too_many_red_threes", Whose.EITHER, reds, _REDS, rulebook.article("threes.red_exposed"))
    if BLACK in threes:
        charge = rulebook.article("threes.black_charge")
        yield Bound("sheet_too_many_black_threes", Whose.EITHER, {BLACK: 1}, _BLACKS, charge)
    canastas = {name: size for name, size in CANASTA_SIZES.items() if name in names}
    canasta = rulebook.article("clauses.canasta")
    yield Bound("sheet_too_many_canastas", Whose.OWN, canastas | dict.fromkeys(laid, -1), 0, canasta)
    wilds = rulebook.article("clauses.wilds")
    yield Bound("sheet_too_many_dirty", Whose.EITHER, {"dirty": 1}, len(TWOS) * 2, wilds)
    yield Bound("sheet_two_went_out", Whose.EITHER, {OUT: 1}, 1, rulebook.article("clauses.going_out"))


def _without_own_field(rulebook: Rulebook) -> int:
    """The number of 3s that are neither laid nor counted among the other cards of hands."""
    threes = rulebook.threes
    melded = rulebook.sequences.lowest <= THREE + 1 or THREE in rulebook.groups.ranks
    return _REDS * threes.red_exposed + _BLACKS * (bool(threes.black_charge) and not melded)


def _demands(rulebook: Rulebook, names: set[str]) -> Iterator[Demand]:
    rules, kinds = rulebook.going_out, [name for name in CANASTA_SIZES if name in names]
    if rules.needs is not Need.NONE:
        good = [name for name in kinds if name != "dirty" or rules.needs is Need.ANY]
        needs = (Condition(Whose.OWN, tuple(good)),)
        yield Demand(f"sheet_out_needs_{rules.needs}", (_OUT,), needs, rulebook.article("going_out.needs"))
    # Under other rules a side may go out without a morto once no morto is left, as after a morto that became the stock.
    if MORTO in names and rules.morto is MortoNeed.ALWAYS:
        needed = (Condition(Whose.OWN, (MORTO,)),)
        yield Demand("sheet_out_needs_morto", (_OUT,), needed, rulebook.article("going_out.morto"))
    if RED_UNREPLACED in names:
        left = Condition(Whose.OWN, (RED_UNREPLACED,))
        yield Demand("sheet_unreplaced_went_out", (left,), (_NOBODY_OUT,), _unreplaced_article(rulebook))


def _bounds(rulebook: Rulebook, pack: int) -> tuple[int, int]:
    """The fewest and the most points that a side can have."""
    threes, morto = rulebook.threes, rulebook.morto
    canastas = max(
        points * (_PACK // size)
        for kind, size in CANASTA_SIZES.items()
        for points in [getattr(rulebook.canastas, kind)]
    )
    reds, blacks = _REDS * threes.red_bonus, _BLACKS * threes.black_charge
    charge = 0 if morto.unplayed is Unplayed.CARDS else UNPLAYED_CHARGE
    lowest = -pack - reds - blacks + min(morto.taken - charge, morto.not_taken)
    return lowest, pack + canastas + GOING_OUT + max(morto.taken, morto.not_taken) + reds


def fields_of(form: Form, topic: str) -> Iterable[Field]:
    """The fields of a form about the same topic, by card class."""
    return (field for field in form.fields if field.topic == topic)
