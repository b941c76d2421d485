/** The seats as seen from the user's seat, and their names. */
import type { SeatState, State } from '../../net/types';
import { personName, t } from '../../i18n';
import { formsOf } from './shortName';

/** The seat from which the table is drawn: the user's seat, or seat 0 for a spectator. */
export function viewer(state: State): number {
  return state.you ?? 0;
}

/** The side that is drawn near: the user's side. */
export function near(state: State): number {
  return viewer(state) % 2;
}

/** A player's name. */
export function nameOf(seats: readonly SeatState[], seat: number): string {
  const { kind, name } = seats[seat] ?? { kind: 'empty', name: '' };
  if (kind === 'empty') return t('table.empty');
  return kind === 'bot' ? name : personName(name);
}

/** Returns true if the seat belongs to the user's partner. */
export function isPartner(state: State, seat: number): boolean {
  return state.you !== null && state.seats.length === 4 && seat === (state.you + 2) % 4;
}

/** The same, and "Você" for the user. */
export function whoIs(state: State, seat: number): string {
  return seat === state.you ? t('table.you') : nameOf(state.seats, seat);
}

/** The name of a side: "Nós" and "Eles"; the players' names for two players and for spectators. */
export function sideName(state: State, side: number): string {
  if (state.seats.length === 2) return whoIs(state, side);
  if (state.you !== null) return side === near(state) ? t('table.us') : t('table.them');
  return t('table.pair', { one: nameOf(state.seats, side), other: nameOf(state.seats, side + 2) });
}

/**
 * The same in several forms, longest first: "Tio Beto e Tio Nico", "Beto e Nico". The longest form that fits is shown.
 */
export function sideForms(state: State, side: number): string[] {
  if (state.seats.length === 2 || state.you !== null) return [sideName(state, side)];
  const short = (seat: number): string => formsOf(nameOf(state.seats, seat)).at(-1)!;
  return [sideName(state, side), t('table.pair', { one: short(side), other: short(side + 2) })];
}

/** The position of a seat on the page. */
export type Around = 'near' | 'left' | 'across' | 'right';

/** The seats in their positions: of two players, the other is across; of four, the next is at the left or right. */
export function around(state: State, clockwise: boolean): { seat: number; place: Around }[] {
  const count = state.seats.length;
  const me = viewer(state);
  const places: Around[] =
    count === 2
      ? ['near', 'across']
      : clockwise
        ? ['near', 'left', 'across', 'right']
        : ['near', 'right', 'across', 'left'];
  const seen = places.map((place, step) => ({ seat: (me + step) % count, place }));
  const order: Around[] = ['left', 'across', 'right', 'near'];
  return seen.sort((one, other) => order.indexOf(one.place) - order.indexOf(other.place));
}
