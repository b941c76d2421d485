/** Where phones find this server: asked where the page was opened by an address that only this machine knows. */
import { absolute } from '../../lib/router.svelte';
import { readItem, writeItem } from '../../lib/storage';
import { phonesAddress } from './api';

const KEY = 'canastra.phones';
/** Whether the page was opened by this machine's own address. */
export const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

let address = $state(local ? (readItem(KEY) ?? '') : absolute(''));
let network = $state(true);

/** Where phones find the server, ending in a slash; empty for nowhere, or as long as it isn't known. */
export const phones = (): string => address;

/** Whether the server listens for this machine alone. */
export const alone = (): boolean => !network;

/** The address of a page of this server as phones open it; where none does, as this machine does. */
export const linkTo = (path: string): string => (address ? address + path : absolute(path));

/** Asks for it. What was typed holds as long as there is a network to be found in. */
export async function findPhones(): Promise<void> {
  const found = local && (await phonesAddress().catch(() => null));
  if (!found) return;
  network = found.network;
  if (!network || !address) address = found.address;
}

/** Another address that was typed, for all that is sent and printed from this device; as found if it is empty. */
export function setPhones(typed: string): void {
  const text = typed.trim().replace(/\/*$/, '');
  address = text && `${/^https?:/.test(text) ? '' : 'http://'}${text}/`;
  writeItem(KEY, address || null);
  if (!text) void findPhones();
}
