/** The names of the stages of a round and the roles in a tournament. Written by tools/web_words.py from the program's messages. */
export const terms = {
  'tournament.stage.draft': 'draft',
  'tournament.stage.published': 'published',
  'tournament.stage.playing': 'in play',
  'tournament.stage.closed': 'closed',
  'tournament.stage.ratified': 'ratified',
  'tournament.role.organiser': 'organiser',
  'tournament.role.referee': 'referee',
  'tournament.role.desk': 'desk',
} as const;
