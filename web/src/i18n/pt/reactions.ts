/** The names of the reactions. Written by tools/web_words.py from the program's messages. */
export const reactions = {
  'reaction.clap': 'palmas',
  'reaction.laugh': 'risada',
  'reaction.wow': 'espanto',
  'reaction.heart': 'coração',
  'reaction.thumbs_up': 'joia',
  'reaction.thinking': 'pensando',
  'reaction.sweat': 'sufoco',
  'reaction.sad': 'tristeza',
  'reaction.party': 'festa',
  'reaction.coffee': 'cafezinho',
} as const;
