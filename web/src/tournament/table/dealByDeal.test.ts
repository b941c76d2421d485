import { describe, expect, test } from 'vitest';
import { formOf } from '../../sheet/model/books';
import { progressOf } from '../../sheet/model/progress';
import { goalOf, withDeal, type Sheet } from '../../sheet/model/sheet';
import { isWhole, scoresFrom } from '../../sheet/model/tableSheet';
import type { TableView } from '../state/types';
import { boundTo, sheetFor } from './dealByDeal';
import { read } from './encounter';
import { sheetId } from './sheetId';

const side = (number: number, name: string, ...players: string[]) => ({
  number,
  name,
  players,
  delegation: '',
  category: '',
  checked_in: true,
  withdrawn: false,
});
const view = (given: Partial<TableView> = {}): TableView =>
  ({
    id: 'x7',
    name: 'Jogos',
    rulebook: 'buraco',
    phase: 1,
    round: 2,
    table: 3,
    half: 0,
    each_deal: false,
    one: [side(1, 'Ana e Rui', 'Ana', 'Rui')],
    two: [side(4, 'Bia e Leo', 'Bia', 'Leo')],
    length: 'best_of',
    number: 1,
    target: 2000,
    at_call: 'play_on',
    scores: { step: 10, least: -2280, most: 5930 },
    ...given,
  }) as TableView;
const NAMES = ['Ana e Rui', 'Bia e Leo'] as const;
const FORM = formOf('buraco')!;

/** A sheet with these deals entered as totals, each in the match that was due. */
function written(sheet: Sheet, ...deals: (readonly [number, number])[]): Sheet {
  return deals.reduce(
    (now, [one, other]) => withDeal(now, progressOf(now, FORM).next!.match, [{ total: one }, { total: other }]),
    sheet,
  );
}
const scores = (of: TableView, ...deals: (readonly [number, number])[]) =>
  scoresFrom(boundTo(of), progressOf(written(sheetFor(of, NAMES)!, ...deals), FORM));

describe('the sheet of a table', () => {
  test('has its names, who sits where, and its target', () => {
    expect(sheetFor(view(), NAMES)).toMatchObject({
      names: NAMES,
      players: ['Ana', 'Bia', 'Rui', 'Leo'],
      target: null,
      encounter: null,
    });
    expect(sheetFor(view({ target: 3000 }), NAMES)).toMatchObject({ target: 3000 });
    expect(sheetFor(view({ number: 3 }), NAMES)).toMatchObject({ encounter: { length: 'best_of', matches: 3 } });
    expect(sheetFor(view({ rulebook: 'casa-da-ana' }), NAMES)).toBe(null);
    const team = sheetFor(view({ one: [side(1, 'Time', 'A', 'B', 'C', 'D')] }), NAMES);
    expect(team!.players).toEqual(['', '', '', '']);
  });

  test('is that of these sides at this table alone', () => {
    const own = sheetId(view());
    expect(own).toMatch(/^[\w.-]{1,80}$/);
    for (const given of [{ id: 'x8' }, { phase: 2 }, { round: 3 }, { table: 4 }, { two: [side(5, 'Caio')] }])
      expect(sheetId(view(given))).not.toBe(own);
  });

  test('a match is what it ended with; one that time ended counts too', () => {
    expect(scores(view(), [900, 400], [1200, 300])).toEqual([[2100, 700]]);
    expect(scores(view({ number: 3 }), [2010, 0], [500, 2100], [700, 600])).toEqual([
      [2010, 0],
      [500, 2100],
      [700, 600],
    ]);
    expect(scores(view())).toEqual([]);
  });

  test('by deals or by time it is their sum, with no target, and by comparison each of them', () => {
    const deals = view({ length: 'deals', number: 3, target: 0 });
    expect(goalOf(sheetFor(deals, NAMES)!, FORM)).toBe(0);
    expect(scores(deals, [2500, 0], [100, 900], [-50, 40])).toEqual([[2550, 940]]);
    expect(scores(view({ length: 'time', number: 0, target: 0 }), [2500, 0], [100, 900])).toEqual([[2600, 900]]);
    expect(scores(view({ length: 'deals', number: 2, target: 0, each_deal: true }), [500, 0], [100, 900])).toEqual([
      [500, 0],
      [100, 900],
    ]);
  });

  test('is whole once as many deals are written as are played', () => {
    const deals = view({ length: 'deals', number: 2, target: 0 });
    const [first, second] = [
      [500, 0],
      [100, 900],
    ] as const;
    const whole = (...written_: (readonly [number, number])[]) =>
      isWhole(boundTo(deals), progressOf(written(sheetFor(deals, NAMES)!, ...written_), FORM));
    expect([whole(), whole(first), whole(first, second)]).toEqual([false, false, true]);
    expect(isWhole(boundTo(view()), progressOf(written(sheetFor(view(), NAMES)!, [2010, 0]), FORM))).toBe(true);
  });

  test('what it comes to can be sent from the fields', () => {
    for (const of of [
      view(),
      view({ number: 3 }),
      view({ length: 'deals', number: 2, target: 0 }),
      view({ length: 'deals', number: 2, target: 0, each_deal: true }),
    ]) {
      const deals =
        of.length === 'best_of' && of.number === 1
          ? [[2010, 500] as const]
          : [[2010, 500] as const, [2100, 40] as const];
      const typed = scores(of, ...deals).map(([one, other]) => [String(one), String(other)] as const);
      expect(read(of, typed).result).not.toBe(null);
    }
  });
});
