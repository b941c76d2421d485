/** The parameters of a rulebook in the server's form, with the possible values of each. */
import type { Parameter, RulebookCard } from '../../net/types';
import type { Special } from '../../board/meldWords';

export type Need = 'none' | 'any' | 'clean';

export interface Parameters {
  'table.players': number;
  'table.direction': 'clockwise' | 'counter_clockwise' | 'alternate';
  /** True if a play may be undone by default. */
  'table.undo': boolean;
  'deal.opener': 'next' | 'dealer';
  'draw.opener_may_refuse': boolean;
  'pile.purchase': 'free' | 'justified' | 'two_naturals';
  'pile.top_two': 'free' | 'new_meld' | 'blocks';
  'pile.black_three_blocks': boolean;
  'pile.one_card': 'allowed' | 'not_a_pile_of_one' | 'never';
  'pile.single_card_stays': 'never' | 'until_laid' | 'both_copies';
  'pile.shown': 'all' | 'top';
  'melds.wild_lay_off': boolean;
  'sequences.lowest': 'A' | '2' | '4';
  'sequences.wild': 'displaced' | 'locked' | 'free';
  'sequences.goes_home': 'never' | 'before_nine' | 'with_the_seventh';
  /** "A 4 K"; empty if groups don't exist. */
  'groups.ranks': string;
  'morto.needs': Need;
  'morto.becomes_stock': boolean;
  'morto.taken': number;
  /** Negative if it costs points. */
  'morto.not_taken': number;
  'morto.unplayed': 'cards' | 'charge' | 'charge_and_cards';
  'going_out.needs': Need;
  'going_out.morto': 'always' | 'unless_none_left';
  'stock.exhausted': 'deal_ends' | 'pile_may_be_taken' | 'pile_may_be_taken_once';
  'values.ace': number;
  'values.two': number;
  'values.three_to_seven': number;
  'values.eight_to_king': number;
  'canastas.clean': number;
  'canastas.dirty': number;
  /** 0 if there is no such bonus. */
  'canastas.thirteen': number;
  /** 0 if there is no such bonus. */
  'canastas.royal': number;
  'hands_left.deducted': 'both_sides' | 'opponent_of_going_out' | 'when_gone_out' | 'nobody';
  'threes.red_exposed': boolean;
  'threes.red_bonus': number;
  'threes.red_kept': 'that_one' | 'all_of_the_side';
  'threes.red_unexchanged': 'plain' | 'charged';
  'threes.black_charge': number;
  'vulnerability.minimums': readonly number[];
  'match.target': number;
}

export type Topic = keyof Parameters;

/** The rules that all rulebooks have in common, each with its own article. */
export type Clause = `clauses.${
  | 'pack'
  | 'deal'
  | 'turn'
  | 'melds'
  | 'wilds'
  | 'canasta'
  | 'lay_off'
  | 'morto'
  | 'going_out'
  | 'going_out_bonus'
  | 'end_of_deal'
  | 'scoring'
  | 'dealer'}`;

/** Returns the value of a rulebook's parameter. */
export type ReadParameter = <T extends Topic>(topic: T) => Parameters[T];

export function parameterReader(card: Pick<RulebookCard, 'parameters'>): ReadParameter {
  return <T extends Topic>(topic: T) => {
    const found = clauseOf(card, topic);
    if (!found) throw new Error(`a rulebook without ${topic}`);
    return found.value as Parameters[T];
  };
}

/** The article or heading in the rulebook, with its decision if one was needed. Null for clauses. */
export function clauseOf({ parameters }: Pick<RulebookCard, 'parameters'>, about: string): Parameter | null {
  const [section = '', name = ''] = about.split('.');
  return parameters[section]?.[name] ?? null;
}

/** The canastas of more than seven cards that have a bonus. */
export function specialOf(card: Pick<RulebookCard, 'parameters'>): Special {
  const pays = (key: string): boolean => Number(clauseOf(card, key)?.value ?? 0) > 0;
  return { thirteen: pays('canastas.thirteen'), royal: pays('canastas.royal') };
}

/** The anchor of a parameter's row on a page. */
export function anchorOf(about: string): string {
  return about.replace('.', '-');
}

/** The anchor of the decision on a parameter. */
export function decidedAt(about: string): string {
  return `decided-${anchorOf(about)}`;
}

export function groupRanks(ask: ReadParameter): string[] {
  return ask('groups.ranks').split(' ').filter(Boolean);
}

/** Returns true if a 3 can be used in any meld. */
export function threesMeld(ask: ReadParameter): boolean {
  return ask('sequences.lowest') !== '4' || groupRanks(ask).includes('3');
}

/** The number of cards in the stock after the hands and mortos were dealt. */
export function stockOf(players: number): number {
  return 104 - 11 * players - 22;
}
