/** The component of each page. The start page comes with the first load, the others when they are opened. */
import type { Component } from 'svelte';
import type { Route } from './routing';

/** Any page: it takes the `route` of its own kind, as in `{ route: Extract<Route, { page: 'table' }> }`, or nothing. */
type Loader = () => Promise<{ default: Component<never> }>;

const LAZY: Partial<Record<Route['page'], Loader>> = {
  account: () => import('./account/Account.svelte'),
  invitation: () => import('./invite/Invitation.svelte'),
  settings: () => import('./settings/Settings.svelte'),
  table: () => import('./table/TablePage.svelte'),
  cards: () => import('./cards/Gallery.svelte'),
  replay: () => import('./replay/ReplayPage.svelte'),
  rules: () => import('./rules/Rules.svelte'),
};

/** The component of a page, fetched if need be; undefined for pages that there aren't. */
export async function load(page: Route['page']): Promise<Component<{ route: Route }> | undefined> {
  return (await LAZY[page]?.())?.default as Component<{ route: Route }> | undefined;
}
