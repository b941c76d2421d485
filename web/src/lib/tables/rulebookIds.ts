/** The ids of the rulebooks that every server has. Alone here, since the build reads them too (plugins/offline.ts). */

/** The official rulebooks, the one that most people know first. */
export const OFFICIAL = ['buraco', 'tranca', 'canastra-regional', 'canastra-curinguinha', 'canastra-duelo'] as const;

export type Official = (typeof OFFICIAL)[number];

/** Games that people know by these names: house rulebooks that come with the server, all of them based on one. */
export const POPULAR = ['buraco-aberto', 'buraco-fechado', 'buraco-stbl', 'buraco-sem-curingao'] as const;
export const POPULAR_BASE: Official = 'buraco';

export type Popular = (typeof POPULAR)[number];
