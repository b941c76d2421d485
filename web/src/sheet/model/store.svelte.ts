/**
 * The sheets of this device, each under its own key in the browser's storage. Every change is stored at once, including
 * drafts; other tabs follow.
 */
import { parseJson, readItem } from '../../lib/storage';
import type { Draft, Sheet } from './sheet';
import type { TableSheet } from './tableSheet';

const KEY = 'canastra.sheet.';
/** The most steps that can be undone. */
const STEPS = 20;

export interface Kept {
  sheet: Sheet;
  /** The time of the last change, in milliseconds. */
  touched: number;
  /** The sheet before each of the last changes. */
  undo: readonly Sheet[];
  /** The draft, and the index of its deal. */
  draft: { deal: number; draft: Draft } | null;
  /** The tournament's table to which the sheet belongs. */
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
    return []; // Storage is forbidden: the page says so when it must store a sheet.
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

/** A sheet of this device; undefined if it doesn't exist. */
export const sheetOf = (id: string): Kept | undefined => kept[id];

/** All sheets, the last changed first. */
export function allSheets(): [id: string, kept: Kept][] {
  return Object.entries(kept).sort(([, one], [, other]) => other.touched - one.touched);
}

/** Returns true if the browser refused to store the last change, which then lasts as long as the page. */
export const keepingFailed = (): boolean => failed;

/** Adds a new sheet and returns its id. A sheet without an id in its file gets this id and the present date. */
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
  // On a full disk, browsers may delete stored data unless the page asks for persistence.
  void navigator.storage?.persist?.().catch(() => false);
  return id;
}

/** Stores a change that can be undone. */
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

/** Undoes the last change. */
export function undoChange(id: string): void {
  const { undo, draft, table } = kept[id]!;
  const before = undo.at(-1);
  if (before)
    write(id, { ...(table && { table }), sheet: before, touched: Date.now(), undo: undo.slice(0, -1), draft });
}

/** Stores a draft; null removes it. */
export function keepDraft(id: string, draft: Kept['draft']): void {
  const one = kept[id];
  if (one && (draft || one.draft)) write(id, { ...one, draft });
}

/** Removes a sheet; `restoreSheet` restores it from the returned value. */
export function removeSheet(id: string): Kept {
  const one = kept[id]!;
  write(id, null);
  return one;
}

export const restoreSheet = (id: string, one: Kept): void => write(id, one);
