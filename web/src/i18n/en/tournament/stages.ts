/** The names of the stages of a round. Written by tools/web_words.py from the program's messages. */
export const stages = {
  'tournament.stage.draft': 'draft',
  'tournament.stage.published': 'published',
  'tournament.stage.playing': 'in play',
  'tournament.stage.closed': 'closed',
  'tournament.stage.ratified': 'ratified',
} as const;
