/** Finding oneself in a tournament: by name, and what there is to know then. Pure. */
import { currentPhase } from '../state/sides';
import type { FixtureCard, PhaseCard, RoundCard, SideCard, StandingCard, TournamentView } from '../state/types';

/** A text as it is searched: without accents, in small letters. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** The sides that have a word beginning with each word that was typed, in their name or a player's; none for nothing. */
export function found(sides: readonly SideCard[], typed: string): SideCard[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  return sides.filter((each) => {
    const words = plain([each.name, ...each.players].join(' ')).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** An encounter of a side: where, with and against whom. */
export interface Meeting {
  phase: PhaseCard;
  round: RoundCard;
  /** Null for a bye. */
  fixture: FixtureCard | null;
  /** Partners of this round alone. */
  partners: readonly number[];
  opponents: readonly number[];
}

/** All its encounters, the latest first. */
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

/** Its place in the phase that is played. */
export function standingOf(view: TournamentView, side: number): StandingCard | undefined {
  const standings = currentPhase(view)?.groups.flatMap((group) => group.standings);
  return standings?.find((each) => each.side === side);
}

/** A later round of a side: its tables, partners and opponents; without a table it has a bye. */
export interface Ahead {
  round: number;
  tables: readonly number[];
  partners: readonly number[];
  opponents: readonly number[];
}

/** Its rounds that are known from the draw and not published yet, the next first. */
export function ahead(view: TournamentView, side: number): Ahead[] {
  return (currentPhase(view)?.planned ?? []).flatMap(({ number, tables, byes }): Ahead[] => {
    const found = tables.find(({ one, two }) => one.includes(side) || two.includes(side));
    if (!found) return byes.includes(side) ? [{ round: number, tables: [], partners: [], opponents: [] }] : [];
    const [own, opponents] = found.one.includes(side) ? [found.one, found.two] : [found.two, found.one];
    return [{ round: number, tables: found.tables, partners: own.filter((each) => each !== side), opponents }];
  });
}
