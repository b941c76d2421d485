import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { pt } from '../i18n/pt/table/findings';
import { ready, sentenceOf } from './findings';

const source = ['shuffleProof', 'cuts']
  .map((name) => readFileSync(new URL(`../net/fairness/${name}.ts`, import.meta.url), 'utf8'))
  .join('');
const codes = [...new Set(source.match(/(?<=')(fairness|client)_\w+(?=')/g))];

beforeAll(() => ready());

test('everything that can be found has its sentence, and no other thing', () => {
  expect(codes.length).toBeGreaterThan(15);
  expect(Object.keys(pt).sort()).toEqual(['flaw.none', ...codes.map((code) => `flaw.${code}`)].sort());
});

test('seats are counted from one, and cards are called by name', () => {
  const figures = { cards_wrong: 2, owner: 0, place: 3, card: '7H', due: '' };
  expect(sentenceOf({ code: 'fairness_hand', figures })).toBe(
    'Cartas fora do lugar: 2. A primeira: na mão do lugar 1, a carta 3 é sete de copas, e o sorteio deu nenhuma carta.',
  );
  expect(sentenceOf({ code: 'fairness_morto', figures: { ...figures, owner: 1, due: 'KD' } })).toContain('no morto 1');
  expect(sentenceOf({ code: 'fairness_other_dealer', figures: { found: 0, expected: 2 } })).toContain(
    'lugar 1; na mesa foi o lugar 3',
  );
});

test('what nobody has a sentence for is shown as it is', () => {
  expect(sentenceOf({ code: 'fairness_new', figures: {} })).toBe('fairness_new');
});
