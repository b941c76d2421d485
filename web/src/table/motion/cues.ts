/** The sounds for a change of the table. Pure. */
import type { Way } from './flights';
import type { Cue } from '../sound/sounds';

/** A cue, and the milliseconds until it is played. */
export interface Heard {
  cue: Cue;
  after: number;
}

const CUES: Record<Way, Cue> = {
  deal: 'riffle',
  draw: 'slide',
  lay: 'tac',
  discard: 'tac',
  pile: 'riffle',
  morto: 'riffle',
  back: 'slide',
};
/** Milliseconds until a card falls, at the usual pace: that is when its sound is played. */
const FALLS = 200;
const STEP = 450;
/** The most cards of a meld that have a sound. */
const MOST = 3;
const APART = 60;

/** The sounds of these flights; `pace` is the part of the usual time that a flight takes. */
export function cuesOf(
  flights: readonly { way: Way; cards: readonly string[]; step: number }[],
  pace: number,
): Heard[] {
  const found: Heard[] = [];
  for (const { way, cards, step } of flights) {
    const cue = CUES[way];
    if (way === 'deal' && found.length) continue; // All hands are dealt at once.
    const times = way === 'lay' ? Math.min(MOST, cards.length) : 1;
    for (let time = 0; time < times; time++)
      found.push({ cue, after: pace * (step * STEP + (cue === 'tac' ? FALLS : 0) + time * APART) });
  }
  return found;
}
