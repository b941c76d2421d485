/**
 * The player's contributions to the shuffles of a match: the promised commitments, the sent bytes, and a check of both.
 *
 * The twin of canastra.client.fairness. It is stored in the tab, so that a reloaded page still knows what it sent.
 */
import { hashing, type Hashing } from './hashing';
import { check, checkLot, type CheckResult, type Finding } from './shuffleProof';
import type { DealEndedEvent, Proof, SeatsDrawnEvent, State } from '../types';

/** Bytes of each contribution. */
const BYTES = 32;
const KEY = 'canastra.cuts';
/** The number of the deal that stands for the draw for seats. */
export const LOT = 0;

/** The result of checking a deal's shuffle; `own` is true if the player's bytes were in it. */
export interface ShuffleCheck extends CheckResult {
  deal: number;
  own: boolean;
}

/** By deal. */
type ByDeal<Value> = Record<number, Value>;

interface Memory {
  match: string;
  /** The player's bytes, in hexadecimal. */
  sent: ByDeal<string>;
  /** The commitment for which they were drawn. Another commitment, after the server was restored, gets other bytes. */
  bound: ByDeal<string>;
  /** The bytes that the server confirmed. */
  given: ByDeal<string>;
  commitments: ByDeal<string>;
  dealers: ByDeal<number>;
}

type Keeping = Pick<Storage, 'getItem' | 'setItem'>;

/** The contributions of a seat in a match. It must receive every state, in order. */
export class Cuts {
  private memory: Memory = empty('');
  /** Requests since the page was loaded that are still open. */
  private readonly asked: ByDeal<string> = {};
  private readonly open = new Set<number>();
  private checked = 0;
  private lotChecked = false;
  /** True if other tables have the same packs, so that the proofs come later. */
  private shared = false;

  constructor(
    private readonly random: (length: number) => Uint8Array = randomBytes,
    private readonly keeping: Keeping | null = tabStorage(),
  ) {}

  /** The deal to contribute to now, and the bytes in hexadecimal; once for each commitment. */
  due(state: State): { deal: number; bytes: string } | null {
    this.note(state);
    const { you, commitment } = state;
    const deal = shuffled(state);
    if (
      you === null ||
      (state.stage !== 'gathering' && state.stage !== 'lots') ||
      !commitment ||
      this.asked[deal] === commitment
    )
      return null;
    if (state.seats[you]?.held || (state.contributions[you] ?? null) !== null) return null;
    const { sent, bound, given } = this.memory;
    if (bound[deal] !== commitment) delete given[deal];
    const bytes = bound[deal] === commitment && sent[deal] ? sent[deal] : hex(this.random(BYTES));
    sent[deal] = bytes;
    bound[deal] = this.asked[deal] = commitment;
    this.open.add(deal);
    this.keep();
    return { deal, bytes };
  }

  /** Records the server's answer: false if the bytes came too late and are not in that deal, null without an answer. */
  answered(deal: number, taken: boolean | null): void {
    this.open.delete(deal);
    if (taken === null) {
      delete this.asked[deal];
      return;
    }
    this.memory.given[deal] = taken ? (this.memory.sent[deal] ?? '') : '';
    this.keep();
  }

  /** The ended deal that can be checked now; once for each. */
  over(state: State): DealEndedEvent | null {
    const { last } = state;
    if (last === null || last.deal <= this.checked || this.open.has(last.deal)) return null;
    this.checked = last.deal;
    return last;
  }

  /** The draw for seats that can be checked now; once. */
  lot({ lot }: State): SeatsDrawnEvent | null {
    if (!lot || this.lotChecked || this.open.has(LOT)) return null;
    this.lotChecked = true;
    return lot;
  }

  /** Checks an ended deal: the proof against the cards, and the promises to this seat. */
  check(ended: DealEndedEvent, match: string, seat: number | null): Promise<ShuffleCheck> {
    const { deal, fairness } = ended;
    // A deal annulled after the server was restored may date from before the player's bytes arrived.
    const used = seat === null || ended.annulled || this.shared ? null : (fairness?.contributions?.[seat] ?? '');
    return this.judged(deal, fairness, used, async (hash) => {
      const dealt = { deal, match, dealer: this.dealer(ended), piles: piles(ended) };
      const found = await check(fairness, dealt, hash);
      return found.status !== 'committed' || this.shared
        ? found
        : { ...found, findings: [finding('fairness_secret_missing')] };
    });
  }

