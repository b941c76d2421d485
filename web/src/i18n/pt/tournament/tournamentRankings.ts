/** Standings of categories and of clubs. */
export const pt = {
  'rankings.byCategory': 'Classificação por categoria',
  'rankings.entries': '{n} inscrição | {n} inscrições',
  'rankings.overallPlace': '{n}º geral',
  'rankings.ofClubs': 'Classificação dos clubes',
  'rankings.clubsCount': '{n} clube | {n} clubes',
  'rankings.clubsHow.places':
    'De cada clube contam as inscrições mais bem colocadas, no máximo {n}: somam-se os lugares delas na ordem geral, e vence a menor soma. Clube com menos inscrições fica atrás dos que têm mais; na mesma soma, vale o melhor lugar.',
  'rankings.clubsHow.points':
    'De cada clube contam as inscrições mais bem colocadas, no máximo {n}: somam-se os pontos delas. Na mesma soma, vale o melhor lugar.',
  'rankings.countedOf': '{n} de {best}',
  'rankings.sum': 'soma {n}',
};
