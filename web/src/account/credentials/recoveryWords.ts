/**
 * The texts about recovery codes. Separate from those of the account page: few users need them, and they load with the
 * forms.
 */
import { filled, language } from '../../i18n/translate.svelte';

const pt = {
  lead: 'Com o código que você guardou, escolha uma senha nova. Sem ele, peça ajuda a quem cuida deste servidor.',
  enter: 'Entrar com a senha nova',
  code: 'Código',
  codeHelp: '20 letras e algarismos. Maiúsculas e hifens não importam.',
  title: 'Guarde este código',
  keep: 'Se você perder a senha, ele abre a sua conta. Anote-o e guarde-o fora deste aparelho: ele não aparece de novo.',
  text: 'Canastra, {host}. Código de {login} para o caso de perder a senha: {code}',
  paper: 'Canastra, {host}. Usuário: {login}. Para o caso de perder a senha.',
  copy: 'Copiar',
  send: 'Mandar',
  print: 'Imprimir',
  kept: 'Já guardei',
  recovery: 'Se você perder a senha',
  made: 'Seu código é de {date}. Se ele sumiu, faça outro: o anterior deixa de valer.',
  none: 'Sua conta ainda não tem um código para esse caso. Faça um e guarde-o bem.',
  make: 'Fazer um novo código',
};
type Words = typeof pt;
const en: Words = {
  lead: 'With the code that you kept, choose a new password. Without it, ask those who run this server.',
  enter: 'Sign in with the new password',
  code: 'Code',
  codeHelp: '20 letters and digits. Capitals and hyphens do not matter.',
  title: 'Keep this code',
  keep: 'If you lose your password, it opens your account. Write it down and keep it away from this device: it is not shown again.',
  text: 'Canastra, {host}. Code of {login}, in case the password is lost: {code}',
  paper: 'Canastra, {host}. Login: {login}. In case the password is lost.',
  copy: 'Copy',
  send: 'Send',
  print: 'Print',
  kept: 'I have kept it',
  recovery: 'If you lose your password',
  made: 'Your code is of {date}. If it is gone, make another: the one before ends.',
  none: 'Your account has no code for that yet. Make one and keep it well.',
  make: 'Make a new code',
};

/** A text in the present language. */
export function say(key: keyof Words, figures?: Record<string, string | number>): string {
  return filled((language() === 'en' ? en : pt)[key], figures);
}
