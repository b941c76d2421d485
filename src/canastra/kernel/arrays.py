"""Arrays and records as compiled code takes them, with types that a checker understands.

A record's fields are declared once, as annotations of a class, and `dtype_of` makes NumPy's type of them. Compiled code
reads a field as an attribute (``deal.seat``); from Python it is read by its name (``deal["seat"]``).
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_type_hints

import numpy as np
import numpy.typing as npt

Cards: TypeAlias = npt.NDArray[np.int8]
"""Cards, or other small numbers."""
MeldNumbers: TypeAlias = npt.NDArray[np.int16]
"""Numbers of melds, see `canastra.kernel.rules.tables`."""
Steps: TypeAlias = npt.NDArray[np.int32]
"""Steps, or other numbers of a listing."""
Points: TypeAlias = npt.NDArray[np.int32]
Masks: TypeAlias = npt.NDArray[np.int64]
"""Sets of cards, or other numbers of 64 bits."""
Scores: TypeAlias = npt.NDArray[np.float64]
Features: TypeAlias = npt.NDArray[np.float32]
"""The input of a network, and its layers."""
Rng: TypeAlias = npt.NDArray[np.uint64]
"""States of random number generators."""

Int8: TypeAlias = Annotated[int, "i1"]
Int32: TypeAlias = Annotated[int, "i4"]
Int64: TypeAlias = Annotated[int, "i8"]
Float64: TypeAlias = Annotated[float, "f8"]
"""Fields of records."""


class ArrayRecord(Protocol):
    """A record in an array; classes that declare its fields derive from this."""

    def __getitem__(self, field: str, /) -> Any: ...

    def __setitem__(self, field: str, value: Any, /) -> None: ...


R = TypeVar("R")


class RecordArray(Protocol[R]):
    """An array of records. Assigning a record copies it; an element is a view of its place."""

    def __len__(self) -> int: ...

    def __getitem__(self, i: int, /) -> R: ...

    def __setitem__(self, i: int, record: R, /) -> None: ...

    def copy(self) -> RecordArray[R]:
        """The same records in another array."""
        ...

    def tobytes(self) -> bytes:
        """All records as they are in memory."""
        ...


def dtype_of(declared: type) -> np.dtype[np.void]:
    """NumPy's type of records with the fields that a class declares, each ``Annotated`` with its type and shape.

    >>> class Point(Protocol):
    ...     x: Int32
    ...     weights: Annotated[Scores, "f8", 4]
    >>> dtype_of(Point)["weights"].shape
    (4,)
    """
    hints = get_type_hints(declared, include_extras=True)
    fields: list[Any] = [(name, *hint.__metadata__) for name, hint in hints.items()]
    return np.dtype(fields, align=True)
