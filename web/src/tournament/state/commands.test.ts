import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ways } from '../../net/api';
import { Commands } from './commands.svelte';
import { currentPhase, groupLetter, resultWords, sameResult } from './sides';
import { tokenIn } from './token';
import type { PhaseCard, TournamentView } from './types';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const no = { error: { code: 'tournament_due', pt: 'ainda não', en: 'not yet' } };

let answers: (Response | null)[];
let sent: { id: string; act: { type: string } }[];

beforeEach(() => {
  answers = [];
  sent = [];
  vi.useFakeTimers();
  vi.spyOn(ways, 'fetch').mockImplementation(async (_, options) => {
    sent.push(JSON.parse(options.body as string));
    const answer = answers.shift();
    if (!answer) throw new Error('nobody there');
    return answer;
  });
  return () => vi.useRealTimers();
});

describe('what is to be done', () => {
  test('is done once, however often it is tapped', async () => {
    answers = [json(200, { line: 4 })];
    const told = vi.fn(async () => {});
    const commands = new Commands('t1', 'room', told);
    const outcomes = await Promise.all([commands.run({ type: 'pair' }), commands.run({ type: 'pair' })]);
    expect(outcomes).toEqual(['done', 'waiting']);
    expect(sent.map(({ act }) => act.type)).toEqual(['pair']);
    expect(told).toHaveBeenCalledOnce();
    expect(commands.waiting).toEqual([]);
  });

  test('is not done again before the page shows it', async () => {
    answers = [json(200, { line: 4 }), json(200, { line: 5 })];
    let show = (): void => {};
    const commands = new Commands('t1', 'room', () => new Promise((shown) => (show = shown)));
    expect(await commands.run({ type: 'pair' })).toBe('done');
    expect(await commands.run({ type: 'pair' })).toBe('done');
    expect(sent).toHaveLength(1);
    show();
    await vi.advanceTimersByTimeAsync(0);
    await commands.run({ type: 'pair' });
    expect(sent).toHaveLength(2);
  });

  test('is not done again when the page shows only what was done before it', async () => {
    answers = [json(200, { line: 4 }), json(200, { line: 5 })];
    const shows: (() => void)[] = [];
    const commands = new Commands('t1', 'room', () => new Promise((shown) => shows.push(shown)));
    await commands.run({ type: 'pair' });
    await commands.run({ type: 'draw', seed: '7' });
    shows[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(await commands.run({ type: 'draw', seed: '7' })).toBe('done');
    expect(sent.map(({ act }) => act.type)).toEqual(['pair', 'draw']);
  });

  test('is sent again with the same id when no answer came', async () => {
    answers = [null, json(503, no), json(200, { line: 4 })];
    const commands = new Commands('t1', 'room');
    expect(await commands.run({ type: 'pair' })).toBe('waiting');
    expect(commands.waiting).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4000);
    await vi.advanceTimersByTimeAsync(4000);
    expect(commands.waiting).toEqual([]);
    expect(commands.late).toBe(false);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  });

  test('is said to be late all the while it is sent again', async () => {
    const commands = new Commands('t1', 'room');
    const told: boolean[] = [];
    vi.spyOn(ways, 'fetch').mockImplementation(async () => {
      told.push(commands.late);
      throw new Error('nobody there');
    });
    await commands.run({ type: 'pair' });
    await vi.advanceTimersByTimeAsync(4000);
    await vi.advanceTimersByTimeAsync(4000);
    expect(told).toEqual([false, true, true]);
    expect(commands.late).toBe(true);
  });

  test('goes out in its order, and what was refused holds nothing up', async () => {
    answers = [json(409, no), json(200, { line: 5 })];
    const commands = new Commands('t1', 'room');
    const outcomes = await Promise.all([commands.run({ type: 'pair' }), commands.run({ type: 'draw', seed: '7' })]);
    expect(outcomes).toEqual(['refused', 'done']);
    expect(commands.error).toMatchObject({ code: 'tournament_due' });
    expect(sent.map(({ act }) => act.type)).toEqual(['pair', 'draw']);
  });
});

describe('who plays and how it ended', () => {
  const names = ['Ana e Rui', 'Bia e Leo'] as const;

  test('an encounter is said in words', () => {
    expect(
      resultWords(
        {
          kind: 'played',
          matches: [
            [2010, 1500],
            [900, 2000],
          ],
        },
        names,
      ),
    ).toBe('2.010\u00a0×\u00a01.500; 900\u00a0×\u00a02.000');
    expect(resultWords({ kind: 'walkover', absent: [1] }, names)).toBe('W.O.: ausência de Bia e Leo');
    expect(resultWords({ kind: 'walkover', absent: [0, 1] }, names)).toBe('W.O.: faltaram os dois lados');
    expect(resultWords({ kind: 'default', winner: 0 }, names)).toBe('vitória dada a Ana e Rui');
    expect(resultWords({ kind: 'abandoned', left: 1, matches: [] }, names)).toBe('abandono de Bia e Leo');
    expect(resultWords({ kind: 'abandoned', left: 1, matches: [[300, 20]], resigned: true }, names)).toBe(
      'desistência de Bia e Leo (300\u00a0×\u00a020)',
    );
  });

  test('two reports are the same however they are written', () => {
    expect(sameResult({ kind: 'played', matches: [[1, 2]] }, { matches: [[1, 2]], kind: 'played' })).toBe(true);
    expect(sameResult({ kind: 'played', matches: [[1, 2]] }, { kind: 'played', matches: [[2, 1]] })).toBe(false);
  });

  test('groups have letters, and the phase of now is the last that has begun', () => {
    expect([0, 25, 26, 27].map(groupLetter)).toEqual(['A', 'Z', 'AA', 'AB']);
    const phases = [[[1]], [[1]], []].map((groups, at) => ({ number: at + 1, groups }) as unknown as PhaseCard);
    expect(currentPhase({ phases } as unknown as TournamentView)?.number).toBe(2);
  });

  test('tokens stand behind the #', () => {
    expect(tokenIn('#convite=X_Y-z', 'convite')).toBe('X_Y-z');
    expect(tokenIn('#t=ABC', 'convite')).toBe(null);
  });
});
