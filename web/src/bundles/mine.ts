/** What the start page shows to those who have played here before: who is new need not wait for it. */
export { default as InstallLine } from '../install/InstallLine.svelte';
export { animalsOf } from '../avatars/animals';
export { default as Avatar } from '../avatars/Avatar.svelte';
export { default as MyMatches } from '../start/MyMatches.svelte';
