/** The texts for the people who run a tournament. */
import { lazyCatalogue } from '../../../i18n/lazy.svelte';
import { pt } from '../../../i18n/pt/tournament/tournamentRoom';
import { language } from '../../../i18n';
import { sideName } from '../../state/sides';
import type { AvoidedMeeting, Due, SideCard, TournamentRole, UnwantedMeeting } from '../../state/types';
import { say as shared } from '../../state/words';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../../i18n/en/tournament/tournamentRoom')).en,
});

/** The next step in a few words. */
export const dueWords = (due: Due): string => say(`room.due.${due}`);

/** The name of a role. */
export const roleWords = (role: TournamentRole): string => say(`room.role.${role}`);

/** Why the draw avoided a meeting of the side with the sides between it and its opponent. */
export function avoidedWords(sides: readonly SideCard[], { table, side, others, why }: AvoidedMeeting): string {
  const named = others.map((each) => sideName(sides, each)).join(` ${say('room.avoidedOr')} `);
  const delegation = sides.find((each) => each.number === side)?.delegation ?? '';
  return say(`room.avoided.${why}`, { n: table, side: sideName(sides, side), others: named, delegation });
}

/** An unwanted meeting at a table: its sides, the reason, and if it was made by hand. */
export function unwantedWords(
  sides: readonly SideCard[],
  { table, sides: [one, other], why, before, by_hand }: UnwantedMeeting,
  phase: number,
): string {
  const rounds = before
    .map(([of, n]) => (of === phase ? shared('tournament.round', { n }) : say('room.unwanted.round', { phase: of, n })))
    .join(', ');
  const delegation = sides.find((each) => each.number === one)?.delegation ?? '';
  const said = say(`room.unwanted.${why}`, {
    n: table,
    one: sideName(sides, one),
    other: sideName(sides, other),
    rounds,
    delegation,
  });
  return by_hand ? `${said} ${say('room.unwanted.byHand')}` : said;
}

const tag = (): string => (language() === 'en' ? 'en' : 'pt-BR');

/** A time of the day. */
export const timeWords = (ms: number): string => new Intl.DateTimeFormat(tag(), { timeStyle: 'short' }).format(ms);

/** A date with its time. */
export const dateWords = (ms: number): string =>
  new Intl.DateTimeFormat(tag(), { dateStyle: 'short', timeStyle: 'short' }).format(ms);
