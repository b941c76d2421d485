/** The public members of a table's store, which components use. Fixtures can implement them, too. */
import type { TableStore } from './store.svelte';

export type Store = Pick<TableStore, keyof TableStore>;
