import { beforeAll, expect, test, vi } from 'vitest';
import type { Cue } from './sounds';

const tones: number[] = [];
let ring: typeof import('./synth').ring;

/** A minimal audio context that records the sounds. */
function audio(): object {
  const ramp = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  const node = () => ({
    gain: { value: 0, ...ramp },
    frequency: { value: 0 },
    Q: { value: 0 },
    connect: (to: object) => to,
    start: () => {},
    stop: () => {},
  });
  const oscillator = () => {
    const made = node();
    return { ...made, start: () => void tones.push(made.frequency.value) };
  };
  const buffer = () => ({ getChannelData: () => new Float32Array(8) });
  return {
    sampleRate: 8,
    currentTime: 0,
    state: 'running',
    createGain: node,
    createBiquadFilter: node,
    createBufferSource: node,
    createOscillator: oscillator,
    createBuffer: buffer,
  };
}

beforeAll(async () => {
  vi.stubGlobal('AudioContext', function () {
    return audio();
  });
  ({ ring } = await import('./synth'));
});

function heard(cue: Cue): number[] {
  tones.length = 0;
  ring(cue, 0, 1);
  return [...tones];
}

test('a canasta rises by three tones, going out by one more, and neither is the turn', () => {
  const [canasta, out] = [heard('canasta'), heard('out')];
  const rising = (all: readonly number[]) => all.filter((_, place) => place % 2 === 0);
  expect(rising(canasta)).toEqual([...rising(canasta)].sort((one, other) => one - other));
  expect([rising(canasta).length, rising(out).length]).toEqual([3, 4]);
  expect(out.slice(0, canasta.length)).toEqual(canasta);
  expect(heard('turn').some((hertz) => canasta.includes(hertz))).toBe(false);
});
