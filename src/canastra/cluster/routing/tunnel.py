"""One end of a tunnel between two nodes: numbers, a bounded window each way, and its end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from typing import Generic, TypeVar

import msgspec

from canastra.cluster.routing.frames import (
    BodyChunk,
    Control,
    Hangup,
    Head,
    MessageChunk,
    Part,
    ReadMark,
    SocketAccepted,
    TunnelReset,
    is_clean,
    read_control,
)
from canastra.server.limits import limit

WINDOW = limit(
    "tunnel_frames", 64, "a direction of a tunnel", "frames on their way or unread", "the sender waits for the reader"
)
WINDOW_BYTES = limit(
    "tunnel_bytes",
    262_144,
    "a direction of a tunnel",
    "bytes on their way or unread",
    "the sender waits for the reader",
)
"""One further frame may begin below this limit."""
SLACK = 4
"""Frames that are sent without waiting for the window: the begin, the client's hang-up, the end."""
FRAME_SIZE = 100
"""Bytes that a frame counts for besides its content."""

Coming = TypeVar("Coming", bound=Part)


class Loss(StrEnum):
    """The reason why a tunnel was lost."""

    GAP = "gap"
    """A frame is missing."""
    MALFORMED = "malformed"
    """A frame can't be read, or exceeds the limits."""
    SILENT = "silent"
    """The other side was silent for too long."""
    RESET = "reset"
    """The other side doesn't know the tunnel."""
    CUT = "cut"
    """A content was sent in part."""
    MOVED = "moved"
    """The table has another owner."""
    CLOSED = "closed"
    """This side gave the tunnel up."""


class TunnelLostError(OSError):
    """Sending or reading failed for good; a server raises it when the client has gone."""


class Tunnel(Generic[Coming]):
    """One of a tunnel's two ends. Content arrives complete, in order and once, up to the end or to the loss of the
    tunnel.
    """

    def __init__(
        self,
        name: bytes,
        peer: str,
        read: Callable[[msgspec.Raw], Coming],
        publish: Callable[[int, Part | Control], None],
    ) -> None:
        self.name, self.peer = name, peer
        self.lost: Loss | None = None
        self.heard_at = asyncio.get_running_loop().time()
        """The time of the last frame from the other side."""
        self.on_over: Callable[[], None] | None = None
        """Called once the last content has arrived."""
        self.on_close: Callable[[], None] | None = None
        self._is_closed = self._hung_up = False
        self._decode, self._publish = read, publish
        self._sent = self._sent_bytes = 0
        self._unread: deque[int] = deque()
        """Sizes of the frames sent but unread, the last of them numbered `_sent`."""
        self._received = self._read = self._marked = 0
        self._inbox: deque[tuple[Coming, int]] = deque()
        self._inbox_bytes = self._taken = self._read_bytes = 0
        self._credit, self._news = asyncio.Event(), asyncio.Event()

    @property
    def numbers(self) -> tuple[bytes, int, int]:
        """The tunnel's part of a beat: its name, the last number sent and the last number read."""
        return self.name, self._sent, self._read

    async def send(self, part: Part) -> None:
        """Send once the window has room. Raises TunnelLostError if the tunnel is over."""
        while not (self._is_over or self._has_room):
            self._credit.clear()
            await self._credit.wait()
        if self._is_over:
            raise TunnelLostError
        self.send_now(part)

    def send_now(self, part: Part) -> None:
        """Send regardless of the window; for frames that come once."""
        if self.lost is None and not self._is_closed:
            size = _size(part)
            self._sent += 1
            self._unread.append(size)
            self._sent_bytes += size
            self._publish(self._sent, part)

    async def next(self) -> Coming:
        """The next part. Marks the former part as read. Raises TunnelLostError after the last."""
        self._mark()
        while not self._inbox:
            if self.lost is not None or self._is_closed:
                raise TunnelLostError
            self._news.clear()
            await self._news.wait()
        part, self._taken = self._inbox.popleft()
        self._inbox_bytes -= self._taken
        return part

    def hear(self, number: int, content: msgspec.Raw) -> None:
        """Take a frame that arrived."""
        if self.lost is not None:
            return
        self.heard_at = asyncio.get_running_loop().time()
        try:
            if not number:
                self._control(read_control(content))
            elif number == self._received + 1:
                self._take(self._decode(content))
            elif number > self._received:
                self.lose(Loss.GAP)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.lose(Loss.MALFORMED)

    def beat(self, sent: int, read: int) -> None:
        """Take in the other side's beat: the numbers that it has sent and read."""
        self.heard_at = asyncio.get_running_loop().time()
        if sent > self._received:
            self.lose(Loss.GAP)
        else:
            self._release(read)

    def lose(self, loss: Loss) -> None:
        """End the tunnel; parts that have arrived can still be read."""
        if self.lost is None and not self._is_closed:
            self.lost = loss
            if loss is not Loss.RESET:
                self._publish(0, TunnelReset())
            self._over()

    def close(self) -> None:
        """Forget the tunnel, without a message to the other side."""
        if not self._is_closed:
            self._is_closed = True
            self._inbox.clear()
            self._over()
            if self.on_close is not None:
                self.on_close()
            self.on_close = self.on_over = None

    def _over(self) -> None:
        self._credit.set()
        self._news.set()
        if self.on_over is not None:
            self.on_over()

    @property
    def _is_over(self) -> bool:
        return self.lost is not None or self._is_closed or self._hung_up

    @property
    def _has_room(self) -> bool:
        return len(self._unread) < WINDOW and self._sent_bytes < WINDOW_BYTES

    def _control(self, control: Control) -> None:
        if isinstance(control, ReadMark):
            self._release(control.number)
        else:
            self.lose(Loss.RESET)

    def _release(self, read: int) -> None:
        first = self._sent - len(self._unread) + 1
        if read > self._sent:
            self.lose(Loss.MALFORMED)
            return
        for _ in range(first, read + 1):
            self._sent_bytes -= self._unread.popleft()
        if self._has_room:
            self._credit.set()

    def _take(self, part: Coming) -> None:
        is_full = len(self._inbox) >= WINDOW + SLACK or self._inbox_bytes >= WINDOW_BYTES + SLACK * FRAME_SIZE
        if is_full or (isinstance(part, Head | SocketAccepted) and not is_clean(part.headers)):
            self.lose(Loss.MALFORMED)
            return
        size = _size(part)
        self._received += 1
        self._inbox.append((part, size))
        self._inbox_bytes += size
        self._news.set()
        if isinstance(part, Hangup):
            self._hung_up = True
            self._credit.set()

    def _mark(self) -> None:
        """Count the taken part as read, and report that at every quarter of the window."""
        if not self._taken:
            return
        self._read += 1
        self._read_bytes += self._taken
        self._taken = 0
        if self._read - self._marked >= WINDOW // 4 or self._read_bytes >= WINDOW_BYTES // 4:
            self._marked, self._read_bytes = self._read, 0
            if self.lost is None and not self._is_closed:
                self._publish(0, ReadMark(self._read))


def _size(part: Part) -> int:
    """Bytes that count in the window."""
    if isinstance(part, BodyChunk | MessageChunk):
        return FRAME_SIZE + len(part.data)
    if isinstance(part, Head | SocketAccepted):
        return FRAME_SIZE + sum(len(name) + len(value) for name, value in part.headers)
    return FRAME_SIZE
