/** Which actions ask before they are done: those that can't be taken back. */
import type { Settings } from '../../../lib/settings/choices';
import type { Verb } from '../../../board/moves';

/** Whether one is to be asked, as the setting and the finger say. */
export type Confirmation = boolean;

/** They end something: the deal, an attempt to open. Everybody is asked. */
const ALWAYS: ReadonlySet<Verb> = new Set(['pass', 'withdraw']);
/** They show something new, or end the turn. */
const WANTED: ReadonlySet<Verb> = new Set(['discard', 'take', 'refuse']);

/** Whether an action asks first. */
export function needsConfirmation(verb: Verb, wanted: Confirmation): boolean {
  return ALWAYS.has(verb) || (wanted && WANTED.has(verb));
}

/**
 * Whether to ask a player with this pointer: "touch" of the setting is a finger or a pen, unless they did what nobody does by
 * a slip (`sure`: a card dragged to its place, or tapped twice). "always" is always.
 */
export function confirms(setting: Settings['confirm'], pointer: string, sure = false): Confirmation {
  return setting === 'always' || (setting === 'touch' && !sure && (pointer === 'touch' || pointer === 'pen'));
}
