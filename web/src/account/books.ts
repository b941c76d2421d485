/** Names of rulebooks by their ids. */
import { bookName, OFFICIAL } from '../lib/tables/rulebooks';
import { t } from '../i18n';

/** The name of an official rulebook; for other ids, the words for a house's rulebook. */
export function named(id: string): string {
  const official = OFFICIAL.find((each) => each === id);
  return official ? bookName(official) : t('start.house');
}
