"""All tunnels of a node: dispatches frames, sends beats, and ends tunnels when the other side falls silent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from canastra.cluster.routing.bus import Bus, BusSubscription
from canastra.cluster.routing.frames import (
    NOWHERE,
    Beats,
    Control,
    Part,
    TunnelReset,
    envelope,
    read_beats,
    read_envelope,
)
from canastra.cluster.routing.tunnel import Loss, Tunnel
from canastra.server.limits import limit
from canastra.server.logging import log

BEAT = 5.0
"""Seconds between two beats."""
SILENCE = limit(
    "tunnel_silence", 15.0, "a tunnel", "time without a sign of life of its other end", "it is given up", "s"
)
BEATS = limit("tunnel_beats", 500, "a sign of life", "tunnels in it", "further ones are in the next")
Coming = TypeVar("Coming", bound=Part)


class Tunnels:
    """The tunnels that begin or end at a node."""

    def __init__(self, bus: Bus, node: str, prefix: str = "canastra", beat: float = BEAT) -> None:
        self.node = node
        self.malformed = 0
        """Unreadable messages that belong to no tunnel."""
        self.losses: dict[Loss, int] = dict.fromkeys(Loss, 0)
        """The number of lost tunnels by reason."""
        self._bus, self._prefix, self._beat = bus, prefix, beat
        self._tunnels: dict[bytes, Tunnel[Any]] = {}
        self._listening: BusSubscription | None = None
        self._beating: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._tunnels)

    async def start(self) -> None:
        """Listen, and begin the beats."""
        self._listening = await self._bus.subscribe(self._subject(self.node), self._hear)
        self._beating = asyncio.create_task(self._keep_beating())

    async def close(self) -> None:
        """Lose all remaining tunnels, and stop listening."""
        self.lose_all()
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._listening is not None:
            await self._listening.close()

    def dig(self, name: bytes, peer: str, read: Callable[[msgspec.Raw], Coming]) -> Tunnel[Coming]:
        """A tunnel to another node; forgotten when it is closed."""

        def publish(number: int, content: Part | Control) -> None:
            self._publish(peer, name, number, content)

        made = Tunnel(name, peer, read, publish)
        self._tunnels[name] = made
        made.on_close = lambda: self._forget(made)
        return made

    def knows(self, name: bytes) -> bool:
        """Return whether there is a tunnel of that name."""
        return name in self._tunnels

    def lose_all(self) -> None:
        """Lose all tunnels."""
        for tunnel in tuple(self._tunnels.values()):
            tunnel.lose(Loss.CLOSED)

    def _forget(self, tunnel: Tunnel[Any]) -> None:
        self._tunnels.pop(tunnel.name, None)
        if tunnel.lost is not None:
            self.losses[tunnel.lost] += 1
            log(logging.WARNING, "tunnel_lost", peer=tunnel.peer, why=tunnel.lost)

    def _subject(self, node: str) -> str:
        return f"{self._prefix}.frames.{node}"

    def _publish(self, peer: str, name: bytes, number: int, content: Part | Control | Beats) -> None:
        self._bus.publish(self._subject(peer), envelope(self.node, name, number, content))

    def _hear(self, data: bytes) -> None:
        try:
            found = read_envelope(data)
            if found.tunnel == NOWHERE:
                self._hear_beats(found.sender, read_beats(found.content))
                return
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.malformed += 1
            return
        tunnel = self._of(found.sender, found.tunnel)
        if tunnel is not None:
            tunnel.hear(found.number, found.content)
        elif found.number:  # A control message about a tunnel that has just ended needs no answer.
            self._publish(found.sender, found.tunnel, 0, TunnelReset())

    def _hear_beats(self, sender: str, beats: Beats) -> None:
        for name, sent, read in beats.tunnels:
            tunnel = self._of(sender, name)
            if tunnel is None:
                self._publish(sender, name, 0, TunnelReset())
            else:
                tunnel.beat(sent, read)

    def _of(self, sender: str, name: bytes) -> Tunnel[Any] | None:
        """The tunnel of that name, if it leads to that node."""
        found = self._tunnels.get(name)
        return found if found is not None and found.peer == sender else None

    async def _keep_beating(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(self._beat)
            by_peer: dict[str, list[tuple[bytes, int, int]]] = {}
            for tunnel in tuple(self._tunnels.values()):
                if now() - tunnel.heard_at >= SILENCE / BEAT * self._beat:
                    tunnel.lose(Loss.SILENT)
                if tunnel.lost is None:
                    by_peer.setdefault(tunnel.peer, []).append(tunnel.numbers)
            for peer, numbers in by_peer.items():
                for start in range(0, len(numbers), BEATS):
                    self._publish(peer, NOWHERE, 0, Beats(numbers[start : start + BEATS]))
