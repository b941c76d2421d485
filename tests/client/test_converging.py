"""A client at a server that loses sockets, answers and whole processes: in the end both have the same."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from canastra.client import reconnection as r
from canastra.protocol import VERSION, ServerMessage
from canastra.protocol.commands import Ping, Ready
from canastra.protocol.messages import Done, Draining, Fault, Pong, Refused, Seen, Update, Welcome
from tests.client.faking import TALK, any_state

KEPT = 6
"""The number of events that the server repeats to a returning client."""


@dataclass
class Socket:
    """One attempt with its messages under way, up and down, in order."""

    from_seq: int
    up: deque[r.Request | Ping] = field(default_factory=deque)
    down: deque[ServerMessage] = field(default_factory=deque)
    greeted: bool = False
    dead: bool = False
    """True once it swallows messages in both directions."""


@dataclass
class Server:
    """A log of ids. Every command whose number can be divided by 5 is refused, and forgotten at once."""

    log: list[str] = field(default_factory=list)
    readers: list[Socket] = field(default_factory=list)

    def greet(self, socket: Socket) -> None:
        seq = len(self.log)
        old = not 0 < socket.from_seq <= seq + 1 or seq - socket.from_seq >= KEPT
        events = () if old else tuple(Seen(n, {"id": self.log[n - 1]}) for n in range(socket.from_seq, seq + 1))
        socket.down.append(Welcome(1, "t", 0, seq, any_state(seq), TALK, 20_000, events))
        socket.greeted = True
        self.readers.append(socket)

    def take(self, socket: Socket, message: r.Request | Ping) -> None:
        if isinstance(message, Ping):
            socket.down.append(Pong(message.n, 0))
        elif int(message.id) % 5 == 0:
            socket.down.append(Refused(message.id, Fault("x", "x", "x")))
        elif message.id in self.log:
            seq = self.log.index(message.id) + 1
            socket.down.append(Done(message.id, seq, seq))
        else:
            self.append(message.id)
            socket.down.append(Done(message.id, len(self.log), len(self.log)))

    def append(self, name: str) -> None:
        self.log.append(name)
        for each in self.readers:
            each.down.append(Update(len(self.log), (Seen(len(self.log), {"id": name}),), {}))


@dataclass
class World:
    """Server, network and client."""

    link: r.Link = field(default_factory=lambda: r.Link(start=1))
    server: Server = field(default_factory=Server)
    sockets: dict[int, Socket] = field(default_factory=dict)
    timers: set[r.LinkTimer] = field(default_factory=set)
    told: list[tuple[int, str]] = field(default_factory=list)
    answers: dict[str, ServerMessage] = field(default_factory=dict)
    jumps: int = 0
    asked: int = 0
    others: int = 0

    @property
    def socket(self) -> Socket | None:
        return self.sockets.get(self.link.number)

    def happen(self, event: r.Event, chance: float = 0.0) -> None:
        self.link, actions = r.decide(self.link, event, chance)
        for action in actions:
            self.perform(action)

    def perform(self, action: r.Action) -> None:
        match action:
            case r.Connect(number, from_seq):
                assert number not in self.sockets
                self.sockets[number] = Socket(from_seq)
            case r.Send(message):
                assert isinstance(message, Ping) or message.id not in self.answers, "an answered command is sent again"
                if self.socket:
                    self.socket.up.append(message)
            case r.Wait(timer, ms):
                assert ms > 0
                self.timers.add(timer)
            case r.Deliver(message, after):
                self.deliver(message, after)
            case _:
                pass

    def deliver(self, message: ServerMessage, after: int) -> None:
        if isinstance(message, Welcome | Update):
            fresh = [each for each in message.events if each.seq > after]
            if isinstance(message, Welcome) and message.seq > after and (not fresh or fresh[0].seq != after + 1):
                self.jumps += 1
                assert not message.events
            else:
                assert [each.seq for each in fresh] == list(range(after + 1, message.seq + 1))
            self.told += [(each.seq, (each.event or {})["id"]) for each in fresh]
        elif isinstance(message, Done | Refused):
            assert message.id not in self.answers, "answered twice"
            self.answers[message.id] = message

    # Faults, and their repair

    def ask(self) -> None:
        self.asked += 1
        self.happen(r.Queued(Ready(str(self.asked))))

    def other(self) -> None:
        self.others += 1
        self.server.append(f"x{self.others}")

    def up(self) -> None:
        socket = self.socket
        if not socket or socket.dead:
            return
        if not socket.greeted:
            self.happen(r.SocketOpened(self.link.number))
            self.server.greet(socket)
        elif socket.up:
            self.server.take(socket, socket.up.popleft())

    def down(self) -> None:
        if self.socket and self.socket.down and not self.socket.dead:
            self.happen(r.Arrived(self.link.number, self.socket.down.popleft()))

    def cut(self, code: int | None = None) -> None:
        """Break the socket: messages up may still arrive, messages down are lost."""
        socket = self.socket
        if socket:
            while socket.up and self.asked % 2 and not socket.dead:
                self.server.take(socket, socket.up.popleft())
            self.server.readers = [each for each in self.server.readers if each is not socket]
            self.happen(r.Lost(self.link.number, code), 0.5)

    def hole(self) -> None:
        """Swallow all messages from now on, without closing."""
        if self.socket:
            self.socket.dead = True

    def late(self) -> None:
        """Let a message of an older socket arrive."""
        for number, socket in self.sockets.items():
            if number != self.link.number and socket.down:
                self.happen(r.Arrived(number, socket.down.popleft()))

    def restart(self) -> None:
        if self.socket and self.socket.greeted:
            self.socket.down.append(Draining(500))
        self.server.readers.clear()
        for _ in range(3):
            self.down()
        self.cut(1012)

    def fire(self) -> None:
        for timer in sorted(self.timers):
            self.timers.discard(timer)
            self.happen(r.Fired(timer), 0.25)

    def network(self) -> None:
        self.happen(r.Offline())
        self.late()
        self.happen(r.Online())

    def settle(self) -> None:
        """Let everything run without faults until both sides agree."""
        for _ in range(400):
            self.fire()
            for _ in range(8):
                self.up()
                self.down()
            if (
                not self.link.unanswered
                and self.link.seen == len(self.server.log)
                and self.link.stage is r.LinkStage.LIVE
            ):
                return


STEPS = ("ask", "ask", "other", "up", "up", "down", "down", "cut", "hole", "late", "restart", "fire", "network")


@given(st.lists(st.sampled_from(STEPS), max_size=120))
def test_nothing_is_lost_or_done_twice(steps: list[str]) -> None:
    world = World()
    world.happen(r.Online())
    for step in steps:
        getattr(world, step)()
    world.settle()
    own = [name for name in world.server.log if not name.startswith("x")]
    wanted = [str(number) for number in range(1, world.asked + 1)]
    assert own == [name for name in wanted if int(name) % 5], "each once, in order"
    assert sorted(world.answers) == sorted(wanted)
    assert all(isinstance(world.answers[name], Refused) == (int(name) % 5 == 0) for name in wanted)
    numbers = [number for number, _ in world.told]
    assert numbers == sorted(set(numbers)), "each event once, in order"
    assert world.jumps or numbers == list(range(1, len(world.server.log) + 1)), "and without gaps"
    assert all(world.server.log[number - 1] == name for number, name in world.told)
    assert world.link.seen == len(world.server.log)


@given(st.lists(st.tuples(st.sampled_from(["lost", "fired", "online", "opened"]), st.floats(0, 0.999)), max_size=60))
def test_attempts_get_rarer_and_never_stop(steps: list[tuple[str, float]]) -> None:
    """After any fault, an attempt is under way, or a timer leads to one within 4 s."""
    link, _ = r.decide(r.Link(), r.Online())
    for name, chance in steps:
        events: dict[str, r.Event] = {
            "lost": r.Lost(link.number),
            "fired": r.Fired(r.LinkTimer.RETRY if link.stage is r.LinkStage.WAITING else r.LinkTimer.SILENCE),
            "online": r.Online(),
            "opened": r.SocketOpened(link.number),
        }
        before = link
        link, actions = r.decide(link, events[name], chance)
        waits = [each.ms for each in actions if isinstance(each, r.Wait)]
        if link.stage is r.LinkStage.WAITING and before.stage is not r.LinkStage.WAITING:
            assert waits == [ms for ms in waits if 0 < ms <= r.LONGEST_RETRY]
            assert len(waits) == 1
            assert waits[0] >= min(r.SHORTEST_RETRY << before.failures - 1, r.LONGEST_RETRY) // 2
        assert link.stage in {r.LinkStage.CONNECTING, r.LinkStage.OPENED, r.LinkStage.WAITING}


CODES = st.sampled_from([None, 1006, 1011, 1012, 4010, 4011, 4013])


@given(st.lists(st.tuples(CODES, st.booleans(), st.floats(0, 0.999)), max_size=40), CODES, st.floats(0, 0.999))
def test_nobody_waits_5_seconds_for_a_server_that_is_there(
    past: list[tuple[int | None, bool, float]], code: int | None, chance: float
) -> None:
    """After any number of lost sockets, the attempt after the next loss comes in time."""
    link, _ = r.decide(r.Link(), r.Online())
    for lost, welcomed, by_chance in past:
        if welcomed:
            link, _ = r.decide(link, r.Arrived(link.number, Welcome(VERSION, "t", 0, 7, any_state(7), TALK, 20_000)))
        link, _ = r.decide(link, r.Lost(link.number, lost), by_chance)
        link, _ = r.decide(link, r.Fired(r.LinkTimer.RETRY))
    link, actions = r.decide(link, r.Lost(link.number, code), chance)
    assert sum(each.ms for each in actions if isinstance(each, r.Wait) and each.timer is r.LinkTimer.RETRY) < 5_000
