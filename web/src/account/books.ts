/** Names of rulebooks where only their id is known. */
import { bookName, OFFICIAL } from '../lib/tables/rulebooks';
import { t } from '../i18n';

/** The name of an official rulebook; of any other, that it is a house's. */
export function named(id: string): string {
  const official = OFFICIAL.find((each) => each === id);
  return official ? bookName(official) : t('start.house');
}
