/** The client's own errors, in the same form as the server's. */
import type { Fault } from './types';

export const UNREACHABLE: Fault = {
  code: 'client_unreachable',
  pt: 'sem contato com o servidor',
  en: 'the server cannot be reached',
};

export const NOT_UNDERSTOOD: Fault = {
  code: 'client_not_understood',
  pt: 'o servidor respondeu algo que não se entende',
  en: 'the server answered something that cannot be understood',
};

export const COOKIES_BLOCKED: Fault = {
  code: 'client_cookies_blocked',
  pt: 'este navegador bloqueia cookies, e sem eles o servidor esquece quem você é. Permita os cookies deste site nas configurações do navegador e abra a página de novo. Sem cookies funcionam as aulas, as regras e o placar',
  en: 'this browser blocks cookies, and without them the server forgets who you are. Allow cookies for this site in the settings of the browser and load the page again. Lessons, rules and the score sheet work without',
};

/** The error of an answer that is not in the server's form, for example from a proxy. */
export function otherStatus(status: number): Fault {
  return { code: 'client_status', pt: `o servidor respondeu ${status}`, en: `the server answered ${status}` };
}
