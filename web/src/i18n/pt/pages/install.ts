/** Putting the page beside the other programs of the device. Fetched where that can be done. */
export const pt = {
  'install.phone': 'Instalar no celular',
  'install.here': 'Instalar no computador',
  'install.hand': 'Toque em Compartilhar, embaixo ou em cima na tela, e depois em Adicionar à Tela de Início.',
  'install.away': 'Não oferecer mais',
} as const;
