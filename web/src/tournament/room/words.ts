/** The words of the pages of who runs a tournament. */
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/tournamentRoom';
import type { Due } from '../types';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/en/tournamentRoom')).en,
});

/** What comes next, in a few words. */
export const dueWords = (due: Due): string => say(`room.due.${due}`);
