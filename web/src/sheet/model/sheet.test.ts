import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formOf } from './books';
import { fileText } from '../file/file';
import { linkOf, textIn } from '../file/link';
import { messageOf } from './message';
import { parseSheet } from '../file/parse';
import { corrected, draftOf, sideNames, withDeal, type Deal, type Sheet } from './sheet';
import { progressOf } from './progress';

/** A sheet that Python reads and writes too: tests/web/test_sheets.py. */
const EVENING = readFileSync(new URL('./fixtures/evening.sheet.toml', import.meta.url), 'utf-8');
const EMPTY: Sheet = { ...parseSheet(EVENING), score: [0, 0], deals: [] };
const form = formOf(EMPTY.rulebook)!;
const BY = { author: 'Ana', time: '2026-11-21T16:00:00.000Z', reason: 'conta errada' };
const totals = (one: number, other: number): Deal['entries'] => [{ total: one }, { total: other }];
const played = [totals(900, 200), totals(700, 100), totals(-45, 300)].reduce(
  (sheet, entries) => withDeal(sheet, 1, entries),
  EMPTY,
);
const marks = (sheet: Sheet) => progressOf(sheet, form).lines.map((line) => line.marks.join());

test('a sheet is read and written in the spelling of its file', () => {
  const sheet = parseSheet(EVENING);
  expect(fileText(sheet)).toBe(EVENING);
  const { lines, won, winner, points, next } = progressOf(sheet, form);
  expect(lines.map(({ after }) => after)).toEqual([
    [1000, 200],
    [1300, 300],
    [1920, 325],
    [3520, 280],
    [0, 3100],
  ]);
  expect(lines.map(({ marks: found }) => found.join())).toEqual(['', '', 'minimum', '', '']);
  expect(lines.map(({ dealer }) => dealer)).toEqual([1, 2, 3, 0, 1]);
  expect(lines[2]!.accepted.map(([{ code }]) => code)).toEqual(['sheet_too_many_canastas']);
  expect({ won, winner, points, next }).toMatchObject({
    won: [1, 1],
    winner: undefined,
    points: [0, 0],
    next: { match: 3, deal: 1, dealer: 2 },
  });
});

test('a deal that was corrected leaves later ones as they are, and marks those whose minimum was another', () => {
  expect(progressOf(played, form).lines[2]!.vulnerable).toEqual([true, false]);
  const after = corrected(played, 1, totals(500, 100), BY);
  expect(progressOf(after, form).points).toEqual([1355, 600]);
  expect(marks(after)).toEqual(['', '', 'minimum']);
  expect(after.deals[1]!.corrections).toEqual([
    { side: 0, before: { total: 700 }, after: { total: 500 }, deals: 3, ...BY },
  ]);
  // A deal after the correction was played with the right minimum; and a correction that changes no minimum marks
  // nothing.
  expect(marks(withDeal(after, 1, totals(400, 0)))).toEqual(['', '', 'minimum', '']);
  expect(marks(corrected(played, 1, totals(690, 100), BY))).toEqual(['', '', '']);
  // An equal entry is no correction.
  expect(corrected(played, 1, totals(700, 100), BY)).toBe(played);
});

test('a correction that ends a match earlier, or later, marks the deals that follow', () => {
  const won = [totals(3000, 0), totals(50, 0)].reduce(
    (sheet, entries, match) => withDeal(sheet, match + 1, entries),
    EMPTY,
  );
  expect(marks(corrected(won, 0, totals(2000, 0), BY))[1]).toContain('before_end');
  expect(marks(corrected(played, 0, totals(3000, 200), BY))).toEqual(['', 'after_end,minimum', 'after_end']);
});

test('an encounter is won when the others cannot catch up, and a tie at the target is played on', () => {
  const won = [totals(3000, 3000), totals(10, 0)].reduce((sheet, entries) => withDeal(sheet, 1, entries), EMPTY);
  expect(progressOf(won, form).lines.map(({ ended }) => ended)).toEqual([undefined, 0]);
  const last = withDeal(won, 2, totals(3000, 0));
  expect(progressOf(last, form)).toMatchObject({ won: [2, 0], winner: 0, next: null, points: [3000, 0] });
});

