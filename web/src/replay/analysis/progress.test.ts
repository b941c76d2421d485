import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../net/api';
import { UNREACHABLE } from '../../net/faults';
import type { AnalysisCard } from '../../net/types';
import { AnalysisProgress, ways } from './progress.svelte';

const original = { ...ways };
afterEach(() => Object.assign(ways, original));

const card = (state: AnalysisCard['state'], more: Partial<AnalysisCard> = {}): AnalysisCard => ({
  id: 'a1',
  state,
  ahead: 0,
  done: 0,
  total: 0,
  fault: null,
  result: null,
  ...more,
});
const result = { worlds: 100, players: [], decisions: [], skipped: [] };
const source = { table: 't', invitation: '' };

describe('an analysis', () => {
  test('is followed until it is there', async () => {
    const read = [card('running', { done: 3, total: 9 }), card('finished', { result })];
    Object.assign(ways, {
      begin: async () => card('queued', { ahead: 1 }),
      read: async () => read.shift()!,
      pause: async () => {},
    });
    const progress = new AnalysisProgress(source);
    await progress.start();
    expect(progress.shown).toEqual({ is: 'there', result });
  });

  test('says that there is no server, or what the server says', async () => {
    Object.assign(ways, { begin: () => Promise.reject(new ApiError(UNREACHABLE, null)) });
    const progress = new AnalysisProgress(source);
    await progress.start();
    expect(progress.shown.is).toBe('offline');
    const fault = { code: 'analyses_slow', pt: 'demora', en: 'slow' };
    Object.assign(ways, { begin: async () => card('failed', { fault }) });
    await progress.start();
    expect(progress.shown).toEqual({ is: 'failed', words: fault });
  });

  test('is cancelled, and what comes later shows nothing', async () => {
    let answer: (card: AnalysisCard) => void = () => {};
    const end = vi.fn(async () => {});
    Object.assign(ways, {
      begin: async () => card('running'),
      read: () => new Promise<AnalysisCard>((done) => (answer = done)),
      pause: async () => {},
      end,
    });
    const progress = new AnalysisProgress(source);
    const followed = progress.start();
    await vi.waitFor(() => expect(progress.shown.is).toBe('waiting'));
    await progress.cancel();
    answer(card('finished', { result }));
    await followed;
    expect(progress.shown.is).toBe('idle');
    expect(end).toHaveBeenCalledWith('a1');
  });
});
