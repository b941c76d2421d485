/** The names of the stages of a round. Written by tools/web_words.py from the program's messages. */
export const stages = {
  'tournament.stage.draft': 'rascunho',
  'tournament.stage.published': 'publicada',
  'tournament.stage.playing': 'em jogo',
  'tournament.stage.closed': 'encerrada',
  'tournament.stage.ratified': 'homologada',
} as const;
