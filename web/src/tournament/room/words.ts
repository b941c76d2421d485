/** The words of the pages of who runs a tournament. */
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/tournamentRoom';
import { language } from '../../i18n';
import type { Due, TournamentRole } from '../types';
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

const tag = (): string => (language() === 'en' ? 'en' : 'pt-BR');

/** A time of today. */
export const timeWords = (ms: number): string => new Intl.DateTimeFormat(tag(), { timeStyle: 'short' }).format(ms);

/** A day and a time. */
export const dateWords = (ms: number): string => new Intl.DateTimeFormat(tag(), { dateStyle: 'short', timeStyle: 'short' }).format(ms);
