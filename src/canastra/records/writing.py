"""Writing a record in its one canonical spelling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from canastra.cards import cards_text
from canastra.records.document import FORMAT, DealRecord, Record, Ruling


def write(record: Record) -> str:
    """The text of a record; reading it gives the same record again."""
    rulebook = record.rulebook
    lines = [f'format = "{FORMAT}"', f"rulebook = {toml(rulebook.id)}"]
    if rulebook.extends is not None:
        lines.append(f"sha256 = {toml(rulebook.sha256)}")
    lines.append(f"revision = {rulebook.revision}")
    lines.extend(f"{key} = {toml(value)}" for key, value in record.about.items())
    lines.append(f"players = {toml(list(record.players))}")
    lines.append(f"score = {toml(list(record.score))}")
    if record.target is not None:
        lines.append(f"target = {record.target}")
    if record.forfeit:
        lines.append(f"forfeit = {toml({'side': record.forfeit.side, 'reason': record.forfeit.reason})}")
    if record.annotations:
        lines.append(f"annotations = {toml(list(record.annotations))}")
    if record.x is not None:
        lines.append(f"x = {toml(record.x)}")
    return "\n".join(lines) + "\n" + "".join(map(_deal, record.deals))


def _deal(deal: DealRecord) -> str:
    lines = ["", "[[deals]]", f"dealer = {deal.dealer}"]
    if deal.rulings:
        lines.append(f"rulings = {toml([_ruling(ruling) for ruling in deal.rulings])}")
    for key, table in (("fairness", deal.fairness), ("clock", deal.clock), ("x", deal.x)):
        if table is not None:
            lines.append(f"{key} = {toml(table)}")
    for key, piles in (("hands", deal.piles.hands), ("mortos", deal.piles.mortos)):
        lines.extend([f"{key} = [", *(f'  "{cards_text(pile)}",' for pile in piles), "]"])
    lines.append(f'stock = "{cards_text(deal.piles.stock)}"')
    turns = "".join(f"{line}\n" for line in deal.turns)
    plain = "'''" not in turns and all(char == "\n" or char.isprintable() for char in turns)
    lines.append(f"turns = '''\n{turns}'''" if plain else f"turns = {toml(turns)}")
    return "\n".join(lines) + "\n"


def _ruling(ruling: Ruling) -> dict[str, str | int]:
    if ruling.side is None:
        return {"kind": ruling.kind, "reason": ruling.reason}
    return {"kind": ruling.kind, "side": ruling.side, "points": ruling.points, "reason": ruling.reason}


def toml(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # A JSON string is a TOML basic string, but for the one control character that JSON leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{toml(key)} = {toml(member)}" for key, member in value.items())
        return f"{{{pairs}}}" if not pairs else f"{{ {pairs} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return repr(value)
