/** Examples drawn with cards, chosen by the values of parameters, like the sentences beside them. Pure. */
import type { MeldState, RulebookCard } from '../../net/types';
import type { RulesKey, SectionName } from './explanation';
import { parameterReader, groupRanks, threesMeld, type ReadParameter } from './parameters';

/** Cards, possibly with added cards, and the meld that they form; or cards that form no meld. */
export interface Example {
  say: RulesKey;
  /** The rank of a group. */
  rank?: string;
  /** True if the rulebook allows it; null if that is not the point of the example. */
  valid: boolean | null;
  /** The cards before. */
  from?: { cards: string; low: number; wild: number | null; label?: RulesKey };
  /** The added card. */
  plus?: { card: string; label?: RulesKey };
  /** The result; for an invalid example, the cards as a player might lay them. */
  meld?: MeldState;
}

/** Cards that form no meld have no place. */
function meld(cards: string, low = 0, wild: number | null = null): MeldState {
  return { cards, low, wild };
}

function good(say: RulesKey, ...of: [cards: string, low?: number, wild?: number]): Example {
  return { say, valid: true, meld: meld(...of) };
}

function bad(say: RulesKey, cards: string): Example {
  return { say, valid: false, meld: meld(cards) };
}

function shown(say: RulesKey, cards: string): Example {
  return { say, valid: null, meld: meld(cards) };
}

const CLEAN = ['5H 6H 7H 8H 9H TH JH', 5] as const;
const DIRTY = ['5H 6H 2S 8H 9H TH JH', 5, 2] as const;
const THIRTEEN = 'AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS';
const ROYAL = 'AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH';

const DRAW: Partial<Record<SectionName, (ask: ReadParameter) => Example[]>> = {
  cards,
  melds,
  wild,
  canastas,
  turn,
  out,
};

/** The examples of a section. */
export function examples(card: Pick<RulebookCard, 'parameters'>, section: SectionName): Example[] {
  return DRAW[section]?.(parameterReader(card)) ?? [];
}

function cards(ask: ReadParameter): Example[] {
  const found = [shown('rules.ex.wilds', '2S 2H 2D 2C')];
  if (ask('threes.red_exposed')) found.push(shown('rules.ex.redThrees', '3H 3D'));
  if (!threesMeld(ask))
    found.push(
      ask('threes.red_exposed') ? shown('rules.ex.blackThrees', '3S 3C') : shown('rules.ex.threes', '3S 3H 3D 3C'),
    );
  return found;
}

function melds(ask: ReadParameter): Example[] {
  const lowest = ask('sequences.lowest');
  const ranks = groupRanks(ask);
  const found = [
    good('rules.ex.sequence', '4H 5H 6H', 4),
    bad('rules.ex.suits', '4H 5S 6H'),
    good('rules.ex.highAce', 'QS KS AS', 12),
  ];
  if (lowest === 'A') found.push(good('rules.ex.lowAce', 'AS 2S 3S', 1));
  if (lowest === '2') found.push(bad('rules.ex.noLowAce', 'AS 2S 3S'));
  if (lowest === '4') found.push(bad('rules.ex.belowFour', '3S 4S 5S'));
  const group = ranks.at(-1);
  if (group) found.push({ ...good('rules.ex.group', `${group}S ${group}H ${group}D`), rank: group });
  const other = [...'7865TJQ934KA'].find((rank) => !ranks.includes(rank));
  if (other) {
    const same = bad(group ? 'rules.ex.otherGroup' : 'rules.ex.twins', `${other}S ${other}H ${other}D`);
    found.push(group ? { ...same, rank: other } : same);
  }
  return found;
}

function wild(ask: ReadParameter): Example[] {
  const found = [good('rules.ex.wild', '4H 2S 6H', 4, 1), bad('rules.ex.twoWilds', '4H 2S 2D 7H')];
  if (ask('sequences.lowest') !== '4') {
    found.push(good('rules.ex.natural', '2H 3H 4H', 2), good('rules.ex.naturalAndWild', '2H 3H 2S 5H', 2, 2));
  }
  found.push(...MOVES[ask('sequences.wild')]);
  found.push(...HOME[ask('sequences.goes_home')]);
  return found;
}

function moved(say: RulesKey, from: MeldState, card: string, to: MeldState | null): Example {
  return { say, valid: to !== null, from, plus: { card }, ...(to && { meld: to }) };
}

