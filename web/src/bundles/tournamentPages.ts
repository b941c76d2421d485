/** The component of each page of tournaments: apart from pages.ts, which all players load. */
import type { Component } from 'svelte';
import type { Route } from '../routes';

const LAZY: Partial<Record<Route['page'], () => Promise<{ default: Component<never> }>>> = {
  tournament: () => import('../tournament/TournamentHall.svelte'),
  tournamentWall: () => import('../tournament/TournamentHall.svelte'),
  tournamentTable: () => import('../tournament/TournamentTable.svelte'),
  tournamentPlayer: () => import('../tournament/TournamentPlayer.svelte'),
  tournaments: () => import('../tournament/TournamentList.svelte'),
  tournamentRoom: () => import('../tournament/TournamentRoom.svelte'),
};

/** What a table shows of its tournament. */
export async function seat() {
  return (await import('../tournament/TournamentSeat.svelte')).default;
}

/** Fetches it; undefined for pages that there aren't. */
export async function load(page: Route['page']): Promise<Component<never> | undefined> {
  return (await LAZY[page]?.())?.default;
}
