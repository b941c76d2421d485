export const app = {
  'app.name': 'Canastra',
  'app.skip': 'Ir para o conteúdo',
  'app.back': 'Voltar',
  'app.home': 'Início',
  'app.loading': 'Abrindo…',
  'app.notFound': 'Esta página não existe.',
  'app.notFoundHelp': 'O endereço pode estar incompleto. Peça o link de novo a quem o mandou, ou comece pelo início.',
  'app.failed': 'Algo deu errado nesta página.',
  'app.failedHelp': 'Nada da partida se perdeu: ela está guardada no servidor. Abra a página de novo.',
  'app.failedLoading': 'Esta parte não carregou. Verifique a conexão e tente de novo.',
  'app.reload': 'Abrir de novo',
  'app.retry': 'Tentar de novo',
} as const;
