/** Delays text until the cards have moved. */
import { untrack } from 'svelte';
import { painted } from '../../lib/painted';

/** A value that follows its source one frame later, so that the cards of a move are drawn before its text. */
export function followed<T>(value: () => T): () => T {
  let shown = $state.raw(untrack(value));
  $effect(() => {
    value();
    // The flights begin right after the frame and measure the table before anything else changes.
    void painted().then(() => setTimeout(() => (shown = value())));
  });
  return () => shown;
}
