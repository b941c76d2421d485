/**
 * All decisions about a table's connection in one pure function, from an event to the actions that follow.
 *
 * The twin of canastra.client.reconnection: docs/client.md has the decisions as a table, and both must pass the cases
 * of tests/client/reconnection.json. Chance is a number from 0 up to but not including 1; times are in milliseconds.
 */
import {
  Close,
  FINAL,
  UNANSWERED,
  VERSION,
  type ClientMessage,
  type Done,
  type Fault,
  type Hint,
  type Ping,
  type Preview,
  type Refused,
  type ServerMessage,
  type Update,
  type Welcome,
} from '../types';

/** From the attempt to connect to the welcome. */
export const OPENING = 10_000;
export const SHORTEST_RETRY = 500;
/** The longest pause. With the time to connect, a client is back within 5 s after the server is. */
export const LONGEST_RETRY = 4_000;
/** The longest pause after a refusal for lack of room: that server is running but overloaded. */
export const LONGEST_TOO_MANY = 30_000;
/** Clients come back within this time, so that those of many tables don't come together. */
export const NOTICED_SPREAD = 250;
/**
 * Codes with which a server closes a connection in an orderly way: the table has moved, or will be back in a moment.
 */
const NOTICED: ReadonlySet<number> = new Set([Close.restart, Close.stopped]);
/** Clients come back within this time after a restart, if the server gives no other. */
export const SPREAD = 1_000;
/** The number of failures as which a refusal for lack of room counts. */
export const TOO_MANY_FAILURES = 4;
/** The pause before a request is repeated that an overloaded server refused; up to twice as long. */
export const POSTPONED = 500;
/** The number of heartbeats without a message after which a connection counts as dead. */
export const SILENT_HEARTBEATS = 3;

/** A message that is stored and sent again until it is answered. Queries are not: the page asks again if needed. */
export type Request = Exclude<ClientMessage, Ping | Preview | Hint>;

/**
 * The stage of a connection: `offline` before the start or without a network, `opened` before the welcome, `waiting`
 * for the next attempt, `ended` for good.
 */
export type Stage = 'offline' | 'connecting' | 'opened' | 'live' | 'waiting' | 'ended';

/** The timers. Starting a timer again replaces its former end. */
export type Timer = 'silence' | 'retry' | 'again';

/** A connection's state between two events. */
export interface Link {
  readonly stage: Stage;
  /** The number of the latest attempt; events of older attempts are ignored. */
  readonly number: number;
  /** The last event of the table that was passed on. */
  readonly seen: number;
  /** The event number to ask for while no event was seen; 0 for the state alone. */
  readonly start: number;
  /** Consecutive losses, without an update or a whole quiet heartbeat in between. */
  readonly failures: number;
  /** The losses among them with a code of `NOTICED`. Only these lengthen the pause after such a code. */
  readonly notices: number;
  /** True if a message has arrived since the last tick. */
  readonly heard: boolean;
  /** Consecutive ticks without a message. */
  readonly silent: number;
  readonly heartbeat: number;
  /** How long to stay away after the server closes, if the server said so. */
  readonly draining: number | null;
  /** In the order in which they were given. */
  readonly unanswered: readonly Request[];
  /** Ids of requests that the server was too busy for; they are sent again after a pause. */
  readonly postponed: readonly string[];
}

export const NEW: Link = {
  stage: 'offline',
  number: 0,
  seen: 0,
  start: 0,
  failures: 0,
  notices: 0,
  heard: false,
  silent: 0,
  heartbeat: 20_000,
  draining: null,
  unanswered: [],
  postponed: [],
};

/** The report before the first attempt. */
export const BEFORE: Report = { do: 'report', stage: 'offline', ms: 0, code: null, fault: null };

/** Events of a socket, a timer, the network or the user. */
export type LinkEvent =
  | { type: 'opened'; number: number }
  | { type: 'arrived'; number: number; message: ServerMessage }
  /** `code` is null if the socket broke, never opened, or sent invalid data. */
  | { type: 'lost'; number: number; code: number | null }
  | { type: 'fired'; timer: Timer }
  | { type: 'offline' }
  /** There is a network; also the first event. */
  | { type: 'online' }
  | { type: 'left' }
  | { type: 'queued'; message: Request };

/** Passes the message on. Its events up to `after` are known already; a state in it replaces the former state. */
export type Deliver = { do: 'deliver'; message: ServerMessage; after: number };

/** Tells the user the stage: at an end with the close code and the reason, while waiting with the time. */
export type Report = { do: 'report'; stage: Stage; ms: number; code: number | null; fault: Fault | null };

