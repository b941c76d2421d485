/**
 * The ids of the rulebooks that every server has. A module of its own, because the build reads them too
 * (plugins/offline.ts).
 */

/** The official rulebooks, the best-known first. */
export const OFFICIAL = ['buraco', 'tranca', 'canastra-regional', 'canastra-curinguinha', 'canastra-duelo'] as const;

export type Official = (typeof OFFICIAL)[number];

/** Games known by these names: house rulebooks that come with the server, all based on the same rulebook. */
export const POPULAR = ['buraco-aberto', 'buraco-fechado', 'buraco-stbl', 'buraco-sem-curingao'] as const;
export const POPULAR_BASE: Official = 'buraco';

export type Popular = (typeof POPULAR)[number];
