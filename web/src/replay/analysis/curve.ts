/**
 * The expected course of a match: the points of a curve, and the events along it. Pure.
 *
 * Each decision has the expected lead of its player's side at the end of the deal, as far as that player knew. The
 * curve is the mean of the latest values of both sides, so that it doesn't jump at every turn from one side's view to
 * the other's.
 */
import type { AnalysedDecision, MeldState, ReplayCard, ReplayDeal } from '../../net/types';
import { canastaOf, type Special } from '../../board/meldWords';
import { isSheet, lastOf, type ReplayPlace } from '../steps/places';
import { statesOf } from '../steps/views';

/** A place, and the expected lead of side 0 at the end of the deal. */
export interface CurvePoint {
  place: ReplayPlace;
  lead: number;
}

/** An event at a place. */
export interface CurveMoment {
  place: ReplayPlace;
  what: 'canasta' | 'out';
  seat: number;
  turn: number;
  /** The meld that became a canasta. */
  meld: MeldState | null;
}

/** The place of a decision: the table as its player saw it. */
export function placeOf(
  deals: readonly Pick<ReplayDeal, 'steps'>[],
  { deal, turn, action }: Pick<AnalysedDecision, 'deal' | 'turn' | 'action'>,
): ReplayPlace {
  const first = deals[deal - 1]?.steps.findIndex((step) => step.turn === turn) ?? -1;
  return { deal: deal - 1, step: Math.max(0, first) + action - 1 };
}

/** The lead of side 0 at the end of a deal; null if points are missing. */
function ended({ scores }: ReplayDeal): number | null {
  const [one, other] = [scores[0]?.total, scores[1]?.total];
  return typeof one === 'number' && typeof other === 'number' ? one - other : null;
}

/** The curve of a deal. It begins at 0, the lead before any play. */
export function curveOf(
  { deals }: Pick<ReplayCard, 'deals'>,
  decisions: readonly AnalysedDecision[],
  deal: number,
): CurvePoint[] {
  const found: CurvePoint[] = [];
  const known: [number | null, number | null] = [null, null];
  for (const each of decisions) {
    if (each.deal !== deal + 1) continue;
    const side = each.seat % 2;
    known[side] = side === 0 ? each.points : -each.points;
    const [one, other] = known;
    found.push({
      place: placeOf(deals, each),
      lead: one !== null && other !== null ? (one + other) / 2 : (one ?? other!),
    });
  }
  const whole = deals[deal]!;
  const lead = ended(whole);
  if (whole.ending !== null && lead !== null) found.push({ place: { deal, step: lastOf(whole) }, lead });
  return found;
}

/** The canastas of a deal, each at the time when it was completed, and the player who went out. */
export function momentsOf(card: Pick<ReplayCard, 'deals'>, deal: number, special: Special): CurveMoment[] {
  const whole = card.deals[deal]!;
  const states = statesOf(whole);
  const found: CurveMoment[] = [];
  const canastas = (step: number, side: number): MeldState[] =>
    (states[step]?.melds[side] ?? []).filter((meld) => canastaOf(meld, special) !== 'none');
  whole.steps.forEach(({ seat, turn }, index) => {
    const [before, after] = [canastas(index, seat % 2), canastas(index + 1, seat % 2)];
    if (after.length <= before.length) return;
    const meld = after.find(({ cards }) => !before.some((each) => each.cards === cards)) ?? null;
    found.push({ place: { deal, step: index + 1 }, what: 'canasta', seat, turn, meld });
  });
  const last = whole.steps.at(-1);
  if (whole.went_out !== null)
    found.push({
      place: { deal, step: whole.steps.length },
      what: 'out',
      seat: whole.went_out,
      turn: last?.turn ?? 0,
      meld: null,
    });
  return found;
}

/** The last point of the curve that isn't after the place; the first point for earlier places. */
export function pointAt(curve: readonly CurvePoint[], step: number): CurvePoint | undefined {
  return curve.findLast(({ place }) => place.step <= step) ?? curve[0];
}

/**
 * The limits of the drawn curve. They include 0 and are at least `least` apart, so that small differences look small.
 */
export function rangeOf(curve: readonly CurvePoint[], least = 300): readonly [number, number] {
  const low = Math.min(0, ...curve.map(({ lead }) => lead));
  const high = Math.max(0, ...curve.map(({ lead }) => lead));
  const missing = Math.max(0, least - (high - low));
  return [low - missing / 2, high + missing / 2];
}

/** Returns true if a place is the place of a decision. */
export function isAt(place: ReplayPlace, deals: readonly ReplayDeal[], decision: AnalysedDecision): boolean {
  const { deal, step } = placeOf(deals, decision);
  return place.deal === deal && place.step === step && !isSheet(deals[deal]!, step);
}
