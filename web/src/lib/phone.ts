/**
 * The data that a phone at a table stores for the round: the code, the side, the last view of the table, the typed
 * points.
 */
import { parseJson, readItem, writeItem } from './storage';
import type { TableView } from '../net/types';

/** The points of both sides as typed. */
export type Typed = readonly [string, string];

export interface Phone {
  token: string;
  half: TableView['half'];
  /** The server's last view of the table; null before. */
  view: TableView | null;
  typed: readonly Typed[];
  /** True if the guest of this browser was created by the code. The guest then gets the name of the side. */
  begun: boolean;
}

/** Identifies a table by numbers. */
export type Place = Pick<TableView, 'phase' | 'round' | 'table'>;

const keyOf = (tournament: string): string => `canastra.tournament.${tournament}.phone`;

/** A phone that has just read a code. */
export function freshPhone(token: string): Phone {
  return { token, half: null, view: null, typed: [], begun: false };
}

/** The stored data for a tournament; null if it is missing or malformed. */
export function keptPhone(tournament: string): Phone | null {
  const found = parseJson(readItem(keyOf(tournament))) as Partial<Phone> | null;
  return typeof found?.token === 'string' && Array.isArray(found.typed)
    ? { ...freshPhone(found.token), ...found }
    : null;
}

/** Stores the data; null removes them. */
export function keepPhone(tournament: string, phone: Phone | null): void {
  writeItem(keyOf(tournament), phone && JSON.stringify(phone));
}

/** Returns true if the code is still valid: its round is not over. */
export function isOpen({ stage }: Pick<TableView, 'stage'>): boolean {
  return stage === 'published' || stage === 'playing';
}

export function samePlace(one: Place, other: Place): boolean {
  return one.phase === other.phase && one.round === other.round && one.table === other.table;
}

/** The data after the server's view of a table. Points typed at another table are dropped. */
export function heard(phone: Phone, view: TableView): Phone {
  const elsewhere = phone.view !== null && !samePlace(phone.view, view);
  return { ...phone, half: view.half, view, typed: elsewhere || view.result ? [] : phone.typed };
}
