/** What is drawn on cards besides their index, as one part of the page that comes when the first card needs it. */
export { default as Art } from './Art.svelte';
export { default as Back } from './Back.svelte';
export { default as Drawings } from './Drawings.svelte';