const GOES_HOME = moved('rules.ex.home', meld('3H 4H 2H 6H', 3, 2), '5H', meld('2H 3H 4H 5H 6H', 2));

const HOME: Record<'never' | 'before_nine' | 'with_the_seventh', Example[]> = {
  never: [],
  before_nine: [
    GOES_HOME,
    moved('rules.ex.homeNine', meld('3H 4H 5H 6H 7H 8H 2H', 3, 6), '9H', meld('2H 3H 4H 5H 6H 7H 8H 9H', 2, 0)),
  ],
  with_the_seventh: [
    GOES_HOME,
    moved('rules.ex.homeSeventh', meld('4H 5H 6H 7H 8H 2H', 4, 5), '3H', meld('2H 3H 4H 5H 6H 7H 8H', 2)),
  ],
};

const MOVES: Record<'displaced' | 'locked' | 'free', Example[]> = {
  displaced: [
    moved('rules.ex.displacedLow', meld('5H 2S 7H', 5, 1), '6H', meld('2S 5H 6H 7H', 4, 0)),
    moved('rules.ex.displacedHigh', meld('5H 2S 7H', 5, 1), '6H', meld('5H 6H 7H 2S', 5, 3)),
  ],
  locked: [
    moved('rules.ex.lockedNo', meld('5H 6H 2S 8H', 5, 2), '7H', null),
    moved('rules.ex.lockedEnd', meld('5H 6H 2S 8H', 5, 2), '9H', meld('5H 6H 2S 8H 9H', 5, 2)),
  ],
  free: [
    moved('rules.ex.freeGap', meld('6H 7H 8H 2S', 6, 3), '4H', meld('4H 2S 6H 7H 8H', 4, 1)),
    moved('rules.ex.freeOut', meld('4H 5H 2S 7H', 4, 2), '6H', meld('4H 5H 6H 7H 2S', 4, 4)),
  ],
};

function canastas(ask: ReadParameter): Example[] {
  const found = [good('rules.ex.clean', ...CLEAN), good('rules.ex.dirty', ...DIRTY)];
  if (ask('canastas.thirteen')) found.push(good('rules.ex.thirteen', THIRTEEN, 1));
  if (ask('canastas.royal')) found.push(good('rules.ex.royal', ROYAL, 1));
  const group = groupRanks(ask).at(-1);
  if (group) found.push(good('rules.ex.cleanGroup', [...'SSHHDDC'].map((suit) => group + suit).join(' ')));
  return found;
}

function turn(ask: ReadParameter): Example[] {
  const found: Example[] = [];
  const from = (cards: string) => ({ ...meld(cards), label: 'rules.ex.hand' }) as const;
  const top = (card: string) => ({ card, label: 'rules.ex.pile' }) as const;
  if (ask('pile.purchase') === 'justified') {
    found.push({
      say: 'rules.ex.justified',
      valid: true,
      from: from('6D 7D'),
      plus: top('8D'),
      meld: meld('6D 7D 8D', 6),
    });
    found.push({ say: 'rules.ex.justifiedNo', valid: false, from: from('5D 7D'), plus: top('8S') });
  }
  if (ask('pile.purchase') === 'two_naturals') {
    found.push({
      say: 'rules.ex.justified',
      valid: true,
      from: from('6D 7D'),
      plus: top('8D'),
      meld: meld('6D 7D 8D', 6),
    });
    found.push({ say: 'rules.ex.naturalsNo', valid: false, from: from('7D 2S'), plus: top('8D') });
  }
  if (ask('pile.top_two') === 'new_meld') {
    found.push({
      say: 'rules.ex.topTwo',
      valid: true,
      from: from('8S 9S'),
      plus: top('2C'),
      meld: meld('8S 9S 2C', 8, 2),
    });
  }
  if (ask('pile.black_three_blocks')) found.push(bad('rules.ex.blocked', '3S'));
  return found;
}

function out(ask: ReadParameter): Example[] {
  const needs = ask('going_out.needs');
  if (needs === 'none') return [];
  const clean = good('rules.ex.cleanServes', ...CLEAN);
  const dirty = meld(...DIRTY);
  return [
    clean,
    needs === 'any'
      ? { say: 'rules.ex.dirtyServes', valid: true, meld: dirty }
      : { say: 'rules.ex.dirtyFails', valid: false, meld: dirty },
  ];
}
