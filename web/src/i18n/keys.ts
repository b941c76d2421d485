/** The keys of the texts, the same in both languages. A separate module, so that catalogues don't import `t`. */
import type { pt } from './pt';

export type Key = keyof typeof pt;
