/**
 * A rulebook as sentences. The value of a parameter selects each sentence, which names the topic whose article states
 * the rule.
 *
 * The sentences contain only facts of the parameters. Pure, so that every value of every parameter is tested.
 */
import type { RulebookCard } from '../../net/types';
import type { pt } from '../../i18n/pt/pages/rules';
import {
  parameterReader,
  groupRanks,
  stockOf,
  threesMeld,
  type ReadParameter,
  type Clause,
  type Topic,
} from './parameters';

export type RulesKey = keyof typeof pt;

/** A sentence and its topic. Lists of ranks or numbers are put into words when it is shown. */
export interface Point {
  say: RulesKey;
  about: Topic | Clause;
  figures?: Record<string, string | number>;
  list?: { name: string; ranks?: readonly string[]; numbers?: readonly number[] };
}

export const SECTIONS = [
  'idea',
  'cards',
  'melds',
  'wild',
  'canastas',
  'turn',
  'morto',
  'out',
  'opening',
  'points',
] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Section {
  name: SectionName;
  points: Point[];
}

/** All rules that a player must know, in the order of learning. */
export function explain(card: Pick<RulebookCard, 'parameters'>): Section[] {
  const ask = parameterReader(card);
  return SECTIONS.map((name) => ({ name, points: TELL[name](ask) })).filter(({ points }) => points.length);
}

const TELL: Record<SectionName, (ask: ReadParameter) => Point[]> = {
  idea,
  cards,
  melds,
  wild,
  canastas,
  turn,
  morto,
  out,
  opening,
  points,
};

function idea(ask: ReadParameter): Point[] {
  const players = ask('table.players');
  const target = ask('match.target');
  return [
    { say: players === 2 ? 'rules.players.2' : 'rules.players.4', about: 'table.players' },
    { say: 'rules.deal', about: 'clauses.deal', figures: { stock: stockOf(players) } },
    { say: `rules.direction.${ask('table.direction')}`, about: 'table.direction' },
    { say: `rules.opener.${ask('deal.opener')}`, about: 'deal.opener' },
    { say: 'rules.turn', about: 'clauses.turn' },
    target
      ? { say: 'rules.target', about: 'match.target', figures: { target } }
      : { say: 'rules.target.none', about: 'match.target' },
  ];
}

function cards(ask: ReadParameter): Point[] {
  const found: Point[] = [
    { say: 'rules.pack', about: 'clauses.pack' },
    { say: 'rules.wilds', about: 'clauses.wilds' },
    { say: `rules.two.${ask('sequences.lowest')}`, about: 'sequences.lowest' },
  ];
  if (ask('threes.red_exposed')) found.push({ say: 'rules.redThree', about: 'threes.red_exposed' });
  // Red threes can't be melded either, but a sentence above explains them.
  if (!threesMeld(ask))
    found.push({ say: ask('threes.red_exposed') ? 'rules.blackThree' : 'rules.noThree', about: 'sequences.lowest' });
  return found;
}

function melds(ask: ReadParameter): Point[] {
  const ranks = groupRanks(ask);
  return [
    { say: 'rules.sequence', about: 'clauses.melds' },
    { say: `rules.range.${ask('sequences.lowest')}`, about: 'sequences.lowest' },
    ranks.length
      ? { say: 'rules.groups', about: 'groups.ranks', list: { name: 'ranks', ranks } }
      : { say: 'rules.groups.none', about: 'groups.ranks' },
    { say: ask('table.players') === 2 ? 'rules.layOff.2' : 'rules.layOff.4', about: 'clauses.lay_off' },
  ];
}

function wild(ask: ReadParameter): Point[] {
  const found: Point[] = [{ say: `rules.wild.${ask('sequences.wild')}`, about: 'sequences.wild' }];
  if (!ask('melds.wild_lay_off')) found.push({ say: 'rules.wild.notLaidOff', about: 'melds.wild_lay_off' });
  const home = ask('sequences.goes_home');
  if (home !== 'never') found.push({ say: `rules.goesHome.${home}`, about: 'sequences.goes_home' });
  if (ask('sequences.wild') === 'locked' && ask('sequences.lowest') !== '4') {
    found.push({ say: 'rules.wild.lockedTwo', about: 'sequences.wild' });
  }
  return found;
}

function canastas(ask: ReadParameter): Point[] {
  const found: Point[] = [
    { say: groupRanks(ask).length ? 'rules.canasta.groups' : 'rules.canasta', about: 'clauses.canasta' },
    { say: 'rules.clean', about: 'canastas.clean', figures: { n: ask('canastas.clean') } },
    { say: 'rules.dirty', about: 'canastas.dirty', figures: { n: ask('canastas.dirty') } },
  ];
  const thirteen = ask('canastas.thirteen');
  if (thirteen) found.push({ say: 'rules.thirteen', about: 'canastas.thirteen', figures: { n: thirteen } });
  const royal = ask('canastas.royal');
  if (royal) found.push({ say: 'rules.royal', about: 'canastas.royal', figures: { n: royal } });
  if (ask('sequences.wild') === 'free') found.push({ say: 'rules.canasta.free', about: 'sequences.wild' });
  return found;
}