test('what a total says of going out stays when it is corrected', () => {
  const out: Deal['entries'] = [{ total: 500, out: true }, { total: 100 }];
  expect(draftOf(withDeal(EMPTY, 1, out).deals[0], 'counts')).toMatchObject({
    mode: 'totals',
    totals: ['500', '100'],
    out: [true, null],
  });
  expect(fileText(withDeal(EMPTY, 1, out))).toContain('{ total = 500, went_out = true },');
});

test('a side that wrote a total is not asked about its cards', () => {
  const mixed: Deal['entries'] = [{ counts: { went_out: 1, morto: 1, laid_10: 5 } }, { total: 7 }];
  const { lines } = progressOf(withDeal(EMPTY, 1, mixed), form);
  expect(lines[0]!.warnings.map(({ code, side }) => [code, side])).toEqual([
    ['sheet_off_step', 1],
    ['sheet_out_needs_clean', 0],
  ]);
});

test('a sheet comes back whole from its link', async () => {
  const sheet = parseSheet(EVENING);
  const [, fragment] = (await linkOf(sheet)).split('#s=');
  expect(fragment).toMatch(/^z[\w-]+$/);
  expect(fragment!.length).toBeLessThan(900);
  expect(parseSheet(await textIn(fragment!))).toEqual(sheet);
});

test.each([
  ['', 'another format'],
  [EVENING.replace('regional', 'xyz'), 'another rulebook'],
  [EVENING.replace('revision = 1', 'revision = 2'), 'another rulebook'],
  [EVENING.replace('900', '9e9'), 'no number'],
  [EVENING.replace('dealer = 1', 'dealer = 7'), 'no number'],
  [EVENING.replace('match = 2', 'match = 3'), 'no number'],
  [EVENING.replace('players', 'pessoas'), 'unknown key'],
  [EVENING.replace('laid_15', 'laid_20'), 'unknown key'],
  [EVENING.replace('"taken"', '"yes"'), 'no choice'],
  [EVENING.replace('after = { total = 300 }', 'after = { total = 305 }'), 'a correction that does not end'],
  [EVENING.replace('{ total = 900 }', '{ melds = ["3H 4H 5H"] }'), 'card by card'],
  [EVENING.replace(/^date = .*$/m, 'date = "2026-02-30"'), 'no day'],
  [EVENING.replace(/^date = .*$/m, 'date = "23/11"'), 'no day'],
  [EVENING.replace(/^date = .*$/m, 'place = " "'), 'an empty text'],
  [EVENING.replace(/^date = .*$/m, `place = "${'x'.repeat(201)}"`), 'too long'],
  ['a = = 1', 'no TOML'],
])('a file that is no sheet is refused (%#)', (text, why) => {
  expect(() => parseSheet(text)).toThrow(why);
});

test('what unfolds to more than any sheet is refused', async () => {
  const bytes = new Blob([new Uint8Array(5_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64url');
  await expect(textIn(`z${packed}`)).rejects.toThrow('too long');
  await expect(textIn('z!!')).rejects.toThrow();
});

test('the text for messengers says who leads, each deal and who deals', () => {
  expect(sideNames(['Ana', 'Beto', 'Clara', ''], 'e', ['Nós', 'Eles'])).toEqual(['Ana e Clara', 'Beto']);
  expect(sideNames(['', '', '', ''], 'e', ['Nós', 'Eles'])).toEqual(['Nós', 'Eles']);
  expect(sideNames(['Ana', 'Ana'], 'e', ['Nós', 'Eles'])).toEqual(['Ana (1)', 'Ana (2)']);
  const text = messageOf(played, progressOf(played, form), 'Ana');
  expect(text).toContain('*Ana e Clara 1.555 × 600 Beto "B"*');
  expect(text).toContain('1ª partida · 3ª mão: −45 × +300 → 1.555 × 600');
  expect(text.endsWith('Dá as cartas: Ana')).toBe(true);
});
