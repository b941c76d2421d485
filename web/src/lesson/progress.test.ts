import { expect, test } from 'vitest';
import { progressIn } from './progress';

test('what was kept of a lesson is read back', () => {
  const text = JSON.stringify({ buraco: { task: 5, done: false }, tranca: { task: 0, done: true } });
  expect(progressIn(text, 'buraco')).toEqual({ task: 5, done: false });
  expect(progressIn(text, 'tranca')).toEqual({ task: 0, done: true });
  expect(progressIn(text, 'canastra-duelo')).toEqual({ task: 0, done: false });
});

test.each([
  '',
  null,
  '{',
  '[]',
  '7',
  '{"buraco":null}',
  '{"buraco":{"task":"2"}}',
  '{"buraco":{"task":-1}}',
  '{"buraco":{"task":1.5,"done":1}}',
])('what makes no sense is as in the beginning: %s', (text) =>
  expect(progressIn(text, 'buraco')).toEqual({ task: 0, done: false }),
);