function turn(ask: ReadParameter): Point[] {
  const found: Point[] = [{ say: 'rules.draw', about: 'clauses.turn' }];
  if (ask('draw.opener_may_refuse')) found.push({ say: 'rules.refuse', about: 'draw.opener_may_refuse' });
  if (!ask('table.undo')) found.push({ say: 'rules.final', about: 'table.undo' });
  found.push(
    { say: `rules.purchase.${ask('pile.purchase')}`, about: 'pile.purchase' },
    { say: `rules.shown.${ask('pile.shown')}`, about: 'pile.shown' },
  );
  const two = ask('pile.top_two');
  if (two !== 'free') found.push({ say: two === 'blocks' ? 'rules.twoBlocks' : 'rules.topTwo', about: 'pile.top_two' });
  if (ask('pile.black_three_blocks')) found.push({ say: 'rules.blocks', about: 'pile.black_three_blocks' });
  const one = ask('pile.one_card');
  if (one !== 'allowed') found.push({ say: `rules.oneCard.${one}`, about: 'pile.one_card' });
  const stays = ask('pile.single_card_stays');
  if (stays !== 'never') found.push({ say: `rules.singleStays.${stays}`, about: 'pile.single_card_stays' });
  return found;
}

function morto(ask: ReadParameter): Point[] {
  return [
    { say: 'rules.morto', about: 'clauses.morto' },
    { say: ask('table.players') === 2 ? 'rules.morto.2' : 'rules.morto.4', about: 'clauses.morto' },
    { say: 'rules.morto.ways', about: 'clauses.morto' },
    { say: `rules.morto.needs.${ask('morto.needs')}`, about: 'morto.needs' },
    { say: `rules.morto.unplayed.${ask('morto.unplayed')}`, about: 'morto.unplayed' },
    { say: ask('morto.becomes_stock') ? 'rules.morto.stock' : 'rules.morto.noStock', about: 'morto.becomes_stock' },
  ];
}

function out(ask: ReadParameter): Point[] {
  const needs = ask('going_out.needs');
  const found: Point[] = [
    { say: 'rules.out', about: 'clauses.going_out' },
    { say: `rules.out.needs.${needs}`, about: 'going_out.needs' },
  ];
  if (ask('table.players') === 2 && ask('going_out.morto') === 'unless_none_left') {
    found.push({ say: 'rules.out.morto.2', about: 'going_out.morto' });
  } else {
    found.push({ say: `rules.out.morto.${ask('going_out.morto')}`, about: 'going_out.morto' });
  }
  if (needs !== 'none' || ask('going_out.morto') === 'always')
    found.push({ say: 'rules.out.stuck', about: 'clauses.going_out' });
  found.push({ say: `rules.exhausted.${ask('stock.exhausted')}`, about: 'stock.exhausted' });
  found.push({ say: 'rules.stalemate', about: 'clauses.end_of_deal' });
  return found;
}

function opening(ask: ReadParameter): Point[] {
  const [first, ...later] = ask('vulnerability.minimums');
  if (first === undefined) return [];
  const about = 'vulnerability.minimums';
  return [
    { say: 'rules.opening', about, figures: { n: first } },
    { say: 'rules.opening.how', about },
    later.length
      ? { say: 'rules.opening.failed', about, list: { name: 'steps', numbers: later } }
      : { say: 'rules.opening.again', about },
  ];
}

function points(ask: ReadParameter): Point[] {
  const [taken, missed] = [ask('morto.taken'), -ask('morto.not_taken')];
  const found: Point[] = [
    { say: 'rules.laid', about: 'clauses.scoring' },
    { say: `rules.left.${ask('hands_left.deducted')}`, about: 'hands_left.deducted' },
    { say: 'rules.bonus', about: 'clauses.going_out_bonus' },
  ];
  if (taken) found.push({ say: 'rules.morto.taken', about: 'morto.taken', figures: { n: taken } });
  if (missed) found.push({ say: 'rules.morto.missed', about: 'morto.not_taken', figures: { n: missed } });
  const red = ask('threes.red_bonus');
  if (red) found.push({ say: 'rules.red', about: 'threes.red_bonus', figures: { n: red } });
  if (ask('threes.red_exposed')) {
    const about = 'threes.red_unexchanged';
    const unexchanged = ask(about);
    const figures = unexchanged === 'charged' ? { figures: { n: red } } : {};
    found.push({ say: `rules.redUnexchanged.${unexchanged}`, about, ...figures });
  }
  if (ask('threes.red_kept') === 'all_of_the_side') found.push({ say: 'rules.redKept', about: 'threes.red_kept' });
  const black = ask('threes.black_charge');
  if (black) found.push({ say: 'rules.black', about: 'threes.black_charge', figures: { n: black } });
  return found;
}

/** The values of cards: an example of each kind, and its points. Kinds of equal value are joined. */
export function cardValues(
  ask: ReadParameter,
): { say: RulesKey; samples: readonly string[]; points: number; about: Topic }[] {
  const kinds = [
    { say: 'rules.value.ace', samples: ['AS'], points: ask('values.ace'), about: 'values.ace' },
    { say: 'rules.value.two', samples: ['2H'], points: ask('values.two'), about: 'values.two' },
    {
      say: 'rules.value.low',
      samples: ['3C', '7D'],
      points: ask('values.three_to_seven'),
      about: 'values.three_to_seven',
    },
    {
      say: 'rules.value.high',
      samples: ['8S', 'KH'],
      points: ask('values.eight_to_king'),
      about: 'values.eight_to_king',
    },
  ] as const;
  if (kinds.every((each) => each.points === kinds[0].points)) {
    return [{ ...kinds[0], say: 'rules.value.all', samples: ['AS', '2H', '7D', 'KC'] }];
  }
  return [...kinds];
}
