/** The router: the current route, and navigation without loading a page. */
import { takeNewVersion } from '../offline/updates';
import { invitationIn, routeOf, type Route } from '../routes';

const state = $state<{ route: Route; depth: number }>({ route: { page: 'unknown' }, depth: 0 });

/** The route shown now. */
export function route(): Route {
  return state.route;
}

const KEY = 'canastra.invitation.';
const invitations = new Map<string, string>();

/** The invitation to a table that came with an address; empty without one. */
export function invitationTo(table: string): string {
  try {
    return invitations.get(table) ?? sessionStorage.getItem(KEY + table) ?? '';
  } catch {
    return '';
  }
}

let fetchPage: (page: Route['page']) => Promise<unknown> = () => Promise.resolve();

/**
 * Reads the address, and follows the links of the page and the browser's own buttons from now on. `load` fetches the
 * code of a page.
 */
export function startGoing(load: typeof fetchPage): void {
  fetchPage = load;
  arrive();
  addEventListener('popstate', arrive);
  document.addEventListener('click', follow);
}

/** Fetches the code of a page that is opened next. If that fails, opening the page says so. */
export function prefetch(page: Route['page']): void {
  void fetchPage(page).catch(() => undefined);
}

/** The whole address of a place that is given below the base: to be sent to somebody, or opened as a socket. */
export function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

/** The address of a part of the page shown now: below a base, `#part` alone would lead to the start page. */
export function here(part: string): string {
  void state.route;
  return `${location.pathname}${location.search}#${part}`;
}

/** Goes to an address of the client; `replace` leaves no way back to the present one. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState({ depth: state.depth }, '', address);
  else history.pushState({ depth: state.depth + 1 }, '', address);
  arrive();
  scrollTo(0, 0);
}

/** One step back, or to the start page where this tab came straight to the present one. */
export function back(): void {
  if (state.depth > 0) history.back();
  else go('./', { replace: true });
}

/** The path below which all pages are, with its slashes. */
function base(): string {
  return new URL(document.baseURI).pathname;
}

function arrive(): void {
  keepInvitation();
  state.route = routeOf(location.href, base());
  state.depth = (history.state as { depth?: number } | null)?.depth ?? 0;
  if (state.route.page === 'start') takeNewVersion();
}

/** Takes an invitation out of the address, where it would be seen and remembered; this tab keeps it. */
function keepInvitation(): void {
  const url = new URL(location.href);
  const invitation = invitationIn(url);
  const found = routeOf(url.href, base());
  if (invitation === null || !('id' in found) || found.id === null) return;
  invitations.set(found.id, invitation);
  url.hash = '';
  history.replaceState(history.state, '', url);
  try {
    sessionStorage.setItem(KEY + found.id, invitation);
  } catch {
    // Full or forbidden: it lasts as long as the page.
  }
  // Pasted over the address of the page that is shown, which had none.
  const { route } = state;
  if (route.page === found.page && 'id' in route && route.id === found.id) location.reload();
}

/** A plain click on a link of our own. Those with a target, a download or a pressed key are the browser's. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!link.pathname.startsWith(base()) || link.pathname.startsWith(`${base()}api/`)) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
