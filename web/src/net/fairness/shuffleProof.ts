/** Checks a proof against the dealt cards: the twin of canastra.fairness.verification, with the same codes. */
import type { Hashing } from './hashing';
import { commit, dealOut, fromHex, shuffle, type Context, type Piles } from './shuffle';
import { SHUFFLE } from '../types';

/** A failed check: a code of docs/fairness.md (or `client_…`), and the values for its sentence. */
export interface Finding {
  code: string;
  figures: Record<string, string | number>;
}

/** The result of checking a shuffle. */
export interface CheckResult {
  /**
   * `committed`: there is only a commitment, because several tables have the pack and the proof comes after the round.
   */
  status: 'verified' | 'wrong' | 'sealed' | 'unproven' | 'committed';
  findings: readonly Finding[];
  /** The number of seats that contributed. With zero, the server alone chose the order. Null without a proof. */
  contributors: number | null;
}

/** A deal without its proof. */
export interface Dealt {
  deal: number;
  dealer: number;
  match: string;
  piles: Piles;
}

/** A draw for seats without its proof: the cards in the order in which they were drawn. */
export interface Lot {
  match: string;
  players: number;
  drawn: readonly string[];
}

/** A readable proof. */
interface Proved {
  context: Context;
  commitment: string;
  contributions: Uint8Array<ArrayBuffer>[];
  secret: Uint8Array<ArrayBuffer> | null;
}

const REQUIRED = ['version', 'match', 'deal', 'dealer', 'commitment', 'contributions'];
const LARGEST = 2 ** 32 - 1;
const CONTRIBUTION = 64;
const UNKNOWN = '??';

function finding(code: string, figures: Finding['figures'] = {}): Finding {
  return { code, figures };
}

/** A finding, thrown as an error. */
class Malformed extends Error {
  constructor(readonly finding: Finding) {
    super(finding.code);
  }
}

/** Checks an ended deal: its published proof against the dealt cards. */
export function check(proof: unknown, dealt: Dealt, hash?: Hashing): Promise<CheckResult> {
  return held(proof, async (proved) => [...misplaced(proved, dealt), ...(await opened(proved, dealt, hash))]);
}

/** Checks the draw for seats: its proof against the drawn cards. */
export function checkLot(proof: unknown, { match, players, drawn }: Lot, hash?: Hashing): Promise<CheckResult> {
  return held(proof, async ({ context, contributions, secret, commitment }) => {
    const expected = `${match}#lots`;
    const found: Finding[] = [];
    const expect = (code: string, holds: boolean, figures?: Finding['figures']) =>
      void (holds || found.push(finding(code, figures)));
    // Its number is 1, or higher after annulled draws; the published commitment binds it.
    const placed = context.match === expected && !context.dealer;
    expect('fairness_other_match', placed, { found: context.match, expected });
    expect('fairness_contributions', contributions.length === players, {
      found: contributions.length,
      expected: players,
    });
    if (!secret) return [...found, finding('fairness_secret_missing')];
    expect('fairness_commitment', (await commit(context, secret, hash)) === commitment);
    const pack = await shuffle(context, secret, contributions, hash);
    expect(
      'fairness_lot',
      drawn.every((card, place) => card === pack[place]),
    );
    return found;
  });
}

