/** The texts of a tournament's public page and of the wall. */
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/tournament/tournamentHall';
import type { PhaseCard } from '../state/types';
import { say as shared } from '../state/words';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/en/tournament/tournamentHall')).en,
});

/** The name of a phase: from the regulations, or its number and form. */
export function phaseName(phase: PhaseCard): string {
  return (
    phase.name ||
    shared('tournament.phase', { n: phase.number, form: shared(`tournament.form.${phase.form as 'groups'}`) })
  );
}
