import { describe, expect, test } from 'vitest';
import { foldedInto, sizeFor, usualSize } from './meldFit';
import { layOutMelds, type Piece } from './meldLayout';
import { measures } from './meldSizes';

const meld = (cards: number): Piece => ({ cards, wild: false, wildAt: null, band: cards >= 7 ? 60 : 0, folded: false });
const melds = (...cards: number[]): Piece[] => cards.map(meld);
const six = melds(7, 4, 3, 4, 3, 3);
const ten = [...six, ...melds(8, 7, 3, 5)];
const none = new Set<number>();

describe.each([
  { name: 'a phone', width: 358, height: 136 },
  { name: 'a low phone', width: 300, height: 100 },
  { name: 'a laptop', width: 1030, height: 115 },
])('in the room of $name', (room) => {
  const sizes = measures('normal');
  const usual = usualSize(room, sizes);

  test('melds have one size from the first to the sixth', () => {
    for (let count = 0; count <= 6; count++) expect(sizeFor(six.slice(0, count), room, sizes, usual)).toBe(usual);
    expect(layOutMelds(six, room.width, sizes[usual]!).height).toBeLessThanOrEqual(room.height);
  });

  test('more of them are one step smaller at most', () => {
    expect(sizes[sizeFor(ten, room, sizes, usual)]!.width).toBeGreaterThanOrEqual(sizes[usual]!.width * 0.8);
  });

  test('canastas are folded where that is needed, the first ones first, and none that is open', () => {
    const measure = sizes[usual]!;
    expect(foldedInto(six, room, measure, none)).toEqual(six);
    const full = melds(7, 7, 7, 7, 7, 7, 7, 7);
    const places = (open: ReadonlySet<number>) =>
      foldedInto(full, room, measure, open).flatMap(({ folded }, place) => (folded ? [place] : []));
    const folded = places(none);
    expect(folded.length).toBeGreaterThan(0);
    expect(folded).toEqual(folded.map((_, place) => place));
    expect(places(new Set([0]))).not.toContain(0);
    expect(layOutMelds(foldedInto(full, room, measure, none), room.width, measure).height).toBeLessThan(
      layOutMelds(full, room.width, measure).height,
    );
  });
});
