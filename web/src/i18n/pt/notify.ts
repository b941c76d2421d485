/** Why no notification of one's turn comes. Fetched when somebody wants one and the browser doesn't. */
export const pt = {
  'notify.ask': 'Permitir avisos',
  'notify.default': 'Falta permitir: o navegador pergunta.',
  'notify.denied': 'O navegador não deixa. Toque no sinal ao lado do endereço e permita as notificações.',
  'notify.impossible': 'Este navegador não tem avisos. No iPhone e no iPad, ponha antes a página na Tela de Início.',
} as const;
