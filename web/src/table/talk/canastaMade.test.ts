import { expect, test } from 'vitest';
import type { TableChange } from '../../live/ports';
import { play, state } from '../../net/testHelpers';
import type { MeldState, Seen, TableEvent } from '../../net/types';
import { canastaMade } from './canastaMade';

const BONUS = { clean: 200, dirty: 100, thirteen: 0, royal: 0 };
const NONE = { thirteen: false, royal: false };
const run = (count: number, wild: number | null = null): MeldState => ({
  cards: Array(count).fill('4H').join(' '),
  low: 4,
  wild,
});
const table = (ours: MeldState[], theirs: MeldState[] = []) => state({ play: play({ melds: [ours, theirs] }) });
const did = (entry: string, seat = 2): Seen => ({
  seq: 9,
  event: { type: 'played', at: 1, step: 1, seat, entry } as TableEvent,
});

function made(before: MeldState[], after: MeldState[], event = did('lay 1 8H')) {
  const change: TableChange = { events: [event], before: table(before), state: table(after) };
  return canastaMade(change, NONE, BONUS);
}

test('the seventh card makes it, clean or dirty', () => {
  expect(made([run(6)], [run(7)])).toEqual({ seq: 9, seat: 2, kind: 'clean', points: 200 });
  expect(made([run(6)], [run(7, 2)])).toMatchObject({ kind: 'dirty', points: 100 });
  expect(made([], [run(7)], did('meld 4H 5H'))).toMatchObject({ kind: 'clean' });
});

test('a canasta that grows is none again, nor is a meld that stays small', () => {
  expect(made([run(7)], [run(8)])).toBeNull();
  expect(made([run(5)], [run(6)])).toBeNull();
});

test('nothing is celebrated that was not laid now', () => {
  expect(made([run(6)], [run(7)], did('draw ??'))).toBeNull();
  expect(canastaMade({ events: [did('lay 1 8H')], before: null, state: table([run(7)]) }, NONE, BONUS)).toBeNull();
});
