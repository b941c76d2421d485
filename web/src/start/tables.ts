/** Tables of a list in words. */
import type { TableCard } from '../net/types';
import { personName, t } from '../i18n';
import { said } from './rulebooks';

/** The rulebook's name; "regra da casa" is part of it where it is one. */
export function rulebookName(card: TableCard): string {
  return said(card.rulebook_name);
}

/** Who sits there, but for somebody: "Bruno, Clara, 1 robô". */
export function namesOf(card: TableCard, except: number | null = null): string {
  const others = card.seats.filter(({ kind }, seat) => kind !== 'empty' && seat !== except);
  return withRobots(others.filter(({ kind }) => kind !== 'bot').map(({ name }) => personName(name)), others);
}

/** Names of people among so many, the others of whom are robots. */
export function withRobots(people: readonly string[], everybody: { length: number }): string {
  const n = everybody.length - people.length;
  return [...people, ...(n ? [t('start.robots', { n })] : [])].join(', ');
}

/** How many seats are empty. */
export function freeSeats(card: TableCard): number {
  return card.seats.filter(({ kind }) => kind === 'empty').length;
}

/** What was shown before as it is now, in its place, then what is new and unfinished. */
export function withBefore(before: readonly TableCard[], now: readonly TableCard[], most: number): TableCard[] {
  const kept = before.flatMap(({ table }) => now.filter((card) => card.table === table));
  const fresh = now.filter((card) => isUnfinished(card) && !kept.includes(card));
  return [...kept, ...fresh].slice(0, most);
}

/** Whether there is something left to be played. */
export function isUnfinished(card: TableCard): boolean {
  return card.stage !== 'finished';
}