/** Returns true if there is only a commitment: other tables have the pack too, and the proof is published elsewhere. */
function isCommitmentAlone(proof: unknown): boolean {
  const [[key, value] = [], ...more] = Object.entries(proof as object);
  return !more.length && key === 'commitment' && typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

/** The result for a proof: `unproven` if it is missing, otherwise by the findings. */
async function held(proof: unknown, look: (proved: Proved) => Promise<Finding[]>): Promise<CheckResult> {
  if (proof === null || proof === undefined || (typeof proof === 'object' && !Object.keys(proof).length)) {
    return { status: 'unproven', findings: [], contributors: null };
  }
  if (isCommitmentAlone(proof)) return { status: 'committed', findings: [], contributors: null };
  let proved: Proved;
  try {
    proved = read(proof);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { status: 'wrong', findings: [error.finding], contributors: null };
  }
  const findings = await look(proved);
  const contributors = proved.contributions.filter((bytes) => bytes.length).length;
  return { status: findings.length ? 'wrong' : 'verified', findings, contributors };
}

/** Reads a proof strictly: exactly its keys, and one spelling for each value. */
function read(proof: unknown): Proved {
  const table = new Map(Object.entries(proof as object));
  const missing = (key: string) => new Malformed(finding('fairness_key_missing', { key }));
  if (!table.has('version')) throw missing('version');
  const version: unknown = table.get('version');
  if (version !== SHUFFLE) {
    throw new Malformed(finding('fairness_version', { found: String(version).slice(0, 40), version: SHUFFLE }));
  }
  for (const key of REQUIRED) if (!table.has(key)) throw missing(key);
  for (const key of table.keys()) {
    if (![...REQUIRED, 'secret'].includes(key)) {
      throw new Malformed(finding('fairness_key_unknown', { key: key.slice(0, 60) }));
    }
  }
  const match: unknown = table.get('match');
  if (typeof match !== 'string' || !/^[!-~]{1,128}$/.test(match)) throw new Malformed(finding('fairness_match'));
  const context = { match, deal: whole(table, 'deal', 1), dealer: whole(table, 'dealer', 0) };
  bytes(table, 'commitment', 32);
  return {
    context,
    commitment: table.get('commitment') as string,
    contributions: contributions(table.get('contributions')),
    secret: table.has('secret') ? bytes(table, 'secret', 32) : null,
  };
}

function whole(table: Map<string, unknown>, key: string, least: number): number {
  const value = table.get(key);
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= LARGEST) return value;
  throw new Malformed(finding('fairness_number', { key, least, most: LARGEST }));
}

function bytes(table: Map<string, unknown>, key: string, length: number): Uint8Array<ArrayBuffer> {
  const found = fromHex(table.get(key));
  if (found?.length === length) return found;
  throw new Malformed(finding('fairness_bytes', { key, number: length }));
}

function contributions(values: unknown): Uint8Array<ArrayBuffer>[] {
  const key = 'contributions';
  if (!Array.isArray(values)) throw new Malformed(finding('fairness_list', { key }));
  return values.map((value) => {
    const found = fromHex(value);
    if (found && found.length <= CONTRIBUTION) return found;
    throw new Malformed(finding('fairness_bytes_up_to', { key, number: CONTRIBUTION }));
  });
}

/** The findings about the deal to which the proof belongs. */
function misplaced({ context, contributions }: Proved, dealt: Dealt): Finding[] {
  const found: Finding[] = [];
  const expect = (code: string, is: string | number, expected: string | number) => {
    if (is !== expected) found.push(finding(code, { found: is, expected }));
  };
  expect('fairness_other_match', context.match, dealt.match);
  expect('fairness_other_deal', context.deal, dealt.deal);
  expect('fairness_other_dealer', context.dealer, dealt.dealer);
  expect('fairness_contributions', contributions.length, dealt.piles.hands.length);
  return found;
}

/** The findings about the secret, which must match the commitment, and about the cards, which must follow from it. */
async function opened(proved: Proved, dealt: Dealt, hash?: Hashing): Promise<Finding[]> {
  const { context, secret, commitment } = proved;
  if (!secret) return [finding('fairness_secret_missing')];
  const found = (await commit(context, secret, hash)) === commitment ? [] : [finding('fairness_commitment')];
  const hidden = named(dealt.piles)
    .flatMap(([, , pile]) => pile)
    .filter((card) => card === UNKNOWN).length;
  if (hidden) return [...found, finding('fairness_hidden', { cards_hidden: hidden })];
  const pack = await shuffle(context, secret, proved.contributions, hash);
  return [...found, ...different(dealt.piles, dealOut(pack, dealt.piles.hands.length, dealt.dealer))];
}

/** The first different card and the number of differences; a missing or additional card counts as different. */
function different(found: Piles, expected: Piles): Finding[] {
  const right = named(expected);
  const wrong = named(found).flatMap(([code, owner, pile], n) => {
    const due = right[n]?.[2] ?? [];
    return Array.from({ length: Math.max(pile.length, due.length) }, (_, place) => ({
      code,
      figures: { owner, place: place + 1, card: pile[place] ?? '', due: due[place] ?? '' },
    })).filter(({ figures }) => figures.card !== figures.due);
  });
  const [first] = wrong;
  return first ? [finding(first.code, { cards_wrong: wrong.length, ...first.figures })] : [];
}

/** Every pile with the code of its findings and its owner: a seat, or the number of a morto. */
function named({ hands, mortos, stock }: Piles): [string, number, readonly string[]][] {
  return [
    ...hands.map((hand, seat): [string, number, string[]] => ['fairness_hand', seat, hand]),
    ...mortos.map((morto, n): [string, number, string[]] => ['fairness_morto', n + 1, morto]),
    ['fairness_stock', 0, stock],
  ];
}
