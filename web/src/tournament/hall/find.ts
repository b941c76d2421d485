/** Finds a side in a tournament by name, and its encounters. Pure. */
import { currentPhase } from '../state/sides';
import type { FixtureCard, PhaseCard, RoundCard, SideCard, StandingCard, TournamentView } from '../state/types';

/** A text prepared for the search: lower case, without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/**
 * The sides that have, for each typed word, a word beginning with it in their name or a player's; empty for no text.
 */
export function found(sides: readonly SideCard[], typed: string): SideCard[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  return sides.filter((each) => {
    const words = plain([each.name, ...each.players].join(' ')).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** An encounter of a side: its round, table, partners and opponents. */
export interface Meeting {
  phase: PhaseCard;
  round: RoundCard;
  /** Null for a bye. */
  fixture: FixtureCard | null;
  /** The partners in this round only. */
  partners: readonly number[];
  opponents: readonly number[];
}

/** All encounters of a side, latest first. */
export function meetings({ phases }: TournamentView, side: number): Meeting[] {
  const all: Meeting[] = [];
  for (const phase of phases) {
    for (const round of phase.rounds) {
      const fixture = round.tables.find(({ one, two }) => one.includes(side) || two.includes(side)) ?? null;
      if (!fixture && !round.byes.includes(side)) continue;
      const [own, opponents] = !fixture
        ? [[], []]
        : fixture.one.includes(side)
          ? [fixture.one, fixture.two]
          : [fixture.two, fixture.one];
      all.push({ phase, round, fixture, partners: own.filter((each) => each !== side), opponents });
    }
  }
  return all.reverse();
}

/** The side's standing in the present phase. */
export function standingOf(view: TournamentView, side: number): StandingCard | undefined {
  const standings = currentPhase(view)?.groups.flatMap((group) => group.standings);
  return standings?.find((each) => each.side === side);
}

/** A later round of a side: its tables, partners and opponents; a bye if it has no table. */
export interface Ahead {
  round: number;
  tables: readonly number[];
  partners: readonly number[];
  opponents: readonly number[];
}

/** The side's rounds that are known from the draw but not published yet, in their order. */
export function ahead(view: TournamentView, side: number): Ahead[] {
  return (currentPhase(view)?.planned ?? []).flatMap(({ number, tables, byes }): Ahead[] => {
    const found = tables.find(({ one, two }) => one.includes(side) || two.includes(side));
    if (!found) return byes.includes(side) ? [{ round: number, tables: [], partners: [], opponents: [] }] : [];
    const [own, opponents] = found.one.includes(side) ? [found.one, found.two] : [found.two, found.one];
    return [{ round: number, tables: found.tables, partners: own.filter((each) => each !== side), opponents }];
  });
}
