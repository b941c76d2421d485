/** The message of an error for the user. */
import { ApiError } from '../net/api';
import { language, t } from '../i18n';

/** A sentence: the server's own, or the client's if the server can't be reached. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t('start.failed');
  if (error.offline) return t('start.offline');
  if (error.status === 429 && error.after) return t('start.later', { n: error.after });
  const words = error[language()];
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
