/** Words follow the cards. */
import { untrack } from 'svelte';
import { painted } from '../../lib/painted';

/**
 * A value as it was at the last picture, and a moment later as it is: what is said of a move comes after the move is seen,
 * so that neither has to wait until both are drawn.
 */
export function followed<T>(value: () => T): () => T {
  let shown = $state.raw(untrack(value));
  $effect(() => {
    value();
    // Cards begin to fly right after the picture, and know where to as long as nothing else has changed.
    void painted().then(() => setTimeout(() => (shown = value())));
  });
  return () => shown;
}
