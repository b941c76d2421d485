import { beforeEach, expect, test, vi } from 'vitest';
import { ways } from '../net/api';
import { askLevels, FIRST_LEVEL, levelName, levels } from './levels.svelte';

let answers: Response[] = [];
let asked = 0;

beforeEach(() => {
  asked = 0;
  ways.pause = async () => {};
  ways.fetch = vi.fn(async () => {
    asked++;
    return answers.shift()!;
  });
});

const json = (status: number, value: unknown): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });

test('those that have a name are known before the server has answered, and stay without an answer', async () => {
  answers = [json(404, {})];
  await askLevels();
  expect(levels()).toEqual(['greedy', 'random']);
  expect(levels()).toContain(FIRST_LEVEL);
});

test('then the server says which there are, once; one without a name is called as it is', async () => {
  answers = [json(200, { rulebooks: [], levels: ['search', 'greedy'], presets: [], reactions: [] })];
  await askLevels();
  await askLevels();
  expect(asked).toBe(1);
  expect(levels()).toEqual(['search', 'greedy']);
  expect(levels().map(levelName)).toEqual(['search', 'bom']);
});
