import { describe, expect, test } from 'vitest';
import { play } from '../../net/testHelpers';
import type { MeldState, PlayState, RulebookCard } from '../../net/types';
import books from '../fixtures/rulebooks.json';
import { now, type Subject } from './now';

const cards = books as unknown as RulebookCard[];
const clean: MeldState = { cards: '5H 6H 7H 8H 9H TH JH', low: 5, wild: null };
const dirty: MeldState = { cards: '5H 6H 2S 8H 9H TH JH', low: 5, wild: 2 };

function lines(id: string, part: Subject, changes: Partial<PlayState>, seat = 0) {
  const book = cards.find((card) => card.id === id)!;
  const found = now(book, play({ hand_sizes: [11, 11], ...changes }), seat).find((each) => each.part === part);
  return found?.lines.map(({ say, met }) => [say, met]) ?? [];
}

describe('what applies now', () => {
  test('opening asks for a minimum only where there is one', () => {
    expect(lines('buraco', 'opening', {})).toEqual([]);
    expect(lines('canastra-regional', 'opening', { minimum: [75, 0] })).toEqual([['now.opening', false]]);
    expect(lines('canastra-regional', 'opening', { minimum: [75, 0], points_laid: 80 })).toEqual([
      ['now.opening.laid', true],
    ]);
    // Points laid by another player don't count.
    expect(lines('canastra-regional', 'opening', { minimum: [75, 75], points_laid: 80 }, 1)).toEqual([
      ['now.opening', false],
    ]);
  });

  test('on your turn the list of the server says whether the pile may be taken', () => {
    const pile = { pile: '4H 9C', pile_size: 2 };
    expect(lines('buraco', 'pile', { ...pile, legal: ['draw', 'take'] })).toEqual([['now.pile.may', true]]);
    expect(lines('buraco', 'pile', { ...pile, legal: ['draw'] })).toEqual([['now.pile.mayNot', false]]);
    expect(lines('canastra-curinguinha', 'pile', { pile: '9C', pile_size: 2, legal: ['draw'] })).toEqual([
      ['now.pile.mayNot', false],
      ['now.pile.justified', null],
    ]);
    expect(lines('buraco', 'pile', {})).toEqual([['now.pile.empty', false]]);
  });

  test('on the turns of others its top card and your hand say what will matter', () => {
    const others = { to_act: 1, pile: '4H 3S', pile_size: 2 };
    expect(lines('tranca', 'pile', others)).toEqual([['now.pile.blocked', false]]);
    expect(lines('tranca', 'pile', { ...others, pile: '4H 2S' })).toEqual([['now.pile.topTwo', null]]);
    expect(lines('buraco', 'pile', others)).toEqual([['now.pile.free', null]]);
    expect(lines('buraco', 'pile', { ...others, pile: '4H', pile_size: 1, hand_sizes: [1, 11] })).toEqual([
      ['now.pile.oneCard', false],
    ]);
  });

  test('going out needs a canasta of the right kind, and the morto', () => {
    const melds = (own: MeldState[]) => ({ melds: [own, []] });
    expect(lines('canastra-regional', 'out', melds([dirty]))).toEqual([
      ['now.out.clean', false],
      ['now.out.mortoFirst', false],
    ]);
    expect(lines('canastra-regional', 'out', { ...melds([clean]), has_morto: [true, false] })).toEqual([
      ['now.out.clean', true],
      ['now.out.mortoTaken', true],
    ]);
    expect(lines('buraco', 'out', { ...melds([dirty]), morto_sizes: [] })).toEqual([
      ['now.out.any', true],
      ['now.out.mortoWaived', true],
    ]);
    expect(lines('tranca', 'out', { morto_sizes: [] })).toEqual([
      ['now.out.any', false],
      ['now.out.mortoNever', false],
    ]);
    expect(lines('canastra-curinguinha', 'out', {})).toEqual([
      ['now.morto.any', false],
      ['now.out.clean', false],
      ['now.out.mortoFirst', false],
    ]);
  });

  test('the stock says what comes after it', () => {
    expect(lines('buraco', 'stock', {})).toEqual([['now.stock.morto', null]]);
    expect(lines('buraco', 'stock', { morto_sizes: [] })).toEqual([['now.stock.pile_may_be_taken', null]]);
    expect(lines('tranca', 'stock', {})).toEqual([['now.stock.deal_ends', null]]);
  });
});
