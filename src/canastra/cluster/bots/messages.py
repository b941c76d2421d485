"""The messages between nodes and workers, as MessagePack; none is trusted before it is decoded."""

from __future__ import annotations

from hashlib import blake2b
from secrets import token_bytes
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from canastra.bots.explain.facts import Fact
from canastra.cluster.bots.views import SeatView
from canastra.cluster.routing.frames import NodeName
from canastra.engine import Action, View, parse_action
from canastra.errors import CanastraError, InputError
from canastra.server.bots import Asker
from canastra.server.limits import limit

VERSION = 1
"""The version of the messages. Nodes and workers of different ones don't ask each other: it is in the subjects."""
GROUP = "bots"
"""The queue group of the workers that have a level: one of them gets each question."""
WORKERS = f"canastra.workers.{VERSION}"
"""The subject of the workers' signs of life."""
ROLL_CALL = f"canastra.workers.{VERSION}.call"
"""The subject by which a node asks all workers for a sign of life at once."""
LARGEST = limit("worker_message", 64 * 1024, "a message of a node or a worker", "bytes", "refused: `bots_malformed`")

_SECRET = token_bytes(16)

Level = Annotated[str, Meta(pattern="^[a-z]{1,20}$")]
Natural64 = Annotated[int, Meta(ge=0)]
Notation = Annotated[str, Meta(max_length=400)]
Words = Annotated[str, Meta(max_length=200)]
Kind = TypeVar("Kind")


class BotQuestionError(InputError):
    """An invalid question or answer; the sender of the question gets the code."""


class BotQuestion(Struct, array_like=True, frozen=True):
    """Asks for a bot's action, or for the reasons of an `action`."""

    seconds: Annotated[float, Meta(gt=0, le=60)]
    """How long the node waits for the answer."""
    level: Level
    seed: Natural64
    owner: Annotated[bytes, Meta(max_length=8)]
    """A keyed hash of the person for fair queueing; it does not reveal who the person is."""
    number: Natural64 | None
    idle: bool
    action: Notation
    """Empty if a bot is to choose."""
    view: SeatView

    @property
    def asker(self) -> Asker:
        """The person whose bot asks, as the fair queue has it."""
        return Asker(self.owner.hex(), self.number, self.idle)


class WireFact(Struct, array_like=True, frozen=True):
    """A `Fact`."""

    code: Words
    article: Words
    figures: Annotated[list[tuple[Words, int | Words]], Meta(max_length=20)]

    @classmethod
    def of(cls, fact: Fact) -> WireFact:
        """Build from a fact."""
        return cls(fact.code, fact.article, list(fact.figures))

    def read(self) -> Fact:
        """Return the fact."""
        return Fact(self.code, self.article, tuple(self.figures))


class BotChosen(Struct, array_like=True, frozen=True, tag=0):
    """The bot's action."""

    action: Notation

    def read(self, view: View) -> Action:
        """The action, which is legal in the view. Raises BotQuestionError."""
        try:
            action = parse_action(self.action)
        except CanastraError:
            raise BotQuestionError("bots_malformed") from None
        if action not in view.legal:
            raise BotQuestionError("bots_illegal")
        return action


class BotExplained(Struct, array_like=True, frozen=True, tag=1):
    """The reasons."""

    facts: Annotated[list[WireFact], Meta(max_length=100)]


class BotRefused(Struct, array_like=True, frozen=True, tag=2):
    """There is no answer, and the code says why."""

    code: Words


class WorkerBeat(Struct, array_like=True, frozen=True):
    """A worker's sign of life. Without levels it is about to leave."""

    worker: NodeName
    levels: Annotated[list[Level], Meta(max_length=20)]
    processes: Annotated[int, Meta(ge=1, le=1000)]


Answered = BotChosen | BotExplained | BotRefused


class _Envelope(Struct, array_like=True, frozen=True):
    """The wrapper of every message, so that the version of an unknown message can be read."""

    version: int
    content: Raw


class _Outgoing(Struct, array_like=True, frozen=True):
    version: int
    content: Any


_encode = msgspec.msgpack.Encoder().encode
_envelope = msgspec.msgpack.Decoder(_Envelope)
_question: msgspec.msgpack.Decoder[BotQuestion] = msgspec.msgpack.Decoder(BotQuestion)
_answer: msgspec.msgpack.Decoder[Answered] = msgspec.msgpack.Decoder(Answered)
_beat: msgspec.msgpack.Decoder[WorkerBeat] = msgspec.msgpack.Decoder(WorkerBeat)


def level_subject(level: str) -> str:
    """The subject of all workers that have a level."""
    return f"canastra.bots.{VERSION}.{level}"


def worker_subject(worker: str) -> str:
    """The subject of one worker."""
    return f"canastra.worker.{VERSION}.{worker}"


def owner_key(owner: str) -> bytes:
    """The hash of an owner's id for workers, constant during the life of this process."""
    return blake2b(owner.encode(), digest_size=8, key=_SECRET).digest()


def pack(message: BotQuestion | Answered | WorkerBeat) -> bytes:
    """Encode a message of the bus."""
    return _encode(_Outgoing(VERSION, message))


def read_question(data: bytes) -> BotQuestion:
    """Decode a question. Raises BotQuestionError."""
    return _read(data, _question)


def read_bot_answer(data: bytes) -> Answered:
    """Decode an answer. Raises BotQuestionError."""
    return _read(data, _answer)


def read_beat(data: bytes) -> WorkerBeat:
    """Decode a sign of life. Raises BotQuestionError."""
    return _read(data, _beat)


def _read(data: bytes, decoder: msgspec.msgpack.Decoder[Kind]) -> Kind:
    if len(data) > LARGEST:
        raise BotQuestionError("bots_malformed")
    try:
        envelope = _envelope.decode(data)
        if envelope.version != VERSION:
            raise BotQuestionError("bots_version")
        return decoder.decode(envelope.content)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BotQuestionError("bots_malformed") from None
