/** The texts about opening, joining and finding tables: forms, invitations, lists. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/pages/tables';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).tables,
});
