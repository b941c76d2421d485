import { t } from './translate.svelte';

/** The server's name for people whose accounts were deleted: `canastra.protocol.people.DELETED_NAME`. */
export const DELETED = 'Conta apagada';

/** A person's name as shown. */
export function personName(name: string): string {
  return name === DELETED ? t('app.deleted') : name;
}
