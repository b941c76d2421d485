/** The tables of an online tournament that the server itself runs. Pure except for the language. */
import { currentRound, halfPlayers, scoreWords } from './sides';
import type { FixtureCard, GameCard, PhaseCard, RoundCard, SideCard, TournamentView } from './types';
import { say } from './words';

/** Returns true if there are tables to watch: a round is published or being played. */
export function playsOnline(view: TournamentView | undefined): boolean {
  const stage = view?.online && currentRound(view)?.stage;
  return stage === 'published' || stage === 'playing';
}

/** The tables of a round. */
export function gamesOf(
  games: readonly GameCard[],
  phase: Pick<PhaseCard, 'number'>,
  round: Pick<RoundCard, 'number'>,
): GameCard[] {
  return games.filter((each) => each.phase === phase.number && each.round === round.number);
}

/** The players of a table by seat: the first half at seats 0 and 2, the second half at 1 and 3. */
export function seatedAt(sides: readonly SideCard[], { one, two }: Pick<FixtureCard, 'one' | 'two'>): string[] {
  const [first, second] = [halfPlayers(sides, one), halfPlayers(sides, two)];
  return first.flatMap((name, at) => [name, second[at] ?? '']).filter(Boolean);
}

/** The players of a table who are not present. */
export function missingAt(sides: readonly SideCard[], fixture: FixtureCard, { here }: GameCard): string[] {
  return seatedAt(sides, fixture).filter((_, seat) => !here[seat]);
}

/** The state in words: the awaited players if their names are given, the points of the match, or its end. */
export function gameWords({ stage, match, points }: GameCard, missing: readonly string[] = []): string {
  if (stage === 'over') return say('tournament.game.over');
  if (stage === 'waiting')
    return missing.length
      ? say('tournament.game.awaits', { names: missing.join(', ') })
      : say('tournament.game.waiting');
  // Other tables may still play the same deals, so the points are hidden.
  if (points === null) return say('tournament.game.sealed');
  return match > 1
    ? say('tournament.game.match', { n: match, score: scoreWords(points) })
    : say('tournament.game.playing', { score: scoreWords(points) });
}
