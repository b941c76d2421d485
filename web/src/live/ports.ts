/** What a table's store depends on, and what it reports. */
import type { ServerClock } from '../net/clock';
import type { Cuts } from '../net/fairness/cuts';
import type { Socket } from '../net/connection/socket';
import type { Channel } from '../net/connection/tabs';
import type { Seen, State } from '../net/types';
import type { NetworkListener } from '../net/connection/networkEvents';
import type { Pace } from './presentation';

/** Which table, and as whom. */
export interface TableRef {
  table: string;
  watch?: boolean;
  invitation?: string;
  /** Asks for the events from a number on besides the state, for the log; 1 for as many as the server still has. */
  from?: number;
  /** Played on this page alone: no server knows of it. */
  local?: boolean;
}

/** The table went on. `events` are those that were not told before, in order. */
export interface TableChange {
  readonly events: readonly Seen[];
  readonly before: State | null;
  readonly state: State;
}

/** Parts that tests replace. */
export interface StoreDependencies {
  dial?: (from: number) => Socket;
  others?: Channel | null;
  follow?: (sleeper: NetworkListener) => () => void;
  cuts?: Cuts;
  clock?: ServerClock;
  /** The device's clock. */
  now?: () => number;
  later?: (ms: number, call: () => void) => () => void;
  /** How fast to show what others did; as it comes, if it isn't said. */
  pace?: () => Pace;
  /** Numbers from 0 to 1, which vary the pauses of robots. */
  random?: () => number;
}

/** Calls a listener, whose failure must not stop others: its error goes where errors of the page go. */
export function safely(call: () => void): void {
  try {
    call();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
