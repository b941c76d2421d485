"""Records: a match as text, read strictly, replayed with checking, written in one spelling (docs/notation.md)."""

from canastra.records.document import FORMAT, DealRecord, Record
from canastra.records.json_forms import (
    before_json,
    place_text,
    position_json,
    record_error_json,
    replay_json,
    rule_error_json,
    score_json,
)
from canastra.records.parser import parse, read_file
from canastra.records.preliminaries import Cut, DealerDraw, EncounterRecord, Seats, dealer_draw
from canastra.records.recorder import Recorder, record_deal
from canastra.records.redaction import redact
from canastra.records.replayer import Place, RecordRuleError, Replay, ReplayedDeal, Watch, match_after, replay
from canastra.records.rulings import Category, Forfeit, Ruling
from canastra.records.turns import DrawCard, Entry, Morto, Red, TurnLine
from canastra.records.verifier import verify
from canastra.records.writer import write

__all__ = [
    "FORMAT",
    "Category",
    "Cut",
    "DealRecord",
    "DealerDraw",
    "DrawCard",
    "EncounterRecord",
    "Entry",
    "Forfeit",
    "Morto",
    "Place",
    "Record",
    "RecordRuleError",
    "Recorder",
    "Red",
    "Replay",
    "ReplayedDeal",
    "Ruling",
    "Seats",
    "TurnLine",
    "Watch",
    "before_json",
    "dealer_draw",
    "match_after",
    "parse",
    "place_text",
    "position_json",
    "read_file",
    "record_deal",
    "record_error_json",
    "redact",
    "replay",
    "replay_json",
    "rule_error_json",
    "score_json",
    "verify",
    "write",
]
