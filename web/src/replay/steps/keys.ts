/** The keyboard shortcuts of a replay. Pure. */
import type { Way } from './places';

export type ReplayKey = 'play' | 'home' | 'end' | readonly [way: Way, by: 1 | -1];

const KEYS: Record<string, ReplayKey> = {
  ArrowLeft: ['step', -1],
  ArrowRight: ['step', 1],
  ArrowUp: ['turn', -1],
  ArrowDown: ['turn', 1],
  PageUp: ['deal', -1],
  PageDown: ['deal', 1],
  Home: 'home',
  End: 'end',
  ' ': 'play',
};

/** Elements with their own keys: a field, a slider, a list to choose from. */
const OWN = 'input, select, textarea, summary, [contenteditable]';

/** The action of a key; null for other keys. */
export function keyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented' | 'target'>,
): ReplayKey | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  const target = event.target as Partial<Element> | null;
  if (target?.closest?.(OWN)) return null;
  // Space presses buttons and follows links.
  if (event.key === ' ' && target?.closest?.('button, a')) return null;
  return Object.hasOwn(KEYS, event.key) ? KEYS[event.key]! : null;
}
