/** The levels of bots that the server offers. */
import * as api from '../../net/api';
import { t } from '../../i18n';

const STRONG = ['iniciante', 'intermediario', 'avancado', 'mestre'] as const;
const NAMED = ['random', 'greedy', ...STRONG] as const;

/** The level for a new player: neither a walk-over nor a wall. */
export const FIRST_LEVEL = 'intermediario';

/** What comes nearest to a level that is not offered; to all others that is "greedy". */
const NEAREST: Readonly<Record<string, string>> = { random: 'iniciante', greedy: FIRST_LEVEL, iniciante: 'random' };

const state = $state<{ levels: readonly string[] }>({ levels: STRONG });
let asked: Promise<void> | null = null;

/** All levels to choose from, the weakest first; until the server has answered, those that most servers have. */
export function levels(): readonly string[] {
  return state.levels;
}

/** Asks the server, once. Without an answer what is known stays, and the next time it is asked again. */
export function askLevels(): Promise<void> {
  asked ??= api
    .rulebooks()
    .then((found) => void (state.levels = found.levels))
    .catch(() => void (asked = null));
  return asked;
}

/** A level if it is offered, else the one that comes nearest: servers differ, and a device remembers what was chosen. */
export function offeredLevel(level: string): string {
  const found = [level, NEAREST[level], 'greedy', FIRST_LEVEL].find((each) => each && state.levels.includes(each));
  return found ?? state.levels.at(-1) ?? level;
}

/** The level of the bot that stands in for players who are away and gives hints: good, whatever the others are. */
export function standIn(): string {
  return offeredLevel('avancado');
}

/** A level in words; the name itself of one that has none. */
export function levelName(level: string): string {
  const named = NAMED.find((each) => each === level);
  return named ? t(`start.level.${named}`) : level;
}
