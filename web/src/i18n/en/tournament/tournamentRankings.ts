import type { pt } from '../../pt/tournament/tournamentRankings';

export const en: Record<keyof typeof pt, string> = {
  'rankings.byCategory': 'Standings by category',
  'rankings.entries': '{n} entry | {n} entries',
  'rankings.overallPlace': '{n}. overall',
  'rankings.ofClubs': 'Standings of the clubs',
  'rankings.clubsCount': '{n} club | {n} clubs',
  'rankings.clubsHow.places':
    'Of each club the best entries count, at most {n}: their overall places are added up, and the lowest sum wins. A club with fewer entries comes behind those with more; with the same sum, the best place counts.',
  'rankings.clubsHow.points':
    'Of each club the best entries count, at most {n}: their points are added up. With the same sum, the best place counts.',
  'rankings.countedOf': '{n} of {best}',
  'rankings.sum': 'sum {n}',
};
