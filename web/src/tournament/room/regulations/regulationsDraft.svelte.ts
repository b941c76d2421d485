/** A draft of changed regulations. It is stored in the tab, so that it survives a change of the part. */
import { parseJson } from '../../../lib/storage';

interface Kept {
  text: string;
  from: string;
  reason: string;
}

export class RegulationsDraft {
  /** The draft; empty if it is closed. */
  text = $state('');
  /** The reason of the change. */
  reason = $state('');
  private from = $state('');
  private readonly key: string;

  constructor(tournament: string) {
    this.key = `canastra.tournament.${tournament}.regulations`;
    const kept = parseJson(stored(this.key)) as Kept | null;
    if (kept) [this.text, this.from, this.reason] = [kept.text, kept.from, kept.reason];
  }

  /** True if the draft differs from the present regulations. */
  get changed(): boolean {
    return this.text !== this.from;
  }

  /** Opens a draft of the present regulations. */
  open(text: string): void {
    this.text = this.from = text;
  }

  /** Discards the draft. */
  close(): void {
    this.text = this.from = this.reason = '';
  }

  /** Stores the draft; call it after each change. */
  keep(): void {
    const { text, from, reason } = this;
    store(this.key, this.changed ? JSON.stringify({ text, from, reason } satisfies Kept) : null);
  }
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The storage is full or forbidden: the draft lasts as long as the page.
  }
}
