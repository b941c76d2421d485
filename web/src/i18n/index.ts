export type { Key } from './keys';
export { language, languages, speak, t, type Language } from './translate.svelte';
export { cardName, rankName, suitName } from './cardNames';
export { personName } from './personName';
