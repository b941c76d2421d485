"""Fair turns: sites take turns, within a site its addresses, within an address its people."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Generic, NamedTuple, TypeVar

from canastra.server.origins import site_of

Item = TypeVar("Item")
_REMEMBERED = 10_000
"""Sites, addresses and people whose latest turn is remembered; the one longest ago is forgotten first."""


class WorkOwner(NamedTuple):
    """For whom work is done: a person or a tournament's founder, and where the request came from."""

    person: str = ""
    address: str = ""

    @property
    def keys(self) -> tuple[str, str, str]:
        """Its site, its address and its person, each within the one before."""
        site = site_of(self.address)
        return site, f"{site} {self.address}", f"{site} {self.address} {self.person}"


@dataclass(frozen=True, slots=True)
class _Waiting(Generic[Item]):
    owner: WorkOwner
    item: Item
    arrived: int


class Turns(Generic[Item]):
    """What waits, and whose turn is next. For a few dozen items.

    >>> turns = Turns[str]()
    >>> for person, item in (("ana", "a1"), ("ana", "a2"), ("bia", "b1")):
    ...     turns.add(WorkOwner(person, "192.0.2.1"), item)
    >>> turns.add(WorkOwner("eva", "192.0.2.9"), "e1")
    >>> [turns.take() for _ in range(4)]
    ['a1', 'e1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        self._waiting: list[_Waiting[Item]] = []
        self._served: OrderedDict[str, int] = OrderedDict()
        self._numbers = count(1)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Item]:
        """What waits, in the order of arrival."""
        return (each.item for each in self._waiting)

    def of(self, owner: WorkOwner) -> int:
        """How much waits for a person at an address."""
        return sum(each.owner == owner for each in self._waiting)

    def add(self, owner: WorkOwner, item: Item) -> None:
        """Have something wait for its turn."""
        self._waiting.append(_Waiting(owner, item, next(self._numbers)))

    def take(self, may: Callable[[Item], bool] = lambda item: True) -> Item | None:
        """Return the next item of those that `may` be taken, and remove it; None if there is none."""
        able = [each for each in self._waiting if may(each.item)]
        if not able:
            return None
        found = min(able, key=lambda each: (*(self._served.get(key, 0) for key in each.owner.keys), each.arrived))
        self._waiting.remove(found)
        for key in found.owner.keys:
            self._served[key] = next(self._numbers)
            self._served.move_to_end(key)
        while len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
        return found.item

    def remove(self, item: Item) -> None:
        """Remove an item; nothing if it waits no longer."""
        self._waiting = [each for each in self._waiting if each.item is not item]

    def drop(self) -> Item | None:
        """Remove the latest item of the person who has most, at the address and the site that have most; return it."""
        crowd = self._waiting
        for depth in range(3):
            counts = Counter(each.owner.keys[depth] for each in crowd)
            most = max(counts.values(), default=0)
            fullest = [each.owner.keys[depth] for each in crowd if counts[each.owner.keys[depth]] == most]
            crowd = [each for each in crowd if each.owner.keys[depth] == fullest[-1]]  # The latest of equals loses.
        if not crowd:
            return None
        self._waiting.remove(crowd[-1])
        return crowd[-1].item
