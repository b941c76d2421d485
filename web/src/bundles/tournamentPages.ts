/** The component of each tournament page; separate from pages.ts, which all players load. */
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

/** Loads the tournament's part of a table. */
export async function seat() {
  return (await import('../tournament/TournamentSeat.svelte')).default;
}

/** Loads the component of a page; undefined for other pages. */
export async function load(page: Route['page']): Promise<Component<never> | undefined> {
  return (await LAZY[page]?.())?.default;
}
