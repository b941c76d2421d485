/** What people read, in English: the same keys and figures as in Portuguese. */
import { account } from './en/account';
import { app } from './en/app';
import { cards } from './en/cards';
import { invite } from './en/invite';
import { playing } from './en/playing';
import { settings } from './en/settings';
import { ending } from './en/ending';
import { people } from './en/people';
import { table } from './en/table';
import { told } from './en/told';
import { start } from './en/start';
import type { Key } from './keys';

export const en: Record<Key, string> = { ...account, ...app, ...cards, ...invite, ...playing, ...settings, ...ending, ...people, ...table, ...told, ...start };
