/** A bundle of small pages about people and tables, fetched as one file. */
export { default as Account } from '../account/Account.svelte';
export { ready as accountWords } from '../account/words';
export { default as Gallery } from '../cards/Gallery.svelte';
export { default as Invitation } from '../invite/Invitation.svelte';
export { default as WaitingRoom } from '../invite/WaitingRoom.svelte';
export { default as Settings } from '../settings/Settings.svelte';
export { ready as settingsWords } from '../settings/words';
export { default as FriendsTable } from '../start/FriendsTable.svelte';
