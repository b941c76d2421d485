/**
 * The address at which phones find this server. The server is asked for it if the page was opened by an address that
 * works only on this machine.
 */
import { absolute } from '../../lib/router.svelte';
import { readItem, writeItem } from '../../lib/storage';
import { phonesAddress } from './api';

const KEY = 'canastra.phones';
/** True if the page was opened by such an address. */
export const local = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

let address = $state(local ? (readItem(KEY) ?? '') : absolute(''));
let network = $state(true);

/** The address for phones, ending in a slash; empty if it is unknown or doesn't exist. */
export const phones = (): string => address;

/** Returns true if the server accepts connections only from its own machine. */
export const alone = (): boolean => !network;

/** The address of a page for phones; without one, the address on this machine. */
export const linkTo = (path: string): string => (address ? address + path : absolute(path));

/** Asks the server for the address. A typed address stays as long as the machine has a network. */
export async function findPhones(): Promise<void> {
  const found = local && (await phonesAddress().catch(() => null));
  if (!found) return;
  network = found.network;
  if (!network || !address) address = found.address;
}

/** Sets a typed address for all links and prints of this device; an empty text restores the server's answer. */
export function setPhones(typed: string): void {
  const text = typed.trim().replace(/\/*$/, '');
  address = text && `${/^https?:/.test(text) ? '' : 'http://'}${text}/`;
  writeItem(KEY, address || null);
  if (!text) void findPhones();
}
