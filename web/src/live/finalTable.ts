/** The table at the end of a deal, with all hands: shown before the points, and again whenever somebody asks for it. */
import type { LoggedEvent } from '../net/connection/tableReducer';
import type { DealEndedEvent, PlayState } from '../net/types';

type Keeping = Pick<Storage, 'getItem' | 'setItem'>;

export interface FinalTable {
  deal: number;
  play: PlayState;
  /** By seat, what was left in the hands. */
  hands: readonly string[];
  /** And what those cards cost. */
  handScores: readonly number[];
  wentOut: number | null;
  /** What going out brought. */
  bonus: number;
  /** The last events of the deal: what was done last glows. */
  log: readonly LoggedEvent[];
}

/** What is seen of a deal that is over, on its last table. */
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

/** The last one of a match that this tab has seen, if it is that of this deal. */
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
    // Full or forbidden: who loads the page again sees the points alone.
  }
}
