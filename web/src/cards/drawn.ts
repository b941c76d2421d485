/** The drawings of cards except for their index, loaded together when the first card needs them. */
export { default as Art } from './Art.svelte';
export { default as Back } from './Back.svelte';
export { default as Drawings } from './Drawings.svelte';
