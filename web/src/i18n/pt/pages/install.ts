/** The texts about installing the page as an app. Loaded where that is possible. */
export const pt = {
  'install.phone': 'Instalar no celular',
  'install.here': 'Instalar no computador',
  'install.hand': 'Toque em Compartilhar, embaixo ou em cima na tela, e depois em Adicionar à Tela de Início.',
  'install.away': 'Não oferecer mais',
} as const;
