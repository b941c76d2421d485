import { t } from './translate.svelte';

/** What the server calls people whose accounts were deleted: `canastra.protocol.people.DELETED_NAME`. */
export const DELETED = 'Conta apagada';

/** A person's name as it is shown. */
export function personName(name: string): string {
  return name === DELETED ? t('app.deleted') : name;
}
