/** Whom this page has muted since it was opened: the server leaves out what they say from then on. */
import { SvelteSet } from 'svelte/reactivity';

export const muted = new SvelteSet<string>();
