/** The words of the pages of who runs a tournament. */
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/tournamentRoom';
import { language } from '../../i18n';
import { sideName } from '../sides';
import type { AvoidedMeeting, Due, SideCard, TournamentRole } from '../types';
import { say as shared } from '../words';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/en/tournamentRoom')).en,
});

/** What comes next, in a few words. */
export const dueWords = (due: Due): string => say(`room.due.${due}`);

/** What somebody is at a tournament. */
export const roleWords = (role: TournamentRole): string => shared(`tournament.role.${role}`);

/** Why a side does not meet those who stand between it and its opponent. */
export function avoidedWords(sides: readonly SideCard[], { table, side, others, why }: AvoidedMeeting): string {
  const named = others.map((each) => sideName(sides, each)).join(` ${say('room.avoidedOr')} `);
  const delegation = sides.find((each) => each.number === side)?.delegation ?? '';
  return say(`room.avoided.${why}`, { n: table, side: sideName(sides, side), others: named, delegation });
}

const tag = (): string => (language() === 'en' ? 'en' : 'pt-BR');

/** A time of today. */
export const timeWords = (ms: number): string => new Intl.DateTimeFormat(tag(), { timeStyle: 'short' }).format(ms);

/** A day and a time. */
export const dateWords = (ms: number): string => new Intl.DateTimeFormat(tag(), { dateStyle: 'short', timeStyle: 'short' }).format(ms);
