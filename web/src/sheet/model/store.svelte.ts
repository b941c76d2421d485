/**
 * The sheets of this device, each under a key of its own in the browser's storage. Every change is kept at once, what is
 * only half written too; other tabs follow.
 */
import { parseJson, readItem } from '../../lib/storage';
import type { Draft, Sheet } from './sheet';
import type { TableSheet } from './tableSheet';

const KEY = 'canastra.sheet.';
/** How many steps can be undone. */
const STEPS = 20;

export interface Kept {
  sheet: Sheet;
  /** When it was last changed, in milliseconds. */
  touched: number;
  /** What it was before each of the last changes. */
  undo: readonly Sheet[];
  /** What is being written, and into which deal. */
  draft: { deal: number; draft: Draft } | null;
  /** The table of a tournament that it is kept for. */
  table?: TableSheet;
}

let kept = $state.raw<Readonly<Record<string, Kept>>>(read());
let failed = $state(false);

addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(KEY)) kept = read();
});

function read(): Record<string, Kept> {
  const found: Record<string, Kept> = {};
  for (const key of keys()) {
    const one = parseJson(readItem(key)) as Kept | null;
    if (one?.sheet?.names) found[key.slice(KEY.length)] = one;
  }
  return found;
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  } catch {
    return []; // Forbidden: the page says so when something is to be kept.
  }
}

function write(id: string, one: Kept | null): void {
  const { [id]: _, ...others } = kept;
  kept = one ? { ...others, [id]: one } : others;
  try {
    if (one) localStorage.setItem(KEY + id, JSON.stringify(one));
    else localStorage.removeItem(KEY + id);
    failed = false;
  } catch {
    failed = true;
  }
}

const newId = (): string =>
  crypto.getRandomValues(new Uint32Array(2)).reduce((text, each) => text + each.toString(36), '');

/** A sheet of this device. */
export const sheetOf = (id: string): Kept | undefined => kept[id];

/** All sheets, the one changed last first. */
export function allSheets(): [id: string, kept: Kept][] {
  return Object.entries(kept).sort(([, one], [, other]) => other.touched - one.touched);
}

/** Whether the browser refused to keep the last change: it lasts as long as the page. */
export const keepingFailed = (): boolean => failed;

/** Keeps a new sheet, and says by which id. One that has none in its file gets the id, and the day, of now. */
export function addSheet(sheet: Sheet, id = newId(), table?: TableSheet): string {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  write(id, {
    sheet: { ...sheet, about: { id, date: day, ...sheet.about } },
    touched: Date.now(),
    undo: [],
    draft: null,
    ...(table && { table }),
  });
  // Browsers may throw away what a page keeps when the disk is full, unless they were asked not to.
  void navigator.storage?.persist?.().catch(() => false);
  return id;
}

/** Keeps a change that can be undone. */
export function changeSheet(id: string, sheet: Sheet): void {
  const { sheet: before, undo, table } = kept[id]!;
  write(id, {
    ...(table && { table }),
    sheet,
    touched: Date.now(),
    undo: [...undo, before].slice(-STEPS),
    draft: null,
  });
}

/** Takes the last change back. */
export function undoChange(id: string): void {
  const { undo, draft, table } = kept[id]!;
  const before = undo.at(-1);
  if (before)
    write(id, { ...(table && { table }), sheet: before, touched: Date.now(), undo: undo.slice(0, -1), draft });
}

/** Keeps what is being written; null forgets it. */
export function keepDraft(id: string, draft: Kept['draft']): void {
  const one = kept[id];
  if (one && (draft || one.draft)) write(id, { ...one, draft });
}

/** Throws a sheet away; what was kept brings it back with `restoreSheet`. */
export function removeSheet(id: string): Kept {
  const one = kept[id]!;
  write(id, null);
  return one;
}

export const restoreSheet = (id: string, one: Kept): void => write(id, one);
