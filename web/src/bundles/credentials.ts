/** The components that only accounts need (passwords, codes, keys for programs), loaded as one file. */
export { default as Credentials } from '../account/credentials/Credentials.svelte';
export { default as LostPassword } from '../account/credentials/LostPassword.svelte';
export { default as RecoveryCode } from '../account/credentials/RecoveryCode.svelte';