/** The actions that follow, in order. */
export type Action =
  /** Opens a socket; `from` is the first event to ask for. */
  | { do: 'connect'; number: number; from: number }
  /** Closes the present socket or gives up the attempt; its later events are ignored. */
  | { do: 'drop' }
  | { do: 'send'; message: Request | Ping }
  | { do: 'wait'; timer: Timer; ms: number }
  | Deliver
  | Report;

export type Decision = readonly [Link, readonly Action[]];

/** The next state of the connection, and the actions that follow, in order. */
export function decide(link: Link, event: LinkEvent, chance = 0): Decision {
  if (link.stage === 'ended') return [link, []];
  switch (event.type) {
    case 'opened':
    case 'arrived':
    case 'lost':
      return onSocket(link, event, chance);
    case 'fired':
      return fired(link, event.timer, chance);
    case 'offline':
      return offline(link);
    case 'online':
      return resting(link) ? connect(steady(link)) : [link, []];
    case 'left':
      return ended(link);
    case 'queued':
      return queued(link, event.message);
  }
}

function resting(link: Link): boolean {
  return link.stage === 'offline' || link.stage === 'waiting';
}

function report(stage: Stage, ms = 0, code: number | null = null, fault: Fault | null = null): Report {
  return { do: 'report', stage, ms, code, fault };
}

function connect(link: Link): Decision {
  const number = link.number + 1;
  return [
    { ...link, stage: 'connecting', number, heard: false, silent: 0, draining: null },
    [
      { do: 'connect', number, from: link.seen ? link.seen + 1 : link.start },
      { do: 'wait', timer: 'silence', ms: OPENING },
      report('connecting'),
    ],
  ];
}

type OnSocket = Extract<LinkEvent, { number: number }>;

function onSocket(link: Link, event: OnSocket, chance: number): Decision {
  if (resting(link) || event.number !== link.number) return [link, []];
  if (event.type === 'lost') return lost(link, event.code, chance);
  if (event.type === 'opened') return [link.stage === 'connecting' ? { ...link, stage: 'opened' } : link, []];
  const heard = { ...link, heard: true };
  if (event.message.type === 'welcome') return welcomed(heard, event.message);
  return told(heard, event.message, chance);
}

/** After the loss of a socket: reconnects at once, later, or never. */
function lost(link: Link, code: number | null, chance: number): Decision {
  if (code !== null && FINAL.has(code)) return ended(link, code, null, false);
  const [next, pause] = paused(link, code, chance);
  const ms = link.draining ?? pause;
  if (!ms) return connect(next);
  return [{ ...next, stage: 'waiting' }, [{ do: 'wait', timer: 'retry', ms }, report('waiting', ms, code)]];
}

/** The link with this loss counted, and the time to wait. */
function paused(link: Link, code: number | null, chance: number): readonly [Link, number] {
  if (code !== null && NOTICED.has(code)) {
    const ms = link.notices ? delay(link.notices, chance) : Math.floor(NOTICED_SPREAD * chance);
    return [{ ...link, notices: link.notices + 1 }, ms];
  }
  const tooMany = code === Close.tooMany;
  const failures = tooMany ? Math.max(link.failures, TOO_MANY_FAILURES) : link.failures;
  const ms = delay(failures, chance, tooMany ? LONGEST_TOO_MANY : LONGEST_RETRY);
  return [{ ...link, failures: failures + 1 }, ms];
}

/** The link after a row of losses has ended. */
function steady(link: Link): Link {
  return { ...link, failures: 0, notices: 0 };
}

/** Zero for the first attempt; then from half to the whole of a time that doubles. */
function delay(failures: number, chance: number, longest = LONGEST_RETRY): number {
  if (!failures) return 0;
  const half = Math.floor(Math.min(longest, SHORTEST_RETRY * 2 ** Math.min(failures - 1, 10)) / 2);
  return half + Math.floor(half * chance);
}

/** The same, with a socket that must be closed. */
function dropped(link: Link, chance: number): Decision {
  const [next, actions] = lost(link, null, chance);
  return [next, [{ do: 'drop' }, ...actions]];
}

function fired(link: Link, timer: Timer, chance: number): Decision {
  if (timer === 'retry') return link.stage === 'waiting' ? connect(link) : [link, []];
  if (timer === 'again') return again(link);
  if (resting(link)) return [link, []];
  if (link.stage !== 'live') return dropped(link, chance);
  const watch: Action = { do: 'wait', timer: 'silence', ms: link.heartbeat };
  if (link.heard) return [{ ...steady(link), heard: false, silent: 0 }, [watch]];
  const silent = link.silent + 1;
  if (silent >= SILENT_HEARTBEATS) return dropped({ ...link, silent }, chance);
  // A browser can't see the pings of the WebSocket protocol: the answer to this message shows that the server is there.
  return [{ ...link, silent }, [{ do: 'send', message: { type: 'ping', n: silent } }, watch]];
}

