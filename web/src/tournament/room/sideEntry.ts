/** An entry as it is typed. Pure. */
import type { NewSide, SideCard, TournamentView } from '../types';

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** No name has more letters. */
const LONGEST = 80;

/** Where a side comes from, and among whom it is ranked besides; empty for neither. */
export type Origin = Pick<SideCard, 'delegation' | 'category'>;

/** The side that was typed, called by its players where it has no name; null where somebody is missing. */
export function entryOf(kind: TournamentView['kind'], name: string, players: readonly string[], from: Origin, and: string): NewSide | null {
  const named = players.map(spaced).filter(Boolean);
  const least = kind === 'players' ? 1 : 2;
  if (named.length < least) return null;
  const joined = (names: readonly string[]): string => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${and} `);
  const called = spaced(name) || joined(named);
  return { name: called.length > LONGEST ? shortened(named, joined) : called, players: named, delegation: spaced(from.delegation), category: spaced(from.category) };
}

/** A name of whole names that is too long has the first and the last of each, and if need be only the first. */
function shortened(players: readonly string[], joined: (names: readonly string[]) => string): string {
  const ends = joined(players.map((each) => each.replace(/ .* /, ' ')));
  const name = ends.length > LONGEST ? joined(players.map((each) => each.replace(/ .*/, ''))) : ends;
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

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
  return sides.filter(({ number, name, players, delegation, category }) => !wanted || String(number) === wanted || plain([name, ...players, delegation, category].join(' ')).includes(wanted));
}
