/** The names of the reactions. Written by tools/web_words.py from the program's messages. */
export const reactions = {
  'reaction.clap': 'applause',
  'reaction.laugh': 'laughter',
  'reaction.wow': 'amazement',
  'reaction.heart': 'heart',
  'reaction.thumbs_up': 'thumbs up',
  'reaction.thinking': 'thinking',
  'reaction.sweat': 'close call',
  'reaction.sad': 'sadness',
  'reaction.party': 'party',
  'reaction.coffee': 'coffee',
} as const;
