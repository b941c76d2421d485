import { expect, test } from 'vitest';
import { FIRST, parseJson, readPlay } from './storage';

test('what was played last is read back', () => {
  const play = { rulebook: 'tranca', level: 'random', people: 3 } as const;
  expect(readPlay(JSON.stringify(play))).toEqual(play);
});

test.each([null, '', '{', '7', '"x"', '[]', '{"rulebook": "poker", "level": "<b>", "people": 9}'])(
  '%j is as in the beginning',
  (text) => expect(readPlay(text)).toEqual(FIRST),
);

test('there are no more people than the rulebook has seats', () => {
  expect(readPlay('{"rulebook": "canastra-duelo", "people": 4}').people).toBe(1);
});

test('text that is none of ours is nothing', () => {
  expect(parseJson('{')).toBe(null);
});
