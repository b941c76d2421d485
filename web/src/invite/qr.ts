/**
 * QR codes (ISO/IEC 18004): text as bytes, level M, the smallest version that holds it, the mask with the least
 * penalty. A code is square; each module is dark or not.
 */
import { correction } from './reedSolomon';

/** A finished code: `dark[y][x]`, without the quiet zone round it. */
export interface Code {
  version: number;
  mask: number;
  dark: readonly (readonly boolean[])[];
}

/** Of level M, by version from 1 on: bytes of correction in a block, and how many blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const LEVEL_M = 0;

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The code of a text of at most 666 bytes; a RangeError for a longer one. `mask` is for tests. */
export function encode(text: string, mask?: number): Code {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, n) => bytes.length <= capacity(n + 1)) + 1;
  if (!version) throw new RangeError('too long for a QR code');
  const frame = drawn(version, interleaved(words(bytes, version), version));
  if (mask !== undefined) return { version, mask, dark: masked(frame, version, mask) };
  const codes = MASKS.map((_, n) => masked(frame, version, n));
  const penalties = codes.map(penalty);
  const best = penalties.indexOf(Math.min(...penalties));
  return { version, mask: best, dark: codes[best]! };
}

/** A code as the path of an SVG, in modules; `quiet` modules of margin. */
export function path({ dark }: Code, quiet = 4): { d: string; size: number } {
  let d = '';
  for (const [y, row] of dark.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end++;
      d += `M${x + quiet} ${y + quiet}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return { d, size: dark.length + 2 * quiet };
}

// Bytes

function capacity(version: number): number {
  return dataWords(version) - (version < 10 ? 2 : 3);
}

function dataWords(version: number): number {
  return Math.floor(rawModules(version) / 8) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
}

/** Modules that are left for data: all of the square but its patterns. */
function rawModules(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

/** Mode, length, the bytes, a terminator, and padding up to what the version holds. */
function words(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = dataWords(version) * 8;
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, n) => parseInt(bits.slice(n * 8, n * 8 + 8).join(''), 2));
}

/** The words in blocks, each with its correction; then the first word of each block, the second of each, … */
function interleaved(data: number[], version: number): number[] {
  const [blocks, length] = [BLOCKS[version - 1]!, CORRECTION[version - 1]!];
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  const parts: number[][] = [];
  for (let n = 0, start = 0; n < blocks; n++) {
    const end = start + short + (n >= blocks - longer ? 1 : 0);
    parts.push(data.slice(start, end));
    start = end;
  }
  const corrections = parts.map((part) => correction(part, length));
  const across = (lists: number[][], most: number) =>
    Array.from({ length: most }, (_, n) => lists.flatMap((list) => (n < list.length ? [list[n]!] : []))).flat();
  return [...across(parts, short + 1), ...across(corrections, length)];
}

// Modules

interface Frame {
  dark: boolean[][];
  /** Patterns, which no mask changes. */
  fixed: boolean[][];
}

function drawn(version: number, data: number[]): Frame {
  const size = version * 4 + 17;
  const square = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const frame = { dark: square(), fixed: square() };
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    frame.dark[y]![x] = dark;
    frame.fixed[y]![x] = true;
  };
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0);
    set(n, 6, n % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) finder(set, x, y);
  const places = alignments(version);
  const last = places.length - 1;
  for (const [i, x] of places.entries()) {
    for (const [j, y] of places.entries()) {
      const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!corner) around(2, (dx, dy, ring) => set(x + dx, y + dy, ring !== 1));
    }
  }
  format(set, size, 0); // Holds its places; each mask writes its own.
  if (version >= 7) versionBits(set, size, version);
  place(frame, data);
  return frame;
}

type Set = (x: number, y: number, dark: boolean) => void;

function around(reach: number, call: (dx: number, dy: number, ring: number) => void): void {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) call(dx, dy, Math.max(Math.abs(dx), Math.abs(dy)));
  }
}

function finder(set: Set, x: number, y: number): void {
  around(4, (dx, dy, ring) => set(x + dx, y + dy, ring !== 2 && ring !== 4));
}

function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at);
  return places;
}

/** Level and mask with their correction, twice. */
function format(set: Set, size: number, mask: number): void {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (n: number) => ((bits >> n) & 1) === 1;
  for (let n = 0; n <= 5; n++) set(8, n, bit(n));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let n = 9; n < 15; n++) set(14 - n, 8, bit(n));
  for (let n = 0; n < 8; n++) set(size - 1 - n, 8, bit(n));
  for (let n = 8; n < 15; n++) set(8, size - 15 + n, bit(n));
  set(8, size - 8, true);
}

function versionBits(set: Set, size: number, version: number): void {
  let rest = version;
  for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let n = 0; n < 18; n++) {
    const dark = ((bits >> n) & 1) === 1;
    const [a, b] = [size - 11 + (n % 3), Math.floor(n / 3)];
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** The bits in columns of two, upwards and downwards in turn, from the right. */
function place({ dark, fixed }: Frame, data: number[]): void {
  const size = dark.length;
  let n = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x] || n >= data.length * 8) continue;
        dark[y]![x] = ((data[n >> 3]! >> (7 - (n & 7))) & 1) === 1;
        n++;
      }
    }
  }
}

function masked({ dark, fixed }: Frame, version: number, mask: number): boolean[][] {
  const flips = MASKS[mask]!;
  const code = dark.map((row, y) => row.map((each, x) => (fixed[y]![x] ? each : each !== flips(x, y))));
  const set: Set = (x, y, on) => (code[y]![x] = on);
  format(set, version * 4 + 17, mask);
  return code;
}

// Penalties

const FINDER_LIKE = [
  [true, false, true, true, true, false, true, false, false, false, false],
  [false, false, false, false, true, false, true, true, true, false, true],
];

function penalty(code: boolean[][]): number {
  const size = code.length;
  const columns = code.map((_, x) => code.map((row) => row[x]!));
  let found = 0;
  for (const line of [...code, ...columns]) found += runs(line) + finders(line);
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const first = code[y]![x];
      if (first === code[y]![x + 1] && first === code[y + 1]![x] && first === code[y + 1]![x + 1]) found += 3;
    }
  }
  const share = code.flat().filter(Boolean).length / size ** 2;
  return found + Math.floor(Math.abs(share * 20 - 10)) * 10;
}

function runs(line: boolean[]): number {
  let found = 0;
  for (let start = 0; start < line.length; ) {
    let end = start;
    while (end < line.length && line[end] === line[start]) end++;
    if (end - start >= 5) found += end - start - 2;
    start = end;
  }
  return found;
}

function finders(line: boolean[]): number {
  let found = 0;
  for (let start = 0; start + 11 <= line.length; start++) {
    if (FINDER_LIKE.some((like) => like.every((each, n) => line[start + n] === each))) found += 40;
  }
  return found;
}
