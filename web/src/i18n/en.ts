/** All texts in English, with the same keys and figures as in Portuguese. */
import { app } from './en/app';
import { cards } from './en/cards';
import { invite } from './en/invite';
import { play } from './en/play';
import { people } from './en/people';
import { table } from './en/table';
import { events } from './en/events';
import { start } from './en/start';
import type { Key } from './keys';

export const en: Record<Key, string> = {
  ...app,
  ...cards,
  ...invite,
  ...play,
  ...people,
  ...table,
  ...events,
  ...start,
};
