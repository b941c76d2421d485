import { expect, test } from 'vitest';
import { cuesOf } from './cues';

const flight = (way: 'deal' | 'draw' | 'lay' | 'discard' | 'pile', cards = ['4H'], step = 0) => ({ way, cards, step });

test('a card that is drawn slides, one that is laid or discarded falls', () => {
  expect(cuesOf([flight('draw')], 1)).toEqual([{ cue: 'slide', after: 0 }]);
  expect(cuesOf([flight('discard')], 0.5)).toEqual([{ cue: 'tac', after: 100 }]);
  expect(cuesOf([flight('pile')], 0)).toEqual([{ cue: 'riffle', after: 0 }]);
});

test('of a meld three cards are heard, of a deal one riffle', () => {
  expect(cuesOf([flight('lay', ['4H', '5H', '6H', '7H'])], 1).map(({ after }) => after)).toEqual([200, 260, 320]);
  expect(cuesOf([flight('deal'), flight('deal')], 1)).toHaveLength(1);
});

test('what follows by rule is heard after it', () => {
  expect(cuesOf([flight('discard'), flight('draw', ['??'], 1)], 1).map(({ after }) => after)).toEqual([200, 450]);
});
