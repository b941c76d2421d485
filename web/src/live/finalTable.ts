/** The final table of a deal, with all hands: shown before the points, and again if the user asks for it. */
import type { LoggedEvent } from '../net/connection/tableReducer';
import type { DealEndedEvent, PlayState } from '../net/types';

type Keeping = Pick<Storage, 'getItem' | 'setItem'>;

export interface FinalTable {
  deal: number;
  play: PlayState;
  /** The cards left in the hands, by seat. */
  hands: readonly string[];
  /** The value of those cards. */
  handScores: readonly number[];
  wentOut: number | null;
  /** The points for going out. */
  bonus: number;
  /** The last events of the deal, of which the last action is highlighted. */
  log: readonly LoggedEvent[];
}

/** The final table of an ended deal. */
export function finalTable(play: PlayState, ended: DealEndedEvent, log: readonly LoggedEvent[]): FinalTable {
  const last = log.findLastIndex(({ event }) => event.type === 'played');
  const wentOut = ended.went_out ?? null;
  return {
    deal: ended.deal,
    play: { ...play, to_act: null },
    hands: ended.hands,
    handScores: ended.hand_scores ?? [],
    wentOut,
    bonus: wentOut === null ? 0 : (ended.scores?.[wentOut % 2]?.going_out ?? 0),
    log: last < 0 ? [] : log.slice(last),
  };
}

function key(match: string): string {
  return `canastra.final.${match}`;
}

/** The final table that this tab stored for a match; null if it belongs to another deal. */
export function keptFinal(match: string, deal: number, keeping: Keeping | null): FinalTable | null {
  try {
    const found = JSON.parse(keeping?.getItem(key(match)) ?? 'null') as FinalTable | null;
    return found?.deal === deal ? found : null;
  } catch {
    return null;
  }
}

export function keepFinal(match: string, final: FinalTable, keeping: Keeping | null): void {
  try {
    keeping?.setItem(key(match), JSON.stringify(final));
  } catch {
    // The storage is full or forbidden: a reloaded page then shows only the points.
  }
}
