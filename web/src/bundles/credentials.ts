/** What only accounts need: passwords, codes, keys for programs. Fetched as one file. */
export { default as Credentials } from '../account/Credentials.svelte';
export { default as LostPassword } from '../account/LostPassword.svelte';
export { default as RecoveryCode } from '../account/RecoveryCode.svelte';
