/** The words of tables that are to be opened, joined or found: forms, invitations, lists. */
import { lazyCatalogue } from '../i18n/lazy.svelte';
import { pt } from '../i18n/pt/tables';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../i18n/english')).tables,
});
