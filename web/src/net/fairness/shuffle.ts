/**
 * The verifiable shuffle, byte by byte as in docs/fairness.md: the commitment, the stream, the order of the pack.
 *
 * It doesn't trust the server: it computes everything from the published values.
 */
import { hashing, type Hashing } from './hashing';
import { SHUFFLE } from '../types';

/** Identifies a shuffle. The commitment binds all of it. */
export interface Context {
  match: string;
  deal: number;
  dealer: number;
}

/** Cards as dealt, in notation: hands by seat, the two mortos, the stock in drawing order. */
export interface Piles {
  hands: string[][];
  mortos: string[][];
  stock: string[];
}

const HAND = 11;
type Bytes = Uint8Array<ArrayBuffer>;

/** The 104 cards sorted: suits S H D C, ranks from the ace, each twice in a row. */
export function sortedPack(): string[] {
  return [...'SHDC'].flatMap((suit) => [...'A23456789TJQK'].flatMap((rank) => [rank + suit, rank + suit]));
}

/** The commitment in hexadecimal, which is published before any seat contributes. */
export async function commit(context: Context, secret: Bytes, hash?: Hashing): Promise<string> {
  const bytes = joined(text(`${SHUFFLE} commitment`), contextBytes(context), field(secret));
  return toHex(await (hash ?? (await hashing())).sha256(bytes));
}

/** The shuffling bytes, as many as are requested. */
export async function* stream(
  context: Context,
  secret: Bytes,
  contributions: readonly Bytes[],
  hash?: Hashing,
): AsyncGenerator<number, never> {
  const { hmac } = hash ?? (await hashing());
  const head = [text(`${SHUFFLE} stream`), contextBytes(context), number(contributions.length)];
  const message = joined(...head, ...contributions.map(field));
  for (let block = 0; ; block++) yield* await hmac(secret, joined(message, number(block)));
}

/** The order of the pack: Fisher–Yates from the last place to the second, one byte an attempt. */
export async function shuffle(
  context: Context,
  secret: Bytes,
  contributions: readonly Bytes[],
  hash?: Hashing,
): Promise<string[]> {
  const pack = sortedPack();
  const bytes = stream(context, secret, contributions, hash);
  for (let last = pack.length - 1; last > 0; last--) {
    const other = await below(last + 1, bytes);
    [pack[last], pack[other]] = [pack[other]!, pack[last]!];
  }
  return pack;
}

/** A number below `bound`; bytes that would favour low numbers are discarded. */
async function below(bound: number, bytes: AsyncGenerator<number, never>): Promise<number> {
  const fair = 256 - (256 % bound);
  for (;;) {
    const { value } = await bytes.next();
    if (value < fair) return value % bound;
  }
}

/** The cards dealt from a pack in this order: the first to the seat after the dealer. */
export function dealOut(pack: readonly string[], players: number, dealer: number): Piles {
  const hands = Array.from({ length: players }, (): string[] => []);
  for (let n = 0; n < HAND * players; n++) hands[(dealer + 1 + n) % players]!.push(pack[n]!);
  const rest = pack.slice(HAND * players);
  return { hands, mortos: [rest.slice(0, HAND), rest.slice(HAND, 2 * HAND)], stock: rest.slice(2 * HAND) };
}

/** Bytes of lower-case hexadecimal; null for anything else. */
export function fromHex(hex: unknown): Bytes | null {
  if (typeof hex !== 'string' || !/^([0-9a-f]{2})*$/.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, n) => parseInt(hex.slice(2 * n, 2 * n + 2), 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function contextBytes({ match, deal, dealer }: Context): Bytes {
  return joined(text(match), number(deal), number(dealer));
}

function text(ascii: string): Bytes {
  return field(Uint8Array.from(ascii, (character) => character.charCodeAt(0)));
}

function field(content: Bytes): Bytes {
  return joined(number(content.length), content);
}

/** Four bytes, the highest first. */
function number(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
