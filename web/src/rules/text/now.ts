/**
 * The rules that apply at a table now, in the words of its rulebook: the minimum to open, the missing conditions to go
 * out, the conditions to take the pile. Pure.
 *
 * The server decides which moves are legal; this module only tells which of the rulebook's conditions are met.
 */
import type { PlayState, RulebookCard } from '../../net/types';
import { canastaOf, type Canasta } from '../../board/meldWords';
import type { RulesNowKey } from '../../i18n/words/now';
import { parameterReader, clauseOf, type ReadParameter, type Topic } from './parameters';

/** A sentence, if its condition is met, and the article of the condition; null for a sentence without a condition. */
export interface Line {
  say: RulesNowKey;
  met: boolean | null;
  article: string;
  figures?: Record<string, string | number>;
}

export type Subject = 'opening' | 'pile' | 'out' | 'stock';
export interface Now {
  part: Subject;
  lines: Line[];
}

/** The rules that apply to a seat. */
export function now(card: Pick<RulebookCard, 'parameters'>, play: PlayState, seat: number): Now[] {
  const ask = parameterReader(card);
  const tell = (about: Topic, say: RulesNowKey, met: boolean | null, figures?: Line['figures']): Line => ({
    say,
    met,
    article: clauseOf(card, about)?.article ?? '',
    ...(figures && { figures }),
  });
  return [
    { part: 'opening' as const, lines: opening(play, seat, tell) },
    { part: 'pile' as const, lines: pile(ask, play, seat, tell) },
    { part: 'out' as const, lines: out(ask, play, seat, tell) },
    { part: 'stock' as const, lines: stock(ask, play, tell) },
  ].filter(({ lines }) => lines.length);
}

type Tell = (about: Topic, say: RulesNowKey, met: boolean | null, figures?: Line['figures']) => Line;

function opening({ minimum, points_laid: laid, to_act: turn }: PlayState, seat: number, tell: Tell): Line[] {
  const least = minimum[seat % 2] ?? 0;
  if (!least) return [];
  const mine = turn === seat ? laid : 0;
  return [
    tell('vulnerability.minimums', mine ? 'now.opening.laid' : 'now.opening', mine >= least, {
      minimum: least,
      laid: mine,
    }),
  ];
}

function pile(ask: ReadParameter, play: PlayState, seat: number, tell: Tell): Line[] {
  if (!play.pile_size && !play.due) return [tell('pile.purchase', 'now.pile.empty', false)];
  const mine = play.to_act === seat && play.phase === 'draw' && play.legal;
  // On the player's turn, the server's list of legal moves tells it.
  if (mine) {
    const may = mine.includes('take');
    return [tell(why(ask, play, seat), may ? 'now.pile.may' : 'now.pile.mayNot', may), ...terms(ask, play, seat, tell)];
  }
  const lines = terms(ask, play, seat, tell);
  return lines.length ? lines : [tell('pile.purchase', 'now.pile.free', null)];
}

const PURCHASES: Record<'free' | 'justified' | 'two_naturals', RulesNowKey[]> = {
  free: [],
  justified: ['now.pile.justified'],
  two_naturals: ['now.pile.twoNaturals'],
};

/** The conditions that the top card and the hand must meet. */
function terms(ask: ReadParameter, play: PlayState, seat: number, tell: Tell): Line[] {
  const about = why(ask, play, seat);
  switch (about) {
    case 'pile.black_three_blocks':
      return [tell(about, 'now.pile.blocked', false)];
    case 'pile.one_card':
      return [tell(about, 'now.pile.oneCard', false)];
    case 'pile.top_two':
      return ask('pile.top_two') === 'blocks'
        ? [tell(about, 'now.pile.twoBlocks', false)]
        : [tell(about, 'now.pile.topTwo', null)];
    default:
      return PURCHASES[ask('pile.purchase')].map((say) => tell('pile.purchase', say, null));
  }
}

/** The rule that applies to the pile in its present state. */
function why(ask: ReadParameter, play: PlayState, seat: number): Topic {
  const top = play.pile.split(' ').at(-1) ?? '';
  if (ask('pile.black_three_blocks') && (top === '3S' || top === '3C')) return 'pile.black_three_blocks';
  const two = top.startsWith('2') ? ask('pile.top_two') : 'free';
  if (two === 'blocks') return 'pile.top_two';
  const one = ask('pile.one_card');
  const single = play.hand_sizes[seat] === 1;
  if (single && (one === 'never' || (one === 'not_a_pile_of_one' && play.pile_size === 1))) return 'pile.one_card';
  if (two === 'new_meld') return 'pile.top_two';
  return 'pile.purchase';
}

function out(ask: ReadParameter, play: PlayState, seat: number, tell: Tell): Line[] {
  const side = seat % 2;
  const special = { thirteen: ask('canastas.thirteen') > 0, royal: ask('canastas.royal') > 0 };
  const canastas = (play.melds[side] ?? []).map((meld) => canastaOf(meld, special));
  const has = play.has_morto[side] ?? false;
  const left = play.morto_sizes.length > 0;
  const lines: Line[] = [];
  if (!has && left && ask('morto.needs') !== 'none') {
    lines.push(
      tell('morto.needs', `now.morto.${ask('morto.needs') as 'any' | 'clean'}`, meets(ask('morto.needs'), canastas)),
    );
  }
  const needs = ask('going_out.needs');
  lines.push(tell('going_out.needs', `now.out.${needs}`, meets(needs, canastas)));
  if (has) lines.push(tell('going_out.morto', 'now.out.mortoTaken', true));
  else if (left) lines.push(tell('going_out.morto', 'now.out.mortoFirst', false));
  else if (ask('going_out.morto') === 'always') lines.push(tell('going_out.morto', 'now.out.mortoNever', false));
  else lines.push(tell('going_out.morto', 'now.out.mortoWaived', true));
  return lines;
}

function meets(needs: 'none' | 'any' | 'clean', canastas: readonly Canasta[]): boolean {
  if (needs === 'none') return true;
  return canastas.some((canasta) => (needs === 'any' ? canasta !== 'none' : canasta !== 'none' && canasta !== 'dirty'));
}

function stock(ask: ReadParameter, play: PlayState, tell: Tell): Line[] {
  const figures = { n: play.stock_size };
  if (play.morto_sizes.length && ask('morto.becomes_stock'))
    return [tell('morto.becomes_stock', 'now.stock.morto', null, figures)];
  return [tell('stock.exhausted', `now.stock.${ask('stock.exhausted')}`, null, figures)];
}
