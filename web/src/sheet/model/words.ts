/** The texts of the score sheet. */
import { lazyCatalogue } from '../../i18n/lazy.svelte';
import { pt } from '../../i18n/pt/pages/sheet';
import type { Field, Warning } from './form';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../../i18n/english')).sheet,
});

/** The questions of a form in their order: a title, and its topics. */
export const GROUPS: readonly [title: keyof Catalogue, topics: readonly string[]][] = [
  ['scoresheet.group.laid', ['laid']],
  ['scoresheet.group.canastas', ['clean', 'dirty', 'thirteen', 'royal']],
  ['scoresheet.group.out', ['went_out', 'morto', 'red_exposed']],
  ['scoresheet.group.hand', ['hand', 'red_kept', 'black_kept', 'red_unreplaced']],
];

/** The question of a field. Cards of equal value are named by their ranks, others by the value of one card. */
export function fieldWords({ topic, ranks, worths, kind }: Field): string {
  const words = say(`scoresheet.field.${topic as 'laid'}`);
  const cards = ranks
    .split(' ')
    .map((each) => each.replace('-', '–').replace('T', '10'))
    .join(', ');
  const worth = kind === 'count' ? ` (${say('scoresheet.each', { n: worths[0]!.points })})` : '';
  return ranks ? `${cards}${worth}` : `${words}${worth}`;
}

/** A warning as a sentence with its article, beginning with the name of its side. */
export function warningWords({ code, side, article, figures }: Warning, names: readonly [string, string]): string {
  const key = `scoresheet.warning.${code.replace(/^sheet_/, '')}` as 'scoresheet.warning.other';
  const sentence = say(key in pt ? key : 'scoresheet.warning.other', { ...figures });
  const cited = article ? `${sentence.replace(/\.$/, '')} (${article}).` : sentence;
  return side === null ? cited : `${names[side]}: ${cited}`;
}
