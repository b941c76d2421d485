/** The component of each page. The start page is part of the first load, the others load when they are opened. */
import type { Component } from 'svelte';
import type { Route } from './routes';

/**
 * Any page: it takes the `route` of its own kind, as in `{ route: Extract<Route, { page: 'table' }> }`, or no property.
 */
type Loader = () => Promise<Component<never>>;

const people = () => import('./bundles/people');
const seating = async () => {
  const found = await people();
  await found.seatingWords();
  return found;
};
/** Each page loads with its texts, so that it isn't shown without them. */
const person = async () => {
  const found = await people();
  await Promise.all([found.accountWords(), found.seatingWords()]);
  return found;
};
const look = async () => {
  const found = await people();
  await found.settingsWords();
  return found;
};
const LAZY: Partial<Record<Route['page'], Loader>> = {
  admin: async () => (await import('./admin/Admin.svelte')).default,
  account: async () => (await person()).Account,
  cards: async () => (await Promise.all([import('./settings/Gallery.svelte'), look()]))[0].default,
  invitation: async () => (await seating()).Invitation,
  settings: async () => (await look()).Settings,
  lesson: async () => (await import('./lesson/LessonPage.svelte')).default,
  table: async () => (await import('./table/TablePage.svelte')).default,
  replay: async () => (await import('./replay/ReplayPage.svelte')).default,
  sheet: async () => (await import('./sheet/SheetPage.svelte')).default,
  rules: async () => (await import('./rules/Rules.svelte')).default,
};

/** The component of a page, loaded if necessary; undefined for unknown pages. */
export async function load(page: Route['page']): Promise<Component<{ route: Route }> | undefined> {
  if (page.startsWith('tour'))
    return (await import('./bundles/tournamentPages')).load(page) as Promise<Component<{ route: Route }> | undefined>;
  return (await LAZY[page]?.()) as Component<{ route: Route }> | undefined;
}
