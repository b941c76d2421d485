export { language, languages, speak, t, type Key, type Language } from './speaking.svelte';
export { cardName, rankName, suitName } from './naming';
