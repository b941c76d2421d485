export { language, languages, speak, t, type Key, type Language } from './translate.svelte';
export { cardName, rankName, suitName } from './cardNames';
