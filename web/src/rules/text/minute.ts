/**
 * The game in one minute: a few drawings with a short sentence each, chosen by the values of parameters. Pure.
 *
 * It has the rules needed to sit down and begin; the sections below it have the other rules.
 */
import type { MeldState, RulebookCard } from '../../net/types';
import type { RulesKey } from './explanation';
import { groupRanks, parameterReader, type ReadParameter } from './parameters';

/** A drawing: the table from above, the three parts of a turn, melds, loose cards, a locked pile, the mortos. */
export type Drawing =
  | { kind: 'table'; players: number; clockwise: boolean }
  | { kind: 'turn' }
  | { kind: 'melds'; melds: readonly MeldState[] }
  | { kind: 'cards'; cards: string }
  | { kind: 'locked'; card: string }
  | { kind: 'mortos' };

export interface Figure {
  say: RulesKey;
  figures?: Record<string, string | number>;
  /** The ranks that the sentence lists. */
  ranks?: readonly string[];
  draw: Drawing;
}

const CLEAN: MeldState = { cards: '5H 6H 7H 8H 9H TH JH', low: 5, wild: null };
const DIRTY: MeldState = { cards: '6S 7S 2D 9S TS JS QS', low: 6, wild: 2 };
const SEQUENCE: MeldState = { cards: '5H 6H 7H', low: 5, wild: null };

/** The figures, in the order of learning. */
export function minute(card: Pick<RulebookCard, 'parameters'>): Figure[] {
  const ask = parameterReader(card);
  return [
    table(ask),
    { say: 'minute.turn', draw: { kind: 'turn' } },
    melds(ask),
    canastas(ask),
    ...special(ask),
    pile(ask),
    morto(ask),
    out(ask),
  ];
}

function table(ask: ReadParameter): Figure {
  const players = ask('table.players');
  const target = ask('match.target');
  const draw = { kind: 'table', players, clockwise: ask('table.direction') === 'clockwise' } as const;
  const who = players === 2 ? 2 : 4;
  return target ? { say: `minute.table.${who}`, figures: { target }, draw } : { say: `minute.table.${who}.once`, draw };
}

function melds(ask: ReadParameter): Figure {
  const ranks = groupRanks(ask);
  const rank = ranks.at(-1);
  if (!rank) return { say: 'minute.melds', draw: { kind: 'melds', melds: [SEQUENCE] } };
  const group = { cards: `${rank}S ${rank}H ${rank}D`, low: 0, wild: null };
  return { say: 'minute.melds.groups', ranks, draw: { kind: 'melds', melds: [SEQUENCE, group] } };
}

function canastas(ask: ReadParameter): Figure {
  const [clean, dirty] = [ask('canastas.clean'), ask('canastas.dirty')];
  const [thirteen, royal] = [ask('canastas.thirteen'), ask('canastas.royal')];
  const draw = { kind: 'melds', melds: [CLEAN, DIRTY] } as const;
  if (thirteen && royal) return { say: 'minute.canasta.both', figures: { clean, dirty, thirteen, royal }, draw };
  if (thirteen) return { say: 'minute.canasta.thirteen', figures: { clean, dirty, thirteen }, draw };
  if (royal) return { say: 'minute.canasta.royal', figures: { clean, dirty, royal }, draw };
  return { say: 'minute.canasta', figures: { clean, dirty }, draw };
}

/** The figures of rules that only some rulebooks have. */
function special(ask: ReadParameter): Figure[] {
  const found: Figure[] = [];
  if (ask('threes.red_exposed')) {
    found.push({
      say: 'minute.redThrees',
      figures: { n: ask('threes.red_bonus') },
      draw: { kind: 'cards', cards: '3H 3D' },
    });
  }
  const [least] = ask('vulnerability.minimums');
  if (least !== undefined) {
    const opening = { cards: 'TH JH QH KH', low: 10, wild: null };
    found.push({
      say: 'minute.opening',
      figures: { n: least },
      draw: { kind: 'melds', melds: [opening, { cards: 'QS KS AS', low: 12, wild: null }] },
    });
  }
  return found;
}

function pile(ask: ReadParameter): Figure {
  if (ask('pile.black_three_blocks')) return { say: 'minute.pile.locked', draw: { kind: 'locked', card: '3S' } };
  if (ask('pile.purchase') === 'two_naturals')
    return { say: 'minute.pile.naturals', draw: { kind: 'cards', cards: '6H 7H 8H' } };
  if (ask('pile.purchase') === 'justified')
    return { say: 'minute.pile.justified', draw: { kind: 'cards', cards: 'QD 4C 8H' } };
  return { say: 'minute.pile.free', draw: { kind: 'cards', cards: 'QD 4C 8H' } };
}

function morto(ask: ReadParameter): Figure {
  return { say: `minute.morto.${ask('morto.needs')}`, draw: { kind: 'mortos' } };
}

function out(ask: ReadParameter): Figure {
  const needs = ask('going_out.needs');
  const always = ask('going_out.morto') === 'always';
  if (needs === 'none') return { say: 'minute.out.none', draw: { kind: 'cards', cards: '9C' } };
  return {
    say: always ? `minute.out.${needs}.always` : `minute.out.${needs}`,
    draw: { kind: 'melds', melds: [needs === 'clean' ? CLEAN : DIRTY] },
  };
}
