/** Tables of a list in words. */
import type { TableCard } from '../../net/types';
import { personName, t } from '../../i18n';
import { said } from './rulebooks';

/** The rulebook's name; "regra da casa" is part of it where it is one. */
export function rulebookName(card: TableCard): string {
  return said(card.rulebook_name);
}

/** The players at a table, except the one at a seat: "Bruno, Clara, 1 robô". */
export function namesOf(card: TableCard, except: number | null = null): string {
  const seated = card.seats.filter(({ kind }, seat) => kind !== 'empty' && seat !== except);
  const people = seated.filter(({ kind }) => kind !== 'bot').map(({ name }) => personName(name));
  const n = seated.length - people.length;
  return [...people, ...(n ? [t('start.robots', { n })] : [])].join(', ');
}

/** How many seats are empty. */
export function freeSeats(card: TableCard): number {
  return card.seats.filter(({ kind }) => kind === 'empty').length;
}

/** What was shown before as it is now, in its place, then what is new. */
export function withBefore(before: readonly TableCard[], now: readonly TableCard[]): TableCard[] {
  const kept = before.flatMap(({ table }) => now.filter((card) => card.table === table));
  return [...kept, ...now.filter((card) => !kept.includes(card))];
}

/** Those where one is waited for come first; otherwise in the order given. */
export function yoursFirst(cards: readonly TableCard[]): TableCard[] {
  return [...cards.filter((card) => card.your_turn), ...cards.filter((card) => !card.your_turn)];
}

/** Whether somebody else may act there: what is shown of it may change by itself. */
export function withPeople(card: TableCard): boolean {
  return card.seats.some(({ kind }, seat) => kind !== 'bot' && seat !== card.seat);
}

/** Whether there is something left to be played. */
export function isUnfinished(card: TableCard): boolean {
  return card.stage !== 'finished';
}
