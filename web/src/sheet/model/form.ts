/**
 * The form of a score sheet, as `canastra.scoresheet` makes it from a rulebook (`canastra-form/1`), and its sums.
 *
 * The code knows no rulebook: the data say what counts, and when. tests/scoresheet checks these sums against Python's
 * by shared cases.
 */
export interface Condition {
  whose: 'own' | 'other' | 'either';
  fields: readonly string[];
  /** True if at least one of the fields must be more than 0, false if all must be 0. */
  some: boolean;
}

export interface Worth {
  points: number;
  if: readonly Condition[];
  otherwise: number;
}

/** A question about a side of a deal. */
export interface Field {
  id: string;
  topic: string;
  kind: 'count' | 'flag' | 'choice';
  /** The ranks that it counts, as "8-K 2"; empty for all cards, and for fields without cards. */
  ranks: string;
  most: number;
  when: readonly Condition[];
  worths: readonly Worth[];
  options: readonly string[];
}

export interface Limit {
  code: string;
  whose: Condition['whose'];
  weights: Readonly<Record<string, number>>;
  most: number;
  article: string;
}

export interface Demand {
  code: string;
  when: readonly Condition[];
  needs: readonly Condition[];
  article: string;
}

export interface Form {
  rulebook: string;
  revision: number;
  players: number;
  /** The points that end a match; 0 if a match is one deal. */
  target: number;
  vulnerable_from: number;
  minimums: readonly number[];
  step: number;
  lowest: number;
  highest: number;
  fields: readonly Field[];
  limits: readonly Limit[];
  demands: readonly Demand[];
}

export type Side = 0 | 1;
/** The answers for a side, by field; a missing answer is 0. */
export type Counts = Readonly<Record<string, number>>;
export type Both = readonly [Counts, Counts];

/** Numbers that no deal can have. `side` is null if both sides are concerned. */
export interface Warning {
  code: string;
  side: Side | null;
  article: string;
  figures: Record<string, number>;
}

export const SIDES = [0, 1] as const;

const meant = (whose: Condition['whose'], side: Side): readonly Side[] =>
  whose === 'either' ? SIDES : [whose === 'own' ? side : ((1 - side) as Side)];

/** Returns true if a field counts for the side: a hand left may cost points only to the side that did not go out. */
export function counts(form: Form, field: Field, sides: Both, side: Side): boolean {
  return field.when.every((each) => holds(form, each, sides, side));
}

function numberOf(form: Form, sides: Both, side: Side, id: string): number {
  const field = form.fields.find((each) => each.id === id);
  return field && counts(form, field, sides, side) ? (sides[side][id] ?? 0) : 0;
}

function holds(form: Form, { whose, fields, some }: Condition, sides: Both, side: Side): boolean {
  return meant(whose, side).some((one) => fields.some((id) => numberOf(form, sides, one, id) > 0)) === some;
}

/** The points of a field for a side. */
export function pointsOf(form: Form, field: Field, sides: Both, side: Side): number {
  const many = numberOf(form, sides, side, field.id);
  const choice = field.kind === 'choice';
  const worth = field.worths[choice ? many : 0];
  if (!worth) return 0;
  const met = worth.if.every((each) => holds(form, each, sides, side));
  return (choice ? 1 : many) * (met ? worth.points : worth.otherwise);
}

/** The points of a side. */
export function totalOf(form: Form, sides: Both, side: Side): number {
  return form.fields.reduce((sum, field) => sum + pointsOf(form, field, sides, side), 0);
}

/** Warnings about a side's total, independent of its parts. */
export function totalWarnings({ step, lowest, highest }: Form, points: number, side: Side): Warning[] {
  const found: Warning[] = [];
  if (points % step) found.push({ code: 'sheet_off_step', side, article: '', figures: { points, step } });
  if (points < lowest || points > highest) {
    found.push({ code: 'sheet_out_of_range', side, article: '', figures: { points, lowest, highest } });
  }
  return found;
}

/** Warnings about the numbers of both sides. Only sides whose numbers are `known` must have certain numbers. */
export function countWarnings(form: Form, sides: Both, known: readonly [boolean, boolean] = [true, true]): Warning[] {
  const over = form.limits.flatMap(({ code, whose, weights, most, article }) =>
    (whose === 'either' ? [SIDES] : SIDES.map((side) => [side] as const)).flatMap((group): Warning[] => {
      const sums = group.map((side) =>
        Object.entries(weights).reduce((sum, [id, weight]) => sum + (sides[side][id] ?? 0) * weight, 0),
      );
      const found = sums.reduce((sum, each) => sum + each, 0);
      return found > most
        ? [{ code, side: group.length > 1 ? null : group[0]!, article, figures: { found, most } }]
        : [];
    }),
  );
  const unmet = form.demands.flatMap(({ code, when, needs, article }) =>
    SIDES.filter(
      (side) =>
        known[side] &&
        when.every((each) => holds(form, each, sides, side)) &&
        !needs.every((each) => holds(form, each, sides, side)),
    ).map((side): Warning => ({ code, side, article, figures: {} })),
  );
  return [...over, ...unmet];
}
