import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../net/connection/tableReducer';
import type { TableEvent } from '../net/types';
import { glowing, lastActionOf } from './lastAction';

const played = (entry: string, seat = 1, shown?: string): TableEvent => ({
  type: 'played',
  at: 1,
  step: 1,
  seat,
  entry,
  ...(shown && { shown }),
});
const log = (...events: TableEvent[]): LoggedEvent[] => events.map((event, place) => ({ seq: place + 1, event }));

describe('the last action', () => {
  test('says where and what', () => {
    expect(lastActionOf(log(played('meld 4H 5H 6H')), [2, 3])).toEqual({
      seq: 1,
      seat: 1,
      verb: 'meld',
      meld: 3,
      cards: ['4H', '5H', '6H'],
    });
    expect(lastActionOf(log(played('lay 2 7S high', 2)), [2, 3])).toMatchObject({ meld: 2, cards: ['7S'] });
    expect(lastActionOf(log(played('discard KD')), [0, 0])).toMatchObject({
      verb: 'discard',
      meld: null,
      cards: ['KD'],
    });
    expect(lastActionOf(log(played('refuse', 0, '4S')), [0, 0])).toMatchObject({ cards: ['4S'] });
    expect(lastActionOf(log(played('draw ??')), [0, 0])).toMatchObject({ verb: 'draw', cards: [] });
  });

  test('lasts while nothing is played', () => {
    const after: TableEvent = { type: 'disconnected', at: 1, seat: 0 };
    expect(lastActionOf(log(played('take'), after), [0, 0])?.verb).toBe('take');
  });

  test('is none before anything was played, and after it was taken back', () => {
    const undone: TableEvent = { type: 'undone', at: 1, step: 2, seat: 1, entry: 'lay 1 7D' };
    const dealt: TableEvent = { type: 'dealt', at: 1, step: 1, deal: 2, dealer: 0, hands: [], mortos: [], stock: '' };
    expect(lastActionOf([], [0, 0])).toBeNull();
    expect(lastActionOf(log(played('lay 1 7D'), undone), [1, 1])).toBeNull();
    expect(lastActionOf(log(played('discard 7D'), dealt), [0, 0])).toBeNull();
  });

  test('glows on the cards that were laid, the later of two alike', () => {
    expect(glowing(['AS', 'KS', 'AS'], ['AS'])).toEqual(new Set([2]));
    expect(glowing(['4H', '5H', '6H'], ['4H', '6H'])).toEqual(new Set([0, 2]));
    expect(glowing(['4H'], ['5H'])).toEqual(new Set());
  });
});
