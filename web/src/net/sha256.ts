/** SHA-256 (FIPS 180-4) and HMAC (RFC 2104), for pages that came without TLS: browsers keep theirs from those. */
import type { Hashing } from './hashing';

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes. */
function roots(count: number, root: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let number = 2, n = 0; n < count; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) prime = false;
    if (!prime) continue;
    const value = root === 2 ? Math.sqrt(number) : Math.cbrt(number);
    found[n++] = (value - Math.floor(value)) * 2 ** 32;
  }
  return found;
}

const START = roots(8, 2);
const ROUNDS = roots(64, 3);

export function sha256(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  const hash = START.slice();
  for (let place = 0; place < length; place += BLOCK) compress(hash, view, place);
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => result.setUint32(4 * n, word));
  return new Uint8Array(result.buffer);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function compress(hash: Uint32Array, view: DataView, place: number): void {
  const words = new Uint32Array(64);
  for (let n = 0; n < 16; n++) words[n] = view.getUint32(place + 4 * n);
  for (let n = 16; n < 64; n++) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[n] = words[n - 16]! + first + words[n - 7]! + second;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n]! += word));
}

export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(BLOCK);
  kept.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(kept.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(kept.map((byte) => byte ^ 0x5c), inner));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const ownHashing: Hashing = {
  sha256: (bytes) => Promise.resolve(sha256(bytes)),
  hmac: (key, bytes) => Promise.resolve(hmac(key, bytes)),
};
