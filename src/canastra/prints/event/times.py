"""Days and hours of an event in local time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from canastra.messages import text
from canastra.tournament import LoggedEvent
from canastra.tournament.events import RoundClosed, RoundRatified, RoundStarted


class LocalTime:
    """Times in milliseconds since 1970 in the words of local time; by default the zone of this machine."""

    def __init__(self, language: str, zone: tzinfo | None = None) -> None:
        self._language, self._zone = language, zone

    def day(self, at: int) -> str:
        """A day in words, such as ``21 de novembro de 2026``."""
        moment = self._moment(at)
        month = text("print_months", self._language).split()[moment.month - 1]
        return text("print_day", self._language, day=moment.day, month=month, year=moment.year)

    def clock(self, at: int) -> str:
        """The hour, such as ``14h05``."""
        moment = self._moment(at)
        return text("print_clock", self._language, hour=moment.hour, minute=f"{moment.minute:02}")

    def stamp(self, at: int) -> str:
        """A day and hour in short, such as ``21 nov, 14h05``."""
        moment = self._moment(at)
        month = text("print_months", self._language).split()[moment.month - 1][:3]
        return f"{moment.day} {month}, {self.clock(at)}"

    def zone(self, at: int) -> str:
        """The zone's difference from UTC, such as ``UTC−3``."""
        offset = self._moment(at).utcoffset()
        minutes = round(offset.total_seconds() / 60) if offset else 0
        hours, rest = divmod(abs(minutes), 60)
        return f"UTC{'−' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"

    def _moment(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(self._zone)


def when_played(log: Sequence[LoggedEvent], times: LocalTime, language: str) -> str:
    """The day or days of an event, from when to when it was played, and by which clock; empty without a log.

    A round that has begun and not ended counts as still in play.
    """
    if not log:
        return ""
    started = [logged.at for logged in log if isinstance(logged.event, RoundStarted)]
    ended = [logged.at for logged in log if isinstance(logged.event, RoundClosed | RoundRatified)]
    first = min(started, default=log[-1].at)
    last = max([first, *started, *ended])
    zones = list(dict.fromkeys(map(times.zone, sorted([first, last, *started, *ended]))))
    # A league across the start or the end of summer time has two.
    zone = zones[0] if len(zones) == 1 else text("print_zones", language, zones=", ".join(zones[:-1]), last=zones[-1])
    figures = {"first": times.day(first), "last": times.day(last), "zone": zone}
    if not started:
        return text("print_when_day", language, **figures)
    if figures["first"] != figures["last"]:
        return text("print_when_days", language, **figures)
    hours = {"begin": times.clock(first), "end": times.clock(last)}
    return text("print_when_hours" if ended else "print_when_since", language, **figures, **hours)
