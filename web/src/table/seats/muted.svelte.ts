/** The players muted since this page was opened. From then on the server leaves out their lines. */
import { SvelteSet } from 'svelte/reactivity';

export const muted = new SvelteSet<string>();
