/** Detects that a meld became a canasta, and who made it. Pure. */
import type { TableChange } from '../../live/ports';
import type { MeldState } from '../../net/types';
import type { Bonus } from '../../board/book';
import { canastaOf, type Canasta, type Special } from '../../board/meldWords';

export interface CanastaMade {
  /** The number of the event, to distinguish moments. */
  seq: number;
  seat: number;
  kind: Exclude<Canasta, 'none'>;
  points: number;
}

/** The canasta that a change made, the last of several; null if it made none or the table was loaded anew. */
export function canastaMade(
  { events, before, state }: TableChange,
  special: Special,
  bonus: Bonus,
): CanastaMade | null {
  if (!before?.play || !state.play) return null;
  const done = events.findLast(({ event }) => event?.type === 'played' && /^(meld|lay) /.test(event.entry));
  if (done?.event?.type !== 'played') return null;
  const { seat } = done.event;
  const [was, now] = [before.play.melds[seat % 2] ?? [], state.play.melds[seat % 2] ?? []];
  const kinds = now.map((meld, place) => (closed(was[place], special) === 'none' ? canastaOf(meld, special) : 'none'));
  const kind = kinds.findLast((each) => each !== 'none');
  return kind ? { seq: done.seq, seat, kind, points: bonus[kind] } : null;
}

function closed(meld: MeldState | undefined, special: Special): Canasta {
  return meld ? canastaOf(meld, special) : 'none';
}
