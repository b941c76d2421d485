import { describe, expect, test } from 'vitest';
import vectors from '../../../../tests/fairness/vectors.json';
import { browserHashing, libraryHashing, type Hashing } from './hashing';
import { check, type Dealt } from './shuffleProof';
import { commit, dealOut, fromHex, shuffle, sortedPack, stream, toHex } from './shuffle';
import { SHUFFLE } from '../types';

const browser = browserHashing(crypto.subtle);
const library = await libraryHashing();
const BOTH: [string, Hashing][] = [
  ['the browser', browser],
  ['the library', library],
];
const NUMBERED = vectors.map((vector, n) => [n + 1, vector] as const);
type Vector = (typeof vectors)[number];

const bytes = (hex: string) => fromHex(hex)!;

describe.each(BOTH)('with the hashes of %s', (_, hash) => {
  test.each(NUMBERED)('vector %i of docs/fairness.md', async (_, vector) => {
    const secret = bytes(vector.secret);
    const contributions = vector.contributions.map(bytes);
    expect(await commit(vector, secret, hash)).toBe(vector.commitment);
    const first: number[] = [];
    for await (const byte of stream(vector, secret, contributions, hash)) if (first.push(byte) === 32) break;
    expect(toHex(Uint8Array.from(first))).toBe(vector.stream);
    expect((await shuffle(vector, secret, contributions, hash)).join(' ')).toBe(vector.pack);
  });
});

test('the library’s hashes are the browser’s, whatever the length', async () => {
  for (let length = 0; length < 200; length += 7) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
    expect(toHex(await library.sha256(message))).toBe(toHex(await browser.sha256(message)));
    const key = Uint8Array.from({ length: length + 1 }, (_, n) => (n * 11) % 256);
    expect(toHex(await library.hmac(key, message))).toBe(toHex(await browser.hmac(key, message)));
  }
});

test('a pack is every card twice, and dealt out whole', () => {
  const pack = sortedPack();
  expect(pack.slice(0, 4)).toEqual(['AS', 'AS', '2S', '2S']);
  expect(new Set(pack).size * 2).toBe(pack.length);
  const { hands, mortos, stock } = dealOut(pack, 4, 3);
  expect([...hands, ...mortos].map((each) => each.length)).toEqual([11, 11, 11, 11, 11, 11]);
  expect([...hands.flat(), ...mortos.flat(), ...stock].sort()).toEqual([...pack].sort());
  expect([hands[0]![0], hands[1]![0], hands[0]![1]]).toEqual([pack[0], pack[1], pack[4]]);
});

test.each(['0', 'AB', 'zz', 5, null])('%j are no bytes', (hex) => expect(fromHex(hex)).toBeNull());

describe('a proof', () => {
  const [vector] = vectors as [Vector, ...Vector[]];
  const { match, deal, dealer, commitment, contributions, secret } = vector;
  const proof = { version: SHUFFLE, match, deal, dealer, commitment, contributions, secret };
  const piles = () => dealOut(vector.pack.split(' '), 4, dealer);
  const dealt = (changes: Partial<Dealt> = {}): Dealt => ({ match, deal, dealer, piles: piles(), ...changes });
  const codes = async (given: unknown, of = dealt()) => (await check(given, of)).findings.map(({ code }) => code);

  test('that holds', async () => {
    expect(await check(proof, dealt())).toEqual({ status: 'verified', findings: [], contributors: 3 });
  });

  test('that is none', async () => {
    expect((await check(undefined, dealt())).status).toBe('unproven');
    expect((await check({}, dealt())).status).toBe('unproven');
    expect((await check({ commitment: 'ab'.repeat(32) }, dealt())).status).toBe('committed');
    expect((await check({ commitment: 'ab' }, dealt())).status).toBe('wrong');
  });

  test.each([
    ['another match', { match: 'x' }, 'fairness_other_match'],
    ['another deal', { deal: 2 }, 'fairness_other_deal'],
    ['another dealer', { dealer: 0 }, 'fairness_other_dealer'],
    ['other players', { piles: { ...piles(), hands: piles().hands.slice(2) } }, 'fairness_contributions'],
  ] as const)('of %s', async (_, changes, code) => {
    expect(await codes(proof, dealt(changes as Partial<Dealt>))).toContain(code);
  });

  test.each([
    ['without a key', { commitment: undefined }, 'fairness_bytes'],
    ['with a key too many', { more: 1 }, 'fairness_key_unknown'],
    ['of another version', { version: 'canastra-shuffle/2' }, 'fairness_version'],
    ['with a match of blanks', { match: 'a b' }, 'fairness_match'],
    ['with half a deal', { deal: 0.5 }, 'fairness_number'],
    ['with a short secret', { secret: 'ab' }, 'fairness_bytes'],
    ['with a commitment in capitals', { commitment: commitment.toUpperCase() }, 'fairness_bytes'],
    ['with a text of contributions', { contributions: 'ab' }, 'fairness_list'],
    ['with a long contribution', { contributions: ['ab'.repeat(65)] }, 'fairness_bytes_up_to'],
  ])('%s', async (_, changes, code) => {
    const checked = await check({ ...proof, ...changes }, dealt());
    expect([checked.status, checked.findings[0]!.code, checked.contributors]).toEqual(['wrong', code, null]);
  });

  test('without its secret', async () => {
    const { secret: _, ...sealed } = proof;
    expect(await codes(sealed)).toEqual(['fairness_secret_missing']);
  });

  test('with a key missing', async () => {
    const { commitment: _, ...less } = proof;
    expect(await codes(less)).toEqual(['fairness_key_missing']);
  });

  test('with another secret', async () => {
    expect(await codes({ ...proof, secret: 'ff'.repeat(32) })).toContain('fairness_commitment');
  });

  test('of other cards', async () => {
    const other = piles();
    [other.stock[0], other.mortos[1]![10]] = [other.mortos[1]![10]!, other.stock[0]!];
    const { findings } = await check(proof, dealt({ piles: other }));
    const right = piles();
    expect(findings).toEqual([
      {
        code: 'fairness_morto',
        figures: { cards_wrong: 2, owner: 2, place: 11, card: right.stock[0], due: right.mortos[1]![10] },
      },
    ]);
  });

  test('of hidden cards', async () => {
    const hidden = piles();
    hidden.hands[2] = hidden.hands[2]!.map(() => '??');
    expect(await codes(proof, dealt({ piles: hidden }))).toEqual(['fairness_hidden']);
  });

  test('of a card too few', async () => {
    const less = piles();
    less.stock.pop();
    expect(await codes(proof, dealt({ piles: less }))).toEqual(['fairness_stock']);
  });
});
