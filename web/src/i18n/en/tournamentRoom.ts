import type { pt } from '../pt/tournamentRoom';

export const en: Record<keyof typeof pt, string> = {
  'room.list': 'Tournaments',
  'room.lead': 'For those who organise, referee or take the results of a tournament.',
  'room.mine': 'My tournaments',
  'room.sides': '{n} entry | {n} entries',
  'room.due.entries': 'Entries are open',
  'room.due.draw': 'To be drawn',
  'room.due.pair': 'The round is to be paired',
  'room.due.publish': 'A draft to be published',
  'room.due.start': 'A round to be started',
  'room.due.results': 'In play: results are outstanding',
  'room.due.close': 'A round to be closed',
  'room.due.ratify': 'A round to be ratified',
  'room.due.over': 'Over',
};