function offline(link: Link): Decision {
  if (link.stage === 'offline') return [link, []];
  const drop: Action[] = link.stage === 'waiting' ? [] : [{ do: 'drop' }];
  return [{ ...link, stage: 'offline' }, [...drop, report('offline')]];
}

function ended(link: Link, code: number | null = null, fault: Fault | null = null, drop = true): Decision {
  const before: Action[] = drop && !resting(link) ? [{ do: 'drop' }] : [];
  return [{ ...link, stage: 'ended' }, [...before, report('ended', 0, code, fault)]];
}

function queued(link: Link, message: Request): Decision {
  const next = { ...link, unanswered: [...link.unanswered, message] };
  // A server that is about to stop accepts no new requests: they wait for the next welcome.
  return [next, link.stage === 'live' && link.draining === null ? [{ do: 'send', message }] : []];
}

function welcomed(link: Link, message: Welcome): Decision {
  if (message.v !== VERSION) return ended(link, Close.unknownVersion);
  const { seq, heartbeat } = message;
  return [
    // Use the server's number even if it is lower: a server restored from a backup has lost events.
    { ...link, stage: 'live', seen: seq, heartbeat, silent: 0, postponed: [] },
    [
      { do: 'deliver', message, after: link.seen },
      ...link.unanswered.map((each): Action => ({ do: 'send', message: each })),
      { do: 'wait', timer: 'silence', ms: heartbeat },
      report('live'),
    ],
  ];
}

function told(link: Link, message: Exclude<ServerMessage, Welcome>, chance: number): Decision {
  const deliver: Action = { do: 'deliver', message, after: link.seen };
  if (message.type === 'draining') {
    const away = message.after + Math.floor((message.spread ?? SPREAD) * chance);
    return [{ ...link, draining: away }, [deliver, report(link.stage, message.after)]];
  }
  if (message.type === 'closed') return message.again ? [link, [deliver]] : ended(link, null, message.fault ?? null);
  if (link.stage !== 'live') return [link, []];
  switch (message.type) {
    case 'update':
      return updated(link, message, chance);
    case 'done':
    case 'refused':
      return answered(link, message);
    case 'error':
      if (UNANSWERED.has(message.fault.code) && link.unanswered.some((each) => each.id === message.id)) {
        return postponed(link, String(message.id), chance);
      }
      return [{ ...link, unanswered: link.unanswered.filter((each) => each.id !== message.id) }, [deliver]];
    case 'said':
    case 'reacted':
      return [{ ...link, unanswered: link.unanswered.filter((each) => each.id !== message.id) }, [deliver]];
    default:
      return [link, [deliver]];
  }
}

/** Repeats the request later: a busy server has not answered it. */
function postponed(link: Link, id: string, chance: number): Decision {
  const wait: Action = { do: 'wait', timer: 'again', ms: POSTPONED + Math.floor(POSTPONED * chance) };
  const ids = link.postponed.includes(id) ? link.postponed : [...link.postponed, id];
  return [{ ...link, postponed: ids }, link.postponed.length ? [] : [wait]];
}

function again(link: Link): Decision {
  // They are sent with all others after the next welcome.
  if (link.stage !== 'live' || link.draining !== null) return [link, []];
  const repeat = link.unanswered.filter((each) => link.postponed.includes(each.id));
  return [{ ...link, postponed: [] }, repeat.map((message): Action => ({ do: 'send', message }))];
}

function updated(link: Link, message: Update, chance: number): Decision {
  if (message.seq <= link.seen) return [link, []];
  if ((message.events[0]?.seq ?? message.seq) > link.seen + 1) return dropped(link, chance);
  return [{ ...steady(link), seen: message.seq }, [{ do: 'deliver', message, after: link.seen }]];
}

function answered(link: Link, message: Done | Refused): Decision {
  const unanswered = link.unanswered.filter((each) => each.id !== message.id);
  if (unanswered.length === link.unanswered.length) return [link, []];
  const missed = message.type === 'refused' ? message.missed : null;
  const seen = missed?.state ? Math.max(link.seen, missed.seq) : link.seen;
  return [{ ...link, unanswered, seen }, [{ do: 'deliver', message, after: link.seen }]];
}
