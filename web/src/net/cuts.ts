/**
 * The own part in the shuffles of a match: what was promised, what was given, and whether both were kept.
 *
 * The twin of canastra.client.fairness. It also outlives the page: a tab that is loaded again remembers what it sent.
 */
import { hashing } from './hashing';
import { check, type Checked, type Finding } from './proving';
import type { DealEndedEvent, State } from './types';

/** Bytes of each own contribution. */
const BYTES = 32;
const KEY = 'canastra.cuts';

/** What was found of a deal's shuffle once it was over; `own`: bytes of our own were in it. */
export interface ShuffleCheck extends Checked {
  deal: number;
  own: boolean;
}

/** By deal. */
type ByDeal<Value> = Record<number, Value>;

interface Memory {
  match: string;
  /** Own bytes, in hexadecimal. */
  sent: ByDeal<string>;
  /** What the server has answered that it took. */
  given: ByDeal<string>;
  commitments: ByDeal<string>;
  dealers: ByDeal<number>;
}

type Keeping = Pick<Storage, 'getItem' | 'setItem'>;

/** Of one seat in one match. It is shown each state, in order. */
export class Cuts {
  private memory: Memory = empty('');
  /** Asked for since the page was loaded, and still open. */
  private readonly asked = new Set<number>();
  private readonly open = new Set<number>();
  private checked = 0;

  constructor(
    private readonly random: (length: number) => Uint8Array = randomBytes,
    private readonly keeping: Keeping | null = tabStorage(),
  ) {}

  /** The deal to contribute to now, and the bytes in hexadecimal; once for each deal. */
  due(state: State): { deal: number; bytes: string } | null {
    this.note(state);
    const { you } = state;
    const deal = shuffled(state);
    if (you === null || (state.stage !== 'gathering' && state.stage !== 'lots') || !state.commitment || this.asked.has(deal)) return null;
    if (state.seats[you]?.held || (state.contributions[you] ?? null) !== null) return null;
    const bytes = (this.memory.sent[deal] ??= hex(this.random(BYTES)));
    this.asked.add(deal);
    this.open.add(deal);
    this.keep();
    return { deal, bytes };
  }

  /** Whether the bytes were taken; if they came too late nothing of our own is in that deal. Null if nobody said. */
  answered(deal: number, taken: boolean | null): void {
    this.open.delete(deal);
    if (taken === null) {
      this.asked.delete(deal);
      return;
    }
    this.memory.given[deal] = taken ? (this.memory.sent[deal] ?? '') : '';
    this.keep();
  }

  /** The deal that is over and can be checked now; once for each. */
  over(state: State): DealEndedEvent | null {
    const { last } = state;
    if (last === null || last.deal <= this.checked || this.open.has(last.deal)) return null;
    this.checked = last.deal;
    return last;
  }

  /** Checks a deal that is over: the proof against the cards, and what was promised to this seat. */
  async check(ended: DealEndedEvent, match: string, seat: number | null): Promise<ShuffleCheck> {
    const { deal, fairness } = ended;
    const own = seat === null ? '' : (this.memory.sent[deal] ?? '');
    const used = (seat === null ? undefined : fairness?.contributions?.[seat]) ?? '';
    const hash = await hashing();
    let checked: Checked;
    try {
      checked = await check(fairness, { deal, match, dealer: this.dealer(ended), piles: piles(ended) }, hash);
    } catch {
      checked = { status: 'wrong', findings: [found('client_shuffle_unreadable')], contributors: null };
    }
    const broken = [...checked.findings];
    const promised = this.memory.commitments[deal];
    if (promised && promised !== fairness?.commitment) broken.push(found('client_shuffle_commitment'));
    if (seat !== null && this.memory.given[deal] && this.memory.given[deal] !== used) {
      broken.push(found('client_shuffle_own'));
    }
    return {
      ...checked,
      deal,
      status: broken.length ? 'wrong' : checked.status,
      findings: broken,
      own: own !== '' && own === used,
    };
  }

  private dealer(ended: DealEndedEvent): number {
    return this.memory.dealers[ended.deal] ?? ended.fairness?.dealer ?? 0;
  }

  private note(state: State): void {
    const { match, stage, commitment, dealer, you } = state;
    const deal = shuffled(state);
    if (this.memory.match !== match) this.memory = this.kept(match);
    if (stage !== 'gathering' && stage !== 'playing' && stage !== 'lots') return;
    const { given, commitments, dealers } = this.memory;
    const before = JSON.stringify(this.memory);
    if (commitment) commitments[deal] ??= commitment;
    if (dealer !== null) dealers[deal] = dealer;
    const mine = you === null ? null : state.contributions[you];
    // What the table shows as ours is promised too: another tab may have given it.
    if (mine && !this.open.has(deal)) given[deal] = mine;
    if (before !== JSON.stringify(this.memory)) this.keep();
  }

  private kept(match: string): Memory {
    try {
      const found = JSON.parse(this.keeping?.getItem(KEY) ?? 'null') as Partial<Memory> | null;
      return found?.match === match ? { ...empty(match), ...found } : empty(match);
    } catch {
      return empty(match);
    }
  }

  private keep(): void {
    try {
      this.keeping?.setItem(KEY, JSON.stringify(this.memory));
    } catch {
      // Full or forbidden: it is remembered as long as the page is there.
    }
  }
}

/** The number of the deal that is shuffled for; 0 of the lot for the seats. */
function shuffled({ stage, deal }: State): number {
  return stage === 'lots' ? 0 : deal;
}

function empty(match: string): Memory {
  return { match, sent: {}, given: {}, commitments: {}, dealers: {} };
}

function piles(ended: DealEndedEvent) {
  const cards = (text: string) => text.split(' ').filter(Boolean);
  return { hands: ended.dealt.map(cards), mortos: ended.mortos.map(cards), stock: cards(ended.stock) };
}

function found(code: string): Finding {
  return { code, figures: {} };
}

/** Random bytes that nobody can guess. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function tabStorage(): Keeping | null {
  try {
    return typeof sessionStorage === 'undefined' ? null : sessionStorage;
  } catch {
    return null; // forbidden by the browser
  }
}
