/** The parameters of a rulebook as the server tells them, with the values that each can have. */
import type { Parameter, RulebookCard } from '../../net/types';
import type { Special } from '../../board/meldWords';

export type Need = 'none' | 'any' | 'clean';

export interface Parameters {
  'table.players': number;
  'table.direction': 'clockwise' | 'counter_clockwise' | 'alternate';
  /** Whether a play may be taken back, where a table says nothing else. */
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
  /** "A 4 K"; empty where groups are not known. */
  'groups.ranks': string;
  'morto.needs': Need;
  'morto.becomes_stock': boolean;
  'morto.taken': number;
  /** Negative where it costs points. */
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
  /** 0 where there are none. */
  'canastas.thirteen': number;
  /** The same. */
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

/** What all rulebooks have in common, each with an article of its own. */
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

/** Asks a rulebook for a parameter. */
export type ReadParameter = <T extends Topic>(topic: T) => Parameters[T];

export function parameterReader(card: Pick<RulebookCard, 'parameters'>): ReadParameter {
  return <T extends Topic>(topic: T) => {
    const found = clauseOf(card, topic);
    if (!found) throw new Error(`a rulebook without ${topic}`);
    return found.value as Parameters[T];
  };
}

/** Where the rulebook says it: an article or a heading, and whether that had to be decided. Null of clauses. */
export function clauseOf({ parameters }: Pick<RulebookCard, 'parameters'>, about: string): Parameter | null {
  const [section = '', name = ''] = about.split('.');
  return parameters[section]?.[name] ?? null;
}

/** Which canastas of more than seven cards it pays for. */
export function specialOf(card: Pick<RulebookCard, 'parameters'>): Special {
  const pays = (key: string): boolean => Number(clauseOf(card, key)?.value ?? 0) > 0;
  return { thirteen: pays('canastas.thirteen'), royal: pays('canastas.royal') };
}

/** The mark of a parameter's row on a page. */
export function anchorOf(about: string): string {
  return about.replace('.', '-');
}

/** The mark of what was decided about a parameter. */
export function decidedAt(about: string): string {
  return `decided-${anchorOf(about)}`;
}

export function groupRanks(ask: ReadParameter): string[] {
  return ask('groups.ranks').split(' ').filter(Boolean);
}

/** Whether a 3 is of use in any meld. */
export function threesMeld(ask: ReadParameter): boolean {
  return ask('sequences.lowest') !== '4' || groupRanks(ask).includes('3');
}

/** Cards that lie in the stock once all hands and mortos are dealt. */
export function stockOf(players: number): number {
  return 104 - 11 * players - 22;
}
