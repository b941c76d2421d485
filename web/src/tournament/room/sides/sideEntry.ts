/** Reads a typed entry. Pure. */
import type { NewSide, SideCard, TournamentView } from '../../state/types';

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The most characters of a name. */
const LONGEST = 80;

/** The club and the category of a side; empty texts by default. */
export type Origin = Pick<SideCard, 'delegation' | 'category'>;

/** The typed side, named after its players if it has no name; null if a player is missing. */
export function entryOf(
  kind: TournamentView['kind'],
  name: string,
  players: readonly string[],
  from: Origin,
): NewSide | null {
  const named = players.map(spaced).filter(Boolean);
  const least = kind === 'players' ? 1 : 2;
  if (named.length < least) return null;
  return {
    name: spaced(name) || jointName(named),
    players: named,
    delegation: spaced(from.delegation),
    category: spaced(from.category),
  };
}

/**
 * A side's name made from its players' names, as the server makes it. If it is too long, of first and last names, then
 * of first names.
 */
function jointName(players: readonly string[]): string {
  const forms = [
    players,
    players.map((each) => each.replace(/ .* /, ' ')),
    players.map((each) => each.replace(/ .*/, '')),
  ];
  const joined = forms.map((names) => names.join(' / '));
  return (
    joined.find(({ length }) => length <= LONGEST) ??
    `${joined
      .at(-1)!
      .slice(0, LONGEST - 1)
      .trimEnd()}…`
  );
}

/** The name that a side was given; empty if it is named after its players. */
export const givenName = ({ name, players }: Pick<SideCard, 'name' | 'players'>): string =>
  name === jointName(players) ? '' : name;

const plain = (each: string): string => spaced(each).normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The typed players who are already in another entry, each with the number of that entry. */
export function elsewhere(sides: readonly SideCard[], players: readonly string[]): [player: string, side: number][] {
  return [...new Set(players.map(spaced).filter(Boolean))].flatMap((player) => {
    const found = sides.find((side) => !side.withdrawn && side.players.some((each) => plain(each) === plain(player)));
    return found ? [[player, found.number] as [string, number]] : [];
  });
}

/** Returns true if an entry can be removed as a mistake, because it has had no effect yet. */
export const mayRemove = ({ phases }: TournamentView, { number, withdrawn }: SideCard): boolean =>
  !withdrawn && !phases.some(({ groups }) => groups.some(({ sides }) => sides.includes(number)));

/** The sides that match a search by number, name, player, delegation or category, ignoring case and accents. */
export function sidesFound(sides: readonly SideCard[], text: string): SideCard[] {
  const wanted = plain(text);
  return sides.filter(
    ({ number, name, players, delegation, category }) =>
      !wanted ||
      String(number) === wanted ||
      plain([name, ...players, delegation, category].join(' ')).includes(wanted),
  );
}
