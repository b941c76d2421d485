/** The regulations of a tournament while they are changed: kept for as long as the tab, whatever part is open. */
import { parseJson } from '../../../lib/storage';

interface Kept {
  text: string;
  from: string;
  reason: string;
}

export class RegulationsDraft {
  /** Empty where it is not open. */
  text = $state('');
  /** Why it is changed. */
  reason = $state('');
  private from = $state('');
  private readonly key: string;

  constructor(tournament: string) {
    this.key = `canastra.tournament.${tournament}.regulations`;
    const kept = parseJson(stored(this.key)) as Kept | null;
    if (kept) [this.text, this.from, this.reason] = [kept.text, kept.from, kept.reason];
  }

  /** Whether something in it does not count yet. */
  get changed(): boolean {
    return this.text !== this.from;
  }

  /** Begins with the regulations as they stand. */
  open(text: string): void {
    this.text = this.from = text;
  }

  /** Forgets what was changed. */
  close(): void {
    this.text = this.from = this.reason = '';
  }

  /** Remembers it as it is; to be called whenever it changes. */
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
    // full or forbidden: it lasts as long as the page
  }
}
