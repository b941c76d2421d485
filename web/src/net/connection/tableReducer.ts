/** The reducer of a table: the client's knowledge of it, and its change by each message. Pure. */
import type {
  Changes,
  DealEndedEvent,
  Line,
  Missed,
  PlayState,
  Reacted,
  Said,
  Seen,
  ServerMessage,
  State,
  TableEvent,
  Talk,
  Update,
  Welcome,
} from '../types';

/** The numbers of entries that are stored. */
export const EVENTS = 400;
export const LINES = 200;
export const REACTIONS = 12;

/** An event with the content that this user may see. */
export interface LoggedEvent {
  readonly seq: number;
  readonly event: TableEvent;
}

/** A reaction; `key` distinguishes equal reactions. */
export interface Reaction extends Reacted {
  readonly key: number;
}

export interface Known {
  /** Null until the first welcome. */
  readonly state: State | null;
  /** The last event that the state contains. */
  readonly seq: number;
  /** The latest events, in order. */
  readonly log: readonly LoggedEvent[];
  /** Events that the server no longer had: the state includes them, the log doesn't. Null once dismissed. */
  readonly missed: { readonly from: number; readonly to: number } | null;
  /** Finished deals, by number. */
  readonly ended: ReadonlyMap<number, DealEndedEvent>;
  readonly talk: Talk;
  /** The chat lines, by number. */
  readonly lines: readonly Line[];
  readonly reactions: readonly Reaction[];
  readonly watchers: number;
  /** The table of the rematch. */
  readonly next: string | null;
}

export const NOTHING: Known = {
  state: null,
  seq: 0,
  log: [],
  missed: null,
  ended: new Map(),
  talk: { mode: 'off', partners: false, presets: [], reactions: [], lines: [] },
  lines: [],
  reactions: [],
  watchers: 0,
  next: null,
};

/** A state with changes: each key is replaced, and the keys of `play` one by one if both have a deal. */
export function merged(state: State, { play: changed, ...changes }: Changes): State {
  if (changed === undefined) return { ...state, ...changes };
  // A new deal brings all of its keys.
  const play = changed && ({ ...state.play, ...changed } as PlayState);
  return { ...state, ...changes, play };
}

/** The next state after a message; `after` is the last event known before it. */
export function reduce(known: Known, message: ServerMessage, after: number): Known {
  switch (message.type) {
    case 'welcome':
      return welcomed(known, message, after);
    case 'update':
      return updated(known, message, after);
    case 'refused':
      return message.missed?.state ? caughtUp(known, message.missed, message.missed.state, after) : known;
    case 'said':
      return said(known, message);
    case 'reacted':
      return { ...known, reactions: [...known.reactions, keyed(known, message)].slice(-REACTIONS) };
    case 'watchers':
      return { ...known, watchers: message.count };
    case 'next':
      return { ...known, next: message.table };
    default:
      return known;
  }
}

function welcomed(known: Known, message: Welcome, after: number): Known {
  const { seq, state, talk } = message;
  // A server restored from a backup has lost the later events.
  const former = seq < after ? { ...known, log: known.log.filter((each) => each.seq <= seq) } : known;
  const [first] = talk.lines;
  const earlier = first ? known.lines.filter((line) => line.n < first.n) : [];
  return {
    ...gone(former, state, seq, message.events ?? [], after),
    talk,
    lines: [...earlier, ...talk.lines].slice(-LINES),
    watchers: message.watchers ?? 0,
  };
}

function updated(known: Known, { seq, events, changes }: Update, after: number): Known {
  if (!known.state) return known;
  return gone(known, merged(known.state, changes), seq, events, after);
}

function caughtUp(known: Known, { seq, events }: Missed, state: State, after: number): Known {
  return seq > after ? gone(known, state, seq, events, after) : known;
}

/** The knowledge after the table went on to a state. */
function gone(known: Known, state: State, seq: number, events: readonly Seen[], after: number): Known {
  const fresh = newEvents(events, after);
  const from = after + 1;
  const missing = after > 0 && seq > after && fresh[0]?.seq !== from;
  const shown = fresh.filter((each): each is LoggedEvent => each.event !== null);
  const log = [...known.log, ...shown];
  return {
    ...known,
    state,
    seq,
    // Drop earlier lines at the draw for seats, because their seats now belong to other players.
    log: log
      .slice(
        Math.max(
          0,
          log.findLastIndex(({ event }) => event.type === 'seats_drawn'),
        ),
      )
      .slice(-EVENTS),
    missed: missing ? { from, to: (fresh[0]?.seq ?? seq + 1) - 1 } : known.missed,
    ended: withEnded(known.ended, [...shown.map(({ event }) => event), ...(state.last ? [state.last] : [])]),
  };
}

/** The events that were not known before. */
export function newEvents(events: readonly Seen[], after: number): readonly Seen[] {
  return events.filter((each) => each.seq > after);
}

function withEnded(ended: Known['ended'], events: readonly TableEvent[]): Known['ended'] {
  const fresh = events.filter((event) => event.type === 'deal_ended').filter((event) => !ended.has(event.deal));
  return fresh.length ? new Map([...ended, ...fresh.map((event) => [event.deal, event] as const)]) : ended;
}

function said(known: Known, { line }: Said): Known {
  const others = known.lines.filter((each) => each.n !== line.n);
  return { ...known, lines: [...others, line].sort((one, other) => one.n - other.n).slice(-LINES) };
}

function keyed(known: Known, reacted: Reacted): Reaction {
  return { ...reacted, key: (known.reactions.at(-1)?.key ?? 0) + 1 };
}
