import { beforeEach, expect, test, vi } from 'vitest';
import { ways } from '../../net/api';
import { askLevels, FIRST_LEVEL, levelName, levels, offeredLevel, standIn } from './levels.svelte';

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

test('the usual four are known before the server has answered, and stay without an answer', async () => {
  answers = [json(404, {})];
  await askLevels();
  expect(levels()).toEqual(['iniciante', 'intermediario', 'avancado', 'mestre']);
  expect(levels()).toContain(FIRST_LEVEL);
  expect(levels().map(levelName)).toEqual(['iniciante', 'intermediário', 'avançado', 'mestre']);
});

test('what a device remembers from other servers is the nearest that is offered', () => {
  expect(['random', 'greedy', 'mestre', 'search'].map(offeredLevel)).toEqual([
    'iniciante',
    'intermediario',
    'mestre',
    'intermediario',
  ]);
  expect(standIn()).toBe('avancado');
});

test('then the server says which there are, once; one without a name is called as it is', async () => {
  answers = [json(200, { rulebooks: [], levels: ['random', 'greedy', 'newest'], presets: [], reactions: [] })];
  await askLevels();
  await askLevels();
  expect(asked).toBe(1);
  expect(levels().map(levelName)).toEqual(['iniciante', 'bom', 'newest']);
  expect(['iniciante', 'intermediario', 'mestre', 'newest'].map(offeredLevel)).toEqual([
    'random',
    'greedy',
    'greedy',
    'newest',
  ]);
  expect(standIn()).toBe('greedy');
});
