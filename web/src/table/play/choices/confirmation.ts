/** The actions that need a confirmation because they can't be undone. */
import type { Settings } from '../../../lib/settings/choices';
import type { Verb } from '../../../board/moves';

/** True if the setting and the pointer call for a confirmation. */
export type Confirmation = boolean;

/** These end a deal or an attempt to open, and always need a confirmation. */
const ALWAYS: ReadonlySet<Verb> = new Set(['pass', 'withdraw']);
/** These show a new card or end the turn. */
const WANTED: ReadonlySet<Verb> = new Set(['discard', 'take', 'refuse']);

/** Returns true if the action needs a confirmation. */
export function needsConfirmation(verb: Verb, wanted: Confirmation): boolean {
  return ALWAYS.has(verb) || (wanted && WANTED.has(verb));
}

/**
 * Returns true if the setting calls for confirmations with this pointer. "touch" means a finger or a pen, except for
 * gestures that don't happen by accident (`sure`: a card dragged to its place, or tapped twice).
 */
export function confirms(setting: Settings['confirm'], pointer: string, sure = false): Confirmation {
  return setting === 'always' || (setting === 'touch' && !sure && (pointer === 'touch' || pointer === 'pen'));
}
