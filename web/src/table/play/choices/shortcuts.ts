/** The keyboard shortcuts. They work only inside the hand and the bar. */
import type { Key } from '../../../i18n';

export type Deed =
  | 'primary'
  | 'second'
  | 'back'
  | 'stock'
  | 'pile'
  | 'fresh'
  | 'undo'
  | 'hint'
  | 'moves'
  | 'order'
  | 'keys'
  | { meld: number };

/** The properties of a keyboard event that shortcuts depend on. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const LETTERS: Record<string, Deed> = {
  m: 'stock',
  l: 'pile',
  b: 'fresh',
  d: 'hint',
  j: 'moves',
  o: 'order',
  u: 'undo',
  '?': 'keys',
};

/** The action of a key; null for other keys. On a button, Enter presses that button. */
export function deedOf(pressed: KeyPress, onButton: boolean): Deed | null {
  const { key } = pressed;
  if (pressed.altKey) return null;
  if (pressed.ctrlKey || pressed.metaKey) return key.toLowerCase() === 'z' ? 'undo' : null;
  if (key === 'Escape') return 'back';
  if (key === 'Enter') return onButton ? null : pressed.shiftKey ? 'second' : 'primary';
  if (/^[1-9]$/.test(key)) return { meld: Number(key) };
  return LETTERS[key.toLowerCase()] ?? null;
}

/** The keys and their actions, in the order of the help. */
export const KEYS: readonly (readonly [key: Key | string, does: Key])[] = [
  ['key.arrows', 'keys.move'],
  ['key.space', 'keys.choose'],
  ['key.shiftArrows', 'keys.extend'],
  ['key.altArrows', 'keys.shift'],
  ['key.enter', 'keys.primary'],
  ['key.shiftEnter', 'keys.second'],
  ['key.escape', 'keys.back'],
  ['M', 'keys.stock'],
  ['L', 'keys.pile'],
  ['1–9', 'keys.meld'],
  ['B', 'keys.fresh'],
  ['U', 'keys.undo'],
  ['D', 'keys.hint'],
  ['J', 'keys.moves'],
  ['O', 'keys.order'],
  ['?', 'keys.keys'],
];
