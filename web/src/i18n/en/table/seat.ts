import type { pt } from '../../pt/table/seat';

export const en: Record<keyof typeof pt, string> = {
  'seat.bot': 'bot, level {level}',
  'seat.ours': 'plays with you',
  'seat.theirs': 'plays against you',
  'seat.hand': 'In hand',
  'seat.morto': 'Morto',
  'seat.mortoTaken': 'taken',
  'seat.mortoLeft': 'not taken yet',
  'seat.mortoWaiting': 'taken, in play from the next turn on',
  'seat.known': 'Has, and all saw it',
  'seat.knownNone': 'nothing',
  'seat.link': 'Connection',
  'seat.there': 'at the table',
  'seat.away': 'lost {time} ago',
  'seat.muted': 'You no longer see what they say.',
};
