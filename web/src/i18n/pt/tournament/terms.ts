/** The names of the stages of a round and the roles in a tournament. Written by tools/web_words.py from the program's messages. */
export const terms = {
  'tournament.stage.draft': 'rascunho',
  'tournament.stage.published': 'publicada',
  'tournament.stage.playing': 'em jogo',
  'tournament.stage.closed': 'encerrada',
  'tournament.stage.ratified': 'homologada',
  'tournament.role.organiser': 'organização',
  'tournament.role.referee': 'arbitragem',
  'tournament.role.desk': 'secretaria',
} as const;
