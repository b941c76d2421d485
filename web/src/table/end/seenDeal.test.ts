import { expect, test } from 'vitest';
import { storeSeenDeal, seenDeal } from './seenDeal';

function storage(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('what was put away is kept for each match', () => {
  const tab = storage();
  expect(seenDeal('m', tab)).toBeNull();
  storeSeenDeal('m', 2, tab);
  expect([seenDeal('m', tab), seenDeal('other', tab)]).toEqual([2, null]);
});

test('without a storage, or with a full one, nothing is kept', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  for (const tab of [null, full]) {
    storeSeenDeal('m', 2, tab);
    expect(seenDeal('m', tab)).toBeNull();
  }
});

test('what somebody else has written there is nothing', () => {
  expect(seenDeal('m', storage(new Map([['canastra.seen.m', 'much']])))).toBe(0);
});
