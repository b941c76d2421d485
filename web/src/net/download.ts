/** Downloads that need more than an address. */
import { record } from './api';

/** Saves a table's record; not by a link, because an invitation must not be part of an address. */
export async function saveRecord(table: string, invitation = ''): Promise<void> {
  const text = await record(table, invitation);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = `${table}.canastra`;
  link.click();
  URL.revokeObjectURL(link.href);
}
