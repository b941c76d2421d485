/** The parts of the start page for returning players. New players load the page without them. */
export { default as InstallLine } from '../install/InstallLine.svelte';
export { animalsOf } from '../avatars/animals';
export { default as Avatar } from '../avatars/Avatar.svelte';
export { default as MyMatches } from '../start/MyMatches.svelte';
