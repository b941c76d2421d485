/** What the client itself has to say of errors, in the form in which the server says its own. */
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

/** An answer that is not in the server's form: something in between refused. */
export function otherStatus(status: number): Fault {
  return { code: 'client_status', pt: `o servidor respondeu ${status}`, en: `the server answered ${status}` };
}
