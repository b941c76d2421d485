/** The dependencies of a table's store, and its reports. */
import type { ServerClock } from '../net/clock';
import type { Cuts } from '../net/fairness/cuts';
import type { Socket } from '../net/connection/socket';
import type { Channel } from '../net/connection/tabs';
import type { Seen, State } from '../net/types';
import type { NetworkListener } from '../net/connection/networkEvents';
import type { Pace } from './presentation';

/** A table, and the role in which to connect. */
export interface TableRef {
  table: string;
  watch?: boolean;
  invitation?: string;
  /** Requests the events from a number on besides the state, for the log; 1 for all that the server still has. */
  from?: number;
  /** True if the table exists on this page alone, without a server. */
  local?: boolean;
}

/** A change of the table. `events` are the new events, in order. */
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
  /** The pace at which actions of others are shown; without it they are shown at once. */
  pace?: () => Pace;
  /** Random numbers from 0 to 1, which vary the robots' pauses. */
  random?: () => number;
}

/** Calls a listener. Its error doesn't affect other listeners and is reported like any error of the page. */
export function safely(call: () => void): void {
  try {
    call();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
