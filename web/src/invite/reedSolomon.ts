/** Reed-Solomon correction over GF(256) with the polynomial 0x11d, as QR codes have it. */

const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let n = 0, value = 1; n < 255; n++) {
  EXP[n] = EXP[n + 255] = value;
  LOG[value] = n;
  value = (value << 1) ^ (value >= 128 ? 0x11d : 0);
}

function times(a: number, b: number): number {
  return a && b ? EXP[LOG[a]! + LOG[b]!]! : 0;
}

/** (x - 1)(x - 2)(x - 4)… without its leading 1, the highest power first. */
function generator(degree: number): number[] {
  const found = new Array<number>(degree).fill(0);
  found[degree - 1] = 1;
  for (let n = 0; n < degree; n++) {
    for (let at = 0; at < degree; at++) found[at] = times(found[at]!, EXP[n]!) ^ (found[at + 1] ?? 0);
  }
  return found;
}

/** The words that correct a block. */
export function correction(block: readonly number[], degree: number): number[] {
  const divisor = generator(degree);
  const rest = new Array<number>(degree).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (let n = 0; n < degree; n++) rest[n]! ^= times(divisor[n]!, factor);
  }
  return rest;
}
