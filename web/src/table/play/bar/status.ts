/** The status line: whose turn it is, the phase, and the next thing to do. */
import type { State } from '../../../net/types';
import { cardName, t } from '../../../i18n';
import { nameOf } from '../../../lib/tables/seatNames';
import type { Offer } from '../choices/offers';

/** The facts besides the state on which the line depends. */
export interface About {
  /** The card that is about to be discarded, or that the player chose for their turn. */
  ahead: string | null;
  going: boolean;
  /** The server's answer about the chosen cards. */
  offer: Offer | null;
  offline: boolean;
}

/** The line; empty if no deal is being played. */
export function statusOf(state: State, about: About): string {
  const { play, you } = state;
  if (state.stage !== 'playing' || !play) return '';
  if (play.phase === 'over' || play.to_act === null) return t('status.over');
  if (about.offline) return t('status.offline');
  if (play.to_act !== you) return others(state, play.to_act, about);
  if (play.bot !== null) return t('status.held');
  if (about.going && about.ahead) return t('status.going', { card: cardName(about.ahead) });
  return mine(state, about);
}

/** The points laid in this turn with those of the chosen cards, and the side's minimum; null if there is no minimum. */
export function runningTotal(state: State, offer: Offer | null): { total: number; minimum: number } | null {
  const { play, you } = state;
  const minimum = play && you !== null && play.to_act === you ? (play.minimum[you % 2] ?? 0) : 0;
  if (!play || !minimum || play.phase === 'draw') return null;
  return { total: offer?.way?.total ?? play.points_laid, minimum };
}

function others(state: State, seat: number, { ahead }: About): string {
  const name = nameOf(state.seats, seat);
  if (ahead) return t('status.ahead', { name, card: cardName(ahead) });
  if (state.play!.phase === 'draw') return t('status.other.draw', { name });
  return t('status.other.play', { name });
}

function mine(state: State, { offer }: About): string {
  const play = state.play!;
  const legal = play.legal ?? [];
  if (play.phase === 'draw') {
    if (legal.includes('pass')) return t('status.takeOrPass');
    return t(legal.includes('take') ? 'status.drawOrTake' : 'status.draw');
  }
  if (play.phase === 'justify') return t('status.justify', { card: cardName(play.due ?? '??') });
  if (play.may_refuse) return t('status.refuse');
  const running = runningTotal(state, offer);
  if (running && play.points_laid > 0) return t('status.opening', running);
  if (legal.length && legal.every((each) => each.startsWith('discard '))) return t('status.discard');
  if (running) return t('status.open', { minimum: running.minimum });
  return t('status.play');
}
