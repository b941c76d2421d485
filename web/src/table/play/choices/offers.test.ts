import { describe, expect, test } from 'vitest';
import { moveOf, sameCards, without } from '../../../board/moves';
import file from './positions.json';
import {
  discardOf,
  knownAtOnce,
  legalOffers,
  offersFor,
  onlyDiscards,
  useful,
  type PreviewAnswer,
  type LegalPlay,
} from './offers';

interface Position {
  rulebook: string;
  kind: string;
  play: LegalPlay & { melds: readonly string[] };
  answers: Record<string, PreviewAnswer>;
}
/** From real deals of all five rulebooks, with the server's answers: tools/web_positions.py. */
const positions = file as unknown as Position[];
const titled = positions.map((each) => [`${each.rulebook}: ${each.kind}`, each] as const);
const cards = (text: string): string[] => text.split(' ');

describe.each(titled)('%s', (_, { play, answers }) => {
  const legal = (play.legal ?? []).map(moveOf);

  test('offers only what is legal', () => {
    for (const chosen of [[], ...legal.map((move) => [...move.cards])]) {
      const { all, primary, second, choices } = offersFor(play, chosen, null);
      for (const offer of all) expect(play.legal).toContain(offer.action);
      for (const offer of [primary, second, ...choices]) if (offer) expect(all).toContain(offer);
    }
  });

  test('lets every legal action be chosen by its cards, and done by one tap or two', () => {
    for (const move of legal) {
      const { all, choices, second } = offersFor(play, move.cards, null);
      expect(all.map(({ action }) => action)).toContain(move.text);
      if (!move.cards.length || play.phase === 'draw') continue;
      expect([...choices, ...(second ? [second] : []), ...all].map(({ action }) => action)).toContain(move.text);
    }
  });

  test('lights up the melds that take a chosen card, and no other', () => {
    for (const card of new Set(cards(play.hand ?? ''))) {
      const { melds } = offersFor(play, [card], null);
      const takers = legal.filter(({ verb, cards }) => verb === 'lay' && sameCards(cards, [card]));
      expect([...melds.keys()].sort()).toEqual([...new Set(takers.map(({ number }) => number))].sort());
    }
  });

  test('takes the answer of the server, which knows more', () => {
    for (const [text, answer] of Object.entries(answers)) {
      const chosen = cards(text);
      const before = offersFor(play, chosen, null);
      const after = offersFor(play, chosen, answer);
      expect(after.waiting).toBe(false);
      if (play.phase === 'draw') continue;
      expect(after.all.length).toBe(answer.ways.length);
      // Offers from the state stay after the server's answer, so that a button never disappears under a tap.
      for (const offer of before.all) expect(after.all.map(({ verb }) => verb)).toContain(offer.verb);
      if (!answer.ways.length) expect(after.fault).not.toBeNull();
      if (!before.all.length && answer.ways.length) expect(before.waiting || chosen.length === 3).toBe(true);
    }
  });
});

