import { beforeAll, describe, expect, test } from 'vitest';
import { marksOf, wayWords } from './ways';
import { ready } from '../../i18n/words/analysis';

beforeAll(ready);

describe('a way', () => {
  test('is said with its cards apart, lay-offs on one meld together', () => {
    expect(wayWords('meld 4H 5H 6H, lay 2 7S, lay 2 8S, discard KS')).toEqual([
      'baixar ',
      ['4H', '5H', '6H'],
      ', encaixar ',
      ['7S', '8S'],
      ' no jogo 2',
      ', descartar ',
      ['KS'],
    ]);
    expect(wayWords('draw')).toEqual(['comprar do monte']);
  });

  test('is marked with the cards of the hand and where they go', () => {
    expect(marksOf('take, lay 1 9C, meld KD KH KS, discard 2H', ['9C', '2H', 'KD'])).toEqual([
      { cards: [], to: 'pile', from: null },
      { cards: ['9C'], to: { meld: 1 }, from: 'hand' },
      { cards: ['KD'], to: 'melds', from: 'hand' },
      { cards: ['2H'], to: 'pile', from: 'hand' },
    ]);
    expect(marksOf('draw', [])).toEqual([{ cards: [], to: 'stock', from: null }]);
  });
});
