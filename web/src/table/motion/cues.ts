/** What is heard when the table goes on. Pure. */
import type { Way } from './flights';
import type { Cue } from '../sound/sounds';

/** A cue, and how many milliseconds later. */
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
/** A card is heard when it falls, at the usual pace. */
const FALLS = 200;
const STEP = 450;
/** Of the cards of a meld so many are heard. */
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
