/** The tables of a list in words. */
import type { TableCard } from '../../net/types';
import { personName, t } from '../../i18n';
import { said } from './rulebooks';

/** The rulebook's name, which includes "regra da casa" for house rules. */
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

/** The number of empty seats. */
export function freeSeats(card: TableCard): number {
  return card.seats.filter(({ kind }) => kind === 'empty').length;
}

/** The former cards, updated and in their order, then the new cards. */
export function withBefore(before: readonly TableCard[], now: readonly TableCard[]): TableCard[] {
  const kept = before.flatMap(({ table }) => now.filter((card) => card.table === table));
  return [...kept, ...now.filter((card) => !kept.includes(card))];
}

/** The tables that wait for the user come first; otherwise the order stays. */
export function yoursFirst(cards: readonly TableCard[]): TableCard[] {
  return [...cards.filter((card) => card.your_turn), ...cards.filter((card) => !card.your_turn)];
}

/** Returns true if another person may act at the table, so that its card may change by itself. */
export function withPeople(card: TableCard): boolean {
  return card.seats.some(({ kind }, seat) => kind !== 'bot' && seat !== card.seat);
}

/** Returns true if the match is not over. */
export function isUnfinished(card: TableCard): boolean {
  return card.stage !== 'finished';
}
