/** The place on the table at which an action is carried out. */
import type { Move } from '../board/moves';
import type { TargetPlace } from '../board/targets.svelte';

const PLACES: Partial<Record<Move['verb'], TargetPlace>> = {
  draw: 'stock',
  take: 'pile',
  discard: 'pile',
  meld: 'new',
  lay: 'meld',
};

export const placeOf = ({ verb }: Move): TargetPlace | null => PLACES[verb] ?? null;
