/** The sheet as a text for messengers, in which asterisks make bold text. */
import { formatNumber, formatSigned } from '../../i18n/numberFormat';
import { formOf, sheetBookName } from './books';
import { goalOf, type Sheet } from './sheet';
import type { Progress } from './progress';
import { say } from './words';

/** The most deals that are listed; the last ones. */
const MOST = 12;

/** The text: the leader, each of the last deals, and the next dealer unless `dealer` is empty. */
export function messageOf(sheet: Sheet, { lines, points, won, winner, next }: Progress, dealer: string): string {
  const { names } = sheet;
  const target = goalOf(sheet, formOf(sheet.rulebook)!);
  const goal = target ? ` · ${say('scoresheet.until', { n: target })}` : '';
  const several = sheet.encounter !== null;
  const told = lines.slice(-MOST).map(({ match, deal, made, after }) => {
    const which = several ? say('scoresheet.dealOf', { m: match, n: deal }) : say('scoresheet.deal', { n: deal });
    return `${which}: ${formatSigned(made[0])} × ${formatSigned(made[1])} → ${formatNumber(after[0])} × ${formatNumber(after[1])}`;
  });
  const out =
    winner === undefined
      ? ''
      : winner === null
        ? say('scoresheet.drawn')
        : say('scoresheet.winner', { who: names[winner] });
  return [
    `*${sheetBookName(sheet.rulebook)}*${goal}`,
    `*${names[0]} ${formatNumber(points[0])} × ${formatNumber(points[1])} ${names[1]}*`,
    ...(several ? [`${say('scoresheet.matchWon')}: ${won[0]} × ${won[1]}`] : []),
    ...(out ? [`*${out}*`] : []),
    ...(told.length ? ['', ...told] : []),
    ...(next && dealer ? ['', say('scoresheet.deals.by', { who: dealer })] : []),
  ].join('\n');
}
