/** The faults of a shuffle: a sentence for each finding of net/fairness/shuffleProof.ts and cuts.ts. */
export const pt = {
  'flaw.none': 'nenhuma carta',
  'flaw.fairness_key_missing': 'Falta “{key}” na prova do sorteio.',
  'flaw.fairness_key_unknown': 'A prova do sorteio tem algo desconhecido: “{key}”.',
  'flaw.fairness_version': 'A prova é da versão “{found}”; este aparelho confere a versão {version}.',
  'flaw.fairness_match': 'A prova não diz direito de que partida é.',
  'flaw.fairness_number': 'O número “{key}” da prova não faz sentido.',
  'flaw.fairness_bytes': 'O código “{key}” da prova está estragado.',
  'flaw.fairness_list': 'A lista dos cortes da prova está estragada.',
  'flaw.fairness_bytes_up_to': 'Um dos cortes da prova está estragado.',
  'flaw.fairness_other_match': 'A prova é de outra partida ({found}).',
  'flaw.fairness_other_deal': 'A prova é da mão {found}, não da mão {expected}.',
  'flaw.fairness_other_dealer': 'Na prova quem dá as cartas é o lugar {found}; na mesa foi o lugar {expected}.',
  'flaw.fairness_contributions': 'A prova tem cortes de {found} jogadores, e jogam {expected}.',
  'flaw.fairness_commitment': 'O segredo mostrado não é o que foi fixado antes da mão.',
  'flaw.fairness_secret_missing': 'A mão acabou e o segredo do sorteio não foi mostrado.',
  'flaw.fairness_hidden': '{cards_hidden} cartas estão escondidas: não há como conferi-las.',
  'flaw.fairness_hand':
    'Cartas fora do lugar: {cards_wrong}. A primeira: na mão do lugar {owner}, a carta {place} é {card}, e o sorteio deu {due}.',
  'flaw.fairness_morto':
    'Cartas fora do lugar: {cards_wrong}. A primeira: no morto {owner}, a carta {place} é {card}, e o sorteio deu {due}.',
  'flaw.fairness_stock':
    'Cartas fora do lugar: {cards_wrong}. A primeira: no monte, a carta {place} é {card}, e o sorteio deu {due}.',
  'flaw.fairness_lot': 'As cartas tiradas não são as do sorteio.',
  'flaw.client_lot_seats': 'Os lugares não são os que as cartas tiradas dão.',
  'flaw.client_shuffle_unreadable': 'Não deu para ler a prova do sorteio.',
  'flaw.client_shuffle_commitment': 'O servidor mudou o que tinha fixado antes da mão.',
  'flaw.client_shuffle_own': 'O seu corte não entrou no sorteio.',
} as const;