  /** Checks the draw for seats: the proof against the cards, and the seats that they give. */
  checkLot({ drawn, fairness, seats }: SeatsDrawnEvent, match: string, players: number): Promise<ShuffleCheck> {
    const mine = [this.memory.sent[LOT], this.memory.given[LOT]];
    // After the draw, the player's former seat is unknown; but the player's bytes are unique.
    const used = [fairness?.contributions].flat().find((bytes) => bytes && mine.includes(bytes)) ?? '';
    return this.judged(LOT, fairness, used, async (hash) => {
      const cards = drawn.map((each) => each.split(' ')[1]!);
      const found = await checkLot(fairness, { match, players, drawn: cards }, hash);
      if (`${seats}` === `${seatsOf(cards, players)}`) return found;
      return { ...found, findings: [...found.findings, finding('client_lot_seats')] };
    });
  }

  /** The result of a check, including the promises: the commitment, and the player's bytes in their place. */
  private async judged(
    deal: number,
    proof: Proof | undefined,
    used: string | null,
    look: (hash: Hashing) => Promise<CheckResult>,
  ): Promise<ShuffleCheck> {
    const { commitments, given, sent } = this.memory;
    const hash = await hashing(); // Failing to load the code is no fault of the proof.
    const checked = await look(hash).catch((): CheckResult => ({
      status: 'wrong',
      findings: [finding('client_shuffle_unreadable')],
      contributors: null,
    }));
    const findings = [...checked.findings];
    if (commitments[deal] && commitments[deal] !== proof?.commitment)
      findings.push(finding('client_shuffle_commitment'));
    if (used !== null && given[deal] && given[deal] !== used) findings.push(finding('client_shuffle_own'));
    const own = !!used && sent[deal] === used;
    return { ...checked, deal, status: findings.length ? 'wrong' : checked.status, findings, own };
  }

  private dealer(ended: DealEndedEvent): number {
    return this.memory.dealers[ended.deal] ?? ended.fairness?.dealer ?? 0;
  }

  private note(state: State): void {
    const { match, stage, commitment, dealer, you } = state;
    const deal = shuffled(state);
    this.shared = !!state.packs;
    if (this.memory.match !== match) this.memory = this.kept(match);
    if (stage !== 'gathering' && stage !== 'playing' && stage !== 'lots') return;
    this.checked = Math.min(this.checked, state.deal - 1); // The server may have been restored.
    const { given, commitments, dealers } = this.memory;
    const before = JSON.stringify(this.memory);
    if (commitment) commitments[deal] ??= commitment;
    if (dealer !== null) dealers[deal] = dealer;
    const mine = you === null ? null : state.contributions[you];
    // The contribution that the table shows for the player counts too: another tab may have sent it.
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
      // The storage is full or forbidden: the memory lasts as long as the page.
    }
  }
}

/** The number of the deal to shuffle; `LOT` for the draw for seats. */
function shuffled({ stage, deal }: State): number {
  return stage === 'lots' ? LOT : deal;
}

function empty(match: string): Memory {
  return { match, sent: {}, bound: {}, given: {}, commitments: {}, dealers: {} };
}

function piles(ended: DealEndedEvent) {
  const cards = (text: string) => text.split(' ').filter(Boolean);
  return { hands: ended.dealt.map(cards), mortos: ended.mortos.map(cards), stock: cards(ended.stock) };
}

function finding(code: string): Finding {
  return { code, figures: {} };
}

/**
 * For each seat, the former seat of its player: the two highest of four are partners, equal cards draw again. The same
 * as canastra.engine.draw_for_seats.
 */
export function seatsOf(cards: readonly string[], players: number): number[] {
  let at = 0;
  const ranked = (among: number[]): number[] => {
    if (among.length < 2) return among;
    if (at + among.length > cards.length) throw new Error('too few cards');
    const ranks = among.map((seat) => [seat, 'A23456789TJQK'.indexOf(cards[at++]![0]!)] as const);
    const highest = [...new Set(ranks.map(([, rank]) => rank))].sort((one, other) => other - one);
    return highest.flatMap((rank) => ranked(ranks.filter((each) => each[1] === rank).map(([seat]) => seat)));
  };
  const order = ranked([...Array(players).keys()]);
  return order.map((_, seat) => order[(seat >> 1) + (seat % 2 && players >> 1)]!);
}

/** Unpredictable random bytes. */
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
