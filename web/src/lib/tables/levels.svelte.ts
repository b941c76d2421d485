/** The levels of bots that the server offers. */
import * as api from '../../net/api';
import { t } from '../../i18n';

const STRONG = ['iniciante', 'intermediario', 'avancado', 'mestre'] as const;
const NAMED = ['random', 'greedy', ...STRONG] as const;

/** The default level for a new player, of middle strength. */
export const FIRST_LEVEL = 'intermediario';

/** The nearest offered level for a level that is not offered; for all others it is "greedy". */
const NEAREST: Readonly<Record<string, string>> = { random: 'iniciante', greedy: FIRST_LEVEL, iniciante: 'random' };

const state = $state<{ levels: readonly string[] }>({ levels: STRONG });
let asked: Promise<void> | null = null;

/** The levels to choose from, weakest first; before the server's answer, the levels of most servers. */
export function levels(): readonly string[] {
  return state.levels;
}

/** Requests the levels once. After a failure the known levels stay, and the next call requests again. */
export function askLevels(): Promise<void> {
  asked ??= api
    .rulebooks()
    .then((found) => void (state.levels = found.levels))
    .catch(() => void (asked = null));
  return asked;
}

/** The level if it is offered, otherwise the nearest: a stored choice may come from another server. */
export function offeredLevel(level: string): string {
  const found = [level, NEAREST[level], 'greedy', FIRST_LEVEL].find((each) => each && state.levels.includes(each));
  return found ?? state.levels.at(-1) ?? level;
}

/** The level of the bot that replaces absent players and gives hints: strong, whatever the other bots are. */
export function standIn(): string {
  return offeredLevel('avancado');
}

/** The name of a level in words; the level itself if it has no translation. */
export function levelName(level: string): string {
  const named = NAMED.find((each) => each === level);
  return named ? t(`start.level.${named}`) : level;
}