describe('what is offered first', () => {
  const playing = (legal: string[], phase: LegalPlay['phase'] = 'play'): LegalPlay => ({
    phase,
    due: null,
    hand: '',
    legal,
  });

  test('drawing before taking the pile', () => {
    const { primary, second } = offersFor(playing(['draw', 'take'], 'draw'), [], null);
    expect([primary?.verb, second?.verb]).toEqual(['draw', 'take']);
  });

  test('taking the pile or passing once the stock is gone', () => {
    const { primary, second } = offersFor(playing(['pass', 'take'], 'draw'), [], null);
    expect([primary?.verb, second?.verb]).toEqual(['take', 'pass']);
  });

  test('laying off before discarding', () => {
    const { primary, second, melds } = offersFor(playing(['lay 2 7H', 'discard 7H', 'discard KD']), ['7H'], null);
    expect([primary?.action, second?.action]).toEqual(['lay 2 7H', 'discard 7H']);
    expect([...melds.keys()]).toEqual([2]);
  });

  test('nothing without cards, but withdrawing and giving back beside it', () => {
    expect(offersFor(playing(['withdraw', 'lay 1 7H']), [], null)).toMatchObject({
      primary: null,
      second: { verb: 'withdraw' },
    });
    expect(offersFor(playing(['refuse', 'discard 7H']), [], null)).toMatchObject({
      primary: null,
      second: { verb: 'refuse' },
    });
    expect([...offersFor(playing(['shift 3', 'discard 7H']), [], null).melds.keys()]).toEqual([3]);
  });

  test('several ways to ask about', () => {
    const { choices } = offersFor(playing(['lay 1 2S low', 'lay 1 2S high', 'discard 2S']), ['2S'], null);
    expect(choices.map(({ action }) => action)).toEqual(['lay 1 2S low', 'lay 1 2S high']);
  });

  test('a purchase for what the chosen cards do with the top card', () => {
    const way = {
      kind: 'take',
      action: 'take',
      then: 'meld 7H 8H 9H',
      number: null,
      meld: null,
      canasta: 'none',
    } as const;
    const rest = { stands_for: null, points: 25, total: null, minimum: null, fault: null };
    const answer = { ways: [{ ...way, ...rest }], faults: [] };
    const { primary, second } = offersFor(playing(['draw', 'take'], 'draw'), ['7H', '8H'], answer);
    expect(primary).toMatchObject({ action: 'take', then: 'meld 7H 8H 9H', cards: ['7H', '8H', '9H'] });
    expect(second?.verb).toBe('draw');
  });

  test('nothing on others turns', () => {
    expect(offersFor(playing([]), ['7H'], null)).toMatchObject({ primary: null, waiting: false });
  });

  test('only the server knows about two or four cards', () => {
    expect([0, 1, 2, 3, 4].map((count) => knownAtOnce('play', Array(count).fill('7H')))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('the rest', () => {
  const play: LegalPlay = { phase: 'justify', due: '7H', hand: '7H 8H 9H KS', legal: ['meld 7H 8H 9H', 'lay 1 7H'] };

  test('cards that have a use', () => {
    expect([...useful(play)].sort()).toEqual(['7H', '8H', '9H']);
  });

  test('the list of all moves, by verb', () => {
    expect(legalOffers(play).map(([verb, offers]) => [verb, offers.length])).toEqual([
      ['meld', 1],
      ['lay', 1],
    ]);
  });

  test('a discard chosen beforehand', () => {
    const turn: LegalPlay = { phase: 'play', due: null, hand: '7H KS', legal: ['discard 7H', 'discard KS'] };
    expect(discardOf(turn, 'KS')?.action).toBe('discard KS');
    expect(discardOf(turn, 'QS')).toBeNull();
    expect(onlyDiscards(turn)).toBe(true);
    expect(onlyDiscards({ ...turn, legal: ['refuse', 'discard 7H'] })).toBe(false);
    expect(onlyDiscards({ ...turn, legal: [] })).toBe(false);
  });

  test('actions taken apart', () => {
    expect(moveOf('lay 12 7S 2C high')).toEqual({
      text: 'lay 12 7S 2C high',
      verb: 'lay',
      number: 12,
      cards: ['7S', '2C'],
      end: 'high',
    });
    expect(moveOf('shift 3')).toMatchObject({ number: 3, cards: [], end: null });
    expect(moveOf('draw')).toMatchObject({ verb: 'draw', number: null, cards: [] });
    expect(without(['7H', '7H', '8H'], ['7H'])).toEqual(['7H', '8H']);
    expect(sameCards(['7H', '8H'], ['8H', '7H'])).toBe(true);
    expect(sameCards(['7H', '7H'], ['7H', '8H'])).toBe(false);
  });
});

test('nobody is told off for the card from the pile that the page has chosen', () => {
  const fault = { code: 'use_top_card', pt: '', en: '' };
  const answer = { ways: [], faults: [{ fault }] } as unknown as PreviewAnswer;
  const play: LegalPlay = { phase: 'justify', due: '8H', hand: '8H 8H 9H', legal: ['meld 8H 9H TH'] };
  expect(offersFor(play, ['8H'], answer).fault).toBeNull();
  expect(offersFor(play, ['9H'], answer).fault).toBe(fault);
  expect(offersFor(play, ['8H', '9H'], answer).fault).toBe(fault);
});
