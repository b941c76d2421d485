/** What a phone at a table keeps for the round: the code, the side, how the table stood, what was typed. */
import { parseJson, readItem, writeItem } from './storage';
import type { TableView } from '../net/types';

/** The points of both sides as they stand in the fields. */
export type Typed = readonly [string, string];

export interface Phone {
  token: string;
  half: TableView['half'];
  /** How the table stood when the server was last heard; null before. */
  view: TableView | null;
  typed: readonly Typed[];
  /** Whether the guest of this browser was begun here, to be called as the side is. */
  begun: boolean;
}

/** Where a table is, by numbers. */
export type Place = Pick<TableView, 'phase' | 'round' | 'table'>;

const keyOf = (tournament: string): string => `canastra.tournament.${tournament}.phone`;

/** A phone that has just read a code. */
export function freshPhone(token: string): Phone {
  return { token, half: null, view: null, typed: [], begun: false };
}

/** What is kept of a tournament; what makes no sense is nothing. */
export function keptPhone(tournament: string): Phone | null {
  const found = parseJson(readItem(keyOf(tournament))) as Partial<Phone> | null;
  return typeof found?.token === 'string' && Array.isArray(found.typed)
    ? { ...freshPhone(found.token), ...found }
    : null;
}

/** Keeps it, or forgets it. */
export function keepPhone(tournament: string, phone: Phone | null): void {
  writeItem(keyOf(tournament), phone && JSON.stringify(phone));
}

/** Whether a code is still of use: its round is not over. */
export function isOpen({ stage }: Pick<TableView, 'stage'>): boolean {
  return stage === 'published' || stage === 'playing';
}

export function samePlace(one: Place, other: Place): boolean {
  return one.phase === other.phase && one.round === other.round && one.table === other.table;
}

/** What was typed at a table belongs to no other one: how the phone is after the server has said how a table stands. */
export function heard(phone: Phone, view: TableView): Phone {
  const elsewhere = phone.view !== null && !samePlace(phone.view, view);
  return { ...phone, half: view.half, view, typed: elsewhere || view.result ? [] : phone.typed };
}
