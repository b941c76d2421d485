/** What the table's components need of a store: all that is public of it, so that fixtures can stand in for it. */
import type { TableStore } from './store.svelte';

export type Store = Pick<TableStore, keyof TableStore>;
