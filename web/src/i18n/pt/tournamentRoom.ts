/** What the pages of who runs a tournament say, in Portuguese. */
export const pt = {
  'room.list': 'Torneios',
  'room.lead': 'Para quem organiza, apita ou recebe os resultados de um torneio.',
  'room.mine': 'Os meus torneios',
  'room.sides': '{n} inscrição | {n} inscrições',
  'room.due.entries': 'Faltam inscrições',
  'room.due.draw': 'Falta o sorteio',
  'room.due.pair': 'Falta emparceirar a rodada',
  'room.due.publish': 'Rascunho por publicar',
  'room.due.start': 'Rodada por começar',
  'room.due.results': 'Em jogo: faltam resultados',
  'room.due.close': 'Rodada por encerrar',
  'room.due.ratify': 'Rodada por homologar',
  'room.due.over': 'Terminado',
};
