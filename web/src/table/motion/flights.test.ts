import { describe, expect, test } from 'vitest';
import type { TableChange } from '../../live/ports';
import { play, state } from '../../net/testHelpers';
import type { PlayState, TableEvent } from '../../net/types';
import { flightsOf, pileSeen, type Flight } from './flights';

const at = { at: 1, step: 1 };
const played = (entry: string, seat = 1, more: { shown?: string } = {}): TableEvent => ({
  ...at,
  type: 'played',
  seat,
  entry,
  ...more,
});
const followed = (entry: string, seat = 1): TableEvent => ({ ...at, type: 'followed', seat, entry });

/** The flights for these events between two states of a deal; seat 0 watches by default. */
function flights(
  events: TableEvent[],
  was: Partial<PlayState> = {},
  now: Partial<PlayState> = {},
  you: number | null = 0,
): Flight[] {
  const change: TableChange = {
    events: events.map((event, place) => ({ seq: place + 1, event })),
    before: state({ you, play: play(was) }),
    state: state({ you, play: play(now) }),
  };
  return flightsOf(change);
}

/** The flights in short form: "draw stock>seat1 ??". */
function told(found: readonly Flight[]): string[] {
  const name = (place: Flight['from']): string =>
    place.at +
    ('seat' in place
      ? place.seat
      : 'number' in place
        ? `${place.side}.${place.number}`
        : 'side' in place
          ? place.side
          : 'place' in place
            ? place.place
            : '');
  return found.map(({ way, from, to, cards, step }) => `${step} ${way} ${name(from)}>${name(to)} ${cards.join(' ')}`);
}

const MELD = { cards: '4H 5H 6H', low: 4, wild: null };

describe('a card of another seat is a back', () => {
  test('when it is drawn, even if it were told', () => {
    expect(told(flights([played('draw ??')]))).toEqual(['0 draw stock>seat1 ??']);
    expect(told(flights([played('draw 9C')]))).toEqual(['0 draw stock>seat1 ??']);
    expect(told(flights([played('draw 9C', 0)], {}, {}, null))).toEqual(['0 draw stock>seat0 ??']);
  });

  test('in a morto, and in the place of a red three', () => {
    const threes = { red_threes: ['', '3H'] };
    expect(told(flights([followed('red 3H 5C')], {}, threes))).toEqual([
      '0 lay seat1>threes1 3H',
      '0 draw stock>seat1 ??',
    ]);
    const [morto] = flights([followed('morto')], {}, { morto_sizes: [11] });
    expect(morto).toMatchObject({
      from: { at: 'morto', place: 1 },
      to: { at: 'seat', seat: 1 },
      cards: Array(11).fill('??'),
    });
  });

  test('in the deal, for everybody', () => {
    const dealt: TableEvent = {
      ...at,
      type: 'dealt',
      deal: 1,
      dealer: 0,
      hands: ['AS 2S', '?? ??'],
      mortos: [],
      stock: '',
    };
    expect(told(flights([dealt]))).toEqual(['0 deal stock>hand ?? ??', '0 deal stock>seat1 ?? ??']);
  });
});

test('your own card is seen', () => {
  expect(told(flights([played('draw 9C', 0)]))).toEqual(['0 draw stock>hand 9C']);
  expect(told(flights([followed('red 3D 5C', 0)], {}, { red_threes: ['3D', ''] }))).toEqual([
    '0 lay hand>threes0 3D',
    '0 draw stock>hand 5C',
  ]);
});

test('what is laid goes to its meld, what is discarded to the pile', () => {
  expect(told(flights([played('meld 4H 5H 6H')], {}, { melds: [[], [MELD, MELD]] }))).toEqual([
    '0 lay seat1>meld1.2 4H 5H 6H',
  ]);
  expect(told(flights([played('lay 2 3H low', 0)]))).toEqual(['0 lay hand>meld0.2 3H']);
  expect(told(flights([played('discard KD')]))).toEqual(['0 discard seat1>pile KD']);
  expect(told(flights([played('refuse', 1, { shown: '4S' })]))).toEqual(['0 discard seat1>pile 4S']);
  expect(told(flights([played('shift 1'), played('pass')]))).toEqual([]);
});

test('the pile is seen going, as far as it was seen lying', () => {
  expect(told(flights([played('take')], { pile: '4S 7D', pile_size: 2 }))).toEqual(['0 pile pile>seat1 4S 7D']);
  expect(told(flights([played('take')], { pile: '7D', pile_size: 3 }))).toEqual(['0 pile pile>seat1 ?? ?? 7D']);
});

test('in a justified purchase the rest goes when the top card is used', () => {
  const was = { pile: '4S', pile_size: 1, due: '6H' };
  expect(told(flights([played('take')], { pile: '4S 6H', pile_size: 2 }, was))).toEqual([]);
  const melds = { melds: [[], [MELD]] };
  expect(told(flights([played('meld 4H 5H 6H')], was, melds))).toEqual([
    '0 lay seat1>meld1.1 4H 5H',
    '0 lay pile>meld1.1 6H',
    '0 pile pile>seat1 4S',
  ]);
  expect(pileSeen({ pile: '', pile_size: 2, due: '6H' })).toEqual(['??', '6H']);
});

test('what is taken back comes back', () => {
  const undone: TableEvent = { ...at, type: 'undone', seat: 0, entry: 'lay 1 7H' };
  expect(told(flights([undone]))).toEqual(['0 back meld0.1>hand 7H']);
  const melds = { melds: [[], [MELD, MELD]] };
  expect(told(flights([played('withdraw')], melds, { melds: [[], [MELD]] }))).toEqual([
    '0 back meld1.2>seat1 4H 5H 6H',
  ]);
});

test('what follows by rule comes after it', () => {
  const events = [played('meld 4H 5H 6H'), followed('morto')];
  expect(flights(events, {}, { melds: [[], [MELD]], morto_sizes: [11] }).map(({ step }) => step)).toEqual([0, 1]);
});

test('nothing flies at a table that is loaded anew, in another deal, or after an absence', () => {
  const event = played('draw ??');
  const now = state({ play: play() });
  expect(flightsOf({ events: [{ seq: 1, event }], before: null, state: now })).toEqual([]);
  expect(flightsOf({ events: [{ seq: 1, event }], before: state({ deal: 2, play: play() }), state: now })).toEqual([]);
  expect(flightsOf({ events: [{ seq: 1, event: null }], before: now, state: now })).toEqual([]);
  expect(flights(Array<TableEvent>(5).fill(event))).toEqual([]);
});
