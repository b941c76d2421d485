/** All texts in Portuguese, the language in which they are written first; one file for each part. */
import { app } from './pt/app';
import { cards } from './pt/cards';
import { invite } from './pt/invite';
import { play } from './pt/play';
import { people } from './pt/people';
import { table } from './pt/table';
import { events } from './pt/events';
import { start } from './pt/start';

export const pt = { ...app, ...cards, ...invite, ...play, ...people, ...table, ...events, ...start } as const;
