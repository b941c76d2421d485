/** Generates the cues: filtered noise for paper, sines for your turn and for celebrations. */
import type { Cue } from './sounds';

let context: AudioContext | null = null;
let paper: AudioBuffer | null = null;

/** Creates the audio context early: the first context starts the sound system of the browser, which takes long. */
export function prepare(): AudioContext | null {
  try {
    context ??= new AudioContext();
    paper ??= noise(context);
  } catch {
    // The browser has no sound. Everything is shown as well.
  }
  return context;
}

/** Plays a cue after a number of milliseconds, at a volume from 0 to 1. */
export function ring(cue: Cue, after: number, volume: number): void {
  const context = prepare();
  if (!context) return;
  try {
    if (context.state === 'suspended') void context.resume();
    const out = context.createGain();
    out.gain.value = volume;
    out.connect(context.destination);
    CUES[cue](context, out, context.currentTime + after / 1000);
  } catch {
    // The cue fails silently. Everything is shown as well.
  }
}

type Made = (audio: AudioContext, out: AudioNode, at: number) => void;

const CUES: Record<Cue, Made> = {
  tac: (audio, out, at) => {
    rustle(audio, out, at, { hertz: 1_900, seconds: 0.05, loud: 0.4 });
    tone(audio, out, at, { hertz: 190, seconds: 0.07, loud: 0.22 });
  },
  slide: (audio, out, at) => rustle(audio, out, at, { hertz: 3_200, seconds: 0.18, loud: 0.14, swells: 0.07 }),
  riffle: (audio, out, at) => {
    for (let card = 0; card < 9; card++)
      rustle(audio, out, at + card * 0.042, { hertz: 2_300 + card * 90, seconds: 0.035, loud: 0.2 });
  },
  turn: (audio, out, at) => {
    tone(audio, out, at, { hertz: 523, seconds: 0.35, loud: 0.12, swells: 0.02 });
    tone(audio, out, at + 0.12, { hertz: 698, seconds: 0.35, loud: 0.12, swells: 0.02 });
  },
  canasta: (audio, out, at) => chime(audio, out, at, [587, 740, 880]),
  out: (audio, out, at) => chime(audio, out, at, [587, 740, 880, 1175]),
};

interface Shape {
  hertz: number;
  seconds: number;
  loud: number;
  /** Seconds until its greatest volume. */
  swells?: number;
}

/** A rising chord: each tone has a soft octave above it, like a small bell. */
function chime(audio: AudioContext, out: AudioNode, at: number, chord: readonly number[]): void {
  chord.forEach((hertz, place) => {
    tone(audio, out, at + place * 0.09, { hertz, seconds: 0.7, loud: 0.1, swells: 0.008 });
    tone(audio, out, at + place * 0.09, { hertz: hertz * 2, seconds: 0.35, loud: 0.03, swells: 0.008 });
  });
}

function rustle(audio: AudioContext, out: AudioNode, at: number, shape: Shape): void {
  const source = audio.createBufferSource();
  source.buffer = paper;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = shape.hertz;
  filter.Q.value = 0.9;
  source.connect(filter).connect(envelope(audio, out, at, shape));
  source.start(at, 0, shape.seconds + 0.05);
}

function tone(audio: AudioContext, out: AudioNode, at: number, shape: Shape): void {
  const oscillator = audio.createOscillator();
  oscillator.frequency.value = shape.hertz;
  oscillator.connect(envelope(audio, out, at, shape));
  oscillator.start(at);
  oscillator.stop(at + shape.seconds + 0.05);
}

function envelope(audio: AudioContext, out: AudioNode, at: number, { seconds, loud, swells = 0.004 }: Shape): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + swells);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(out);
  return gain;
}

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.3, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < data.length; place++) data[place] = Math.random() * 2 - 1;
  return buffer;
}
