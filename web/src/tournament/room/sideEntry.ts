/** An entry as it is typed. Pure. */
import type { NewSide, SideCard, TournamentView } from '../types';

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** No name has more letters. */
const LONGEST = 80;

/** The side that was typed, called by its players where it has no name; null where somebody is missing. */
export function entryOf(kind: TournamentView['kind'], name: string, players: readonly string[], delegation: string, and: string): NewSide | null {
  const named = players.map(spaced).filter(Boolean);
  const least = kind === 'players' ? 1 : 2;
  if (named.length < least) return null;
  const joined = (names: readonly string[]): string => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${and} `);
  const called = spaced(name) || joined(named);
  // Where whole names make one that is too long, the first and the last of each do.
  return { name: called.length > LONGEST ? joined(named.map((each) => each.replace(/ .* /, ' '))) : called, players: named, delegation: spaced(delegation) };
}

/** The sides that are looked for, by number, name, player or delegation; capitals and accents don't matter. */
export function sidesFound(sides: readonly SideCard[], text: string): SideCard[] {
  const plain = (each: string): string => each.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
  const wanted = plain(text.trim());
  return sides.filter(({ number, name, players, delegation }) => !wanted || String(number) === wanted || plain([name, ...players, delegation].join(' ')).includes(wanted));
}
