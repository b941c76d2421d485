/** An entry as it is typed. Pure. */
import type { NewSide, SideCard, TournamentView } from '../../state/types';

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** No name has more letters. */
const LONGEST = 80;

/** The club and the category of a side; empty for none. */
export type Origin = Pick<SideCard, 'delegation' | 'category'>;

/** The side that was typed, called by its players where it has no name; null where somebody is missing. */
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

/** A side's name made of its players' names, as the server makes it; where it is too long, of first and last names, then of first. */
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

/** The name that a side was given; empty where it is called by its players. */
export const givenName = ({ name, players }: Pick<SideCard, 'name' | 'players'>): string =>
  name === jointName(players) ? '' : name;

const plain = (each: string): string => spaced(each).normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The players who are typed and play in another entry already, each with the number of that. */
export function elsewhere(sides: readonly SideCard[], players: readonly string[]): [player: string, side: number][] {
  return [...new Set(players.map(spaced).filter(Boolean))].flatMap((player) => {
    const found = sides.find((side) => !side.withdrawn && side.players.some((each) => plain(each) === plain(player)));
    return found ? [[player, found.number] as [string, number]] : [];
  });
}

/** Whether nothing has happened to an entry: it may have been a mistake. */
export const mayRemove = ({ phases }: TournamentView, { number, withdrawn }: SideCard): boolean =>
  !withdrawn && !phases.some(({ groups }) => groups.some(({ sides }) => sides.includes(number)));

/** The sides that are looked for, by number, name, player, delegation or category; capitals and accents don't matter. */
export function sidesFound(sides: readonly SideCard[], text: string): SideCard[] {
  const wanted = plain(text);
  return sides.filter(
    ({ number, name, players, delegation, category }) =>
      !wanted ||
      String(number) === wanted ||
      plain([name, ...players, delegation, category].join(' ')).includes(wanted),
  );
}
