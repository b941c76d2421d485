/** The names of the sentences, which both languages have. A module of its own, so that catalogues don't import `t`. */
import type { pt } from './pt';

export type Key = keyof typeof pt;
