/**
 * The score sheet of a table, deal by deal, with names, rulebook and target filled in. Pure. A separate module, because
 * not every table needs it.
 */
import { formOf } from '../../sheet/model/books';
import { NO_TARGET, type Sheet } from '../../sheet/model/sheet';
import type { TableSheet } from '../../sheet/model/tableSheet';
import type { TableView } from '../state/types';
import { hasMatches } from './encounter';

/** The form of a table's result. */
export function boundTo(view: TableView): TableSheet {
  const { id, phase, round, table } = view;
  const by = hasMatches(view) ? 'matches' : view.each_deal ? 'deals' : 'sum';
  return { tournament: id, phase, round, table, by, deals: view.length === 'deals' ? view.number : 0 };
}

/** A sheet without deals; null if the page has no form of the rulebook. */
export function sheetFor(view: TableView, names: readonly [string, string]): Sheet | null {
  const form = formOf(view.rulebook);
  if (!form) return null;
  const matches = hasMatches(view);
  const target = matches ? view.target : NO_TARGET;
  return {
    rulebook: view.rulebook,
    revision: form.revision,
    about: { event: view.name },
    names,
    players: playersOf(view, form.players),
    score: [0, 0],
    target: target && target !== form.target ? target : null,
    dealer: 0,
    nextDealer: 'next_seat',
    encounter:
      matches && view.number > 1
        ? { length: view.length as 'best_of', matches: view.number, match: 1, won: [0, 0] }
        : null,
    forfeits: [],
    deals: [],
  };
}

/** The names by seat, the first side at the first seat; empty if a side has more players than seats. */
function playersOf({ one, two }: TableView, seats: number): string[] {
  const halves = [one, two].map((half) => half.flatMap(({ players }) => players));
  if (halves.some(({ length }) => length !== seats / 2)) return Array<string>(seats).fill('');
  return Array.from({ length: seats }, (_, seat) => halves[seat % 2]![Math.floor(seat / 2)]!);
}
