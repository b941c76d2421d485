/** What people read, in Portuguese: the language that everything is written in first. A file for each part. */
import { account } from './pt/account';
import { app } from './pt/app';
import { cards } from './pt/cards';
import { invite } from './pt/invite';
import { playing } from './pt/playing';
import { settings } from './pt/settings';
import { ending } from './pt/ending';
import { people } from './pt/people';
import { table } from './pt/table';
import { told } from './pt/told';
import { start } from './pt/start';

export const pt = { ...account, ...app, ...cards, ...invite, ...playing, ...settings, ...ending, ...people, ...table, ...told, ...start } as const;
