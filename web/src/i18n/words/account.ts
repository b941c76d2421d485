/** The words of the account's page. */
import { lazyCatalogue } from '../lazy.svelte';
import { pt } from '../pt/pages/account';

type Catalogue = Record<keyof typeof pt, string>;

export const { ready, say } = lazyCatalogue<Catalogue>({
  pt,
  en: async () => (await import('../english')).account,
});
