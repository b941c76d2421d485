/** A bundle of small pages about people and tables, fetched as one file. */
export { default as Account } from '../account/Account.svelte';
export { default as History } from '../account/History.svelte';
export { refresh } from '../lib/person.svelte';
export { ready as accountWords } from '../i18n/words/account';
export { default as Invitation } from '../invite/Invitation.svelte';
export { default as WaitingRoom } from '../invite/WaitingRoom.svelte';
export { ready as seatingWords } from '../i18n/words/tables';
export { default as NotifyRow } from '../settings/NotifyRow.svelte';
export { default as Settings } from '../settings/Settings.svelte';
export { ready as settingsWords } from '../i18n/words/settings';
export { default as FriendsTable } from '../start/FriendsTable.svelte';
export { default as TableList } from '../start/TableList.svelte';
