import { expect, test } from 'vitest';
import { RANKS } from './faces';
import { COURTS, PIPS } from './pips';

test.each(RANKS.filter((rank) => PIPS[rank]))(
  '%s has as many pips, beside the index, the same seen from both ends',
  (rank) => {
    const pips = PIPS[rank]!;
    expect(pips).toHaveLength(rank === 'T' ? 10 : Number(rank));
    expect(Math.min(...pips.map(([x]) => x))).toBeGreaterThan(38 + 10);
    const turned = pips.map(([x, y]) => `${137 - x} ${140 - y}`);
    // The pip alone in the upper half of a seven is as it is on every deck.
    const whole = pips.map(([x, y]) => `${x} ${y}`).filter((each) => rank !== '7' || each !== '68.5 45.5');
    expect(turned).toEqual(expect.arrayContaining(whole));
  },
);

test('aces and courts have none', () => {
  expect(RANKS.filter((rank) => !PIPS[rank])).toEqual(['A', 'J', 'Q', 'K']);
  expect(Object.keys(COURTS).sort()).toEqual(['J', 'K', 'Q']);
});
