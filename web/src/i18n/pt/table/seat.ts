/** The texts of an opened seat. Loaded then. */
export const pt = {
  'seat.bot': 'robô, nível {level}',
  'seat.ours': 'joga com você',
  'seat.theirs': 'joga contra você',
  'seat.hand': 'Na mão',
  'seat.morto': 'Morto',
  'seat.mortoTaken': 'pegou',
  'seat.mortoLeft': 'ainda não pegou',
  'seat.mortoWaiting': 'pegou, joga com ele na próxima vez',
  'seat.known': 'Tem, e todos viram',
  'seat.knownNone': 'nada',
  'seat.link': 'Conexão',
  'seat.there': 'na mesa',
  'seat.away': 'sem conexão há {time}',
  'seat.muted': 'O que disser não aparece mais para você.',
} as const;
