/**
 * The requests of moderators, and those of users about their own notices. Separate from net/api.ts, because few users
 * need them.
 */
import { call } from '../../net/api';
import type { Routes } from '../../net/types';

export type ModerationRequest = Routes['POST /api/admin']['body'];
export type ModerationAnswer = Routes['POST /api/admin']['answer'];
type Of<Type extends ModerationAnswer['type']> = Extract<ModerationAnswer, { type: Type }>;

/** Sends a measure or a query, and returns its answer of the given type. */
export async function moderate<Type extends ModerationAnswer['type']>(
  _: Type,
  request: ModerationRequest,
): Promise<Of<Type>> {
  return (await call('POST /api/admin', { body: request })) as Of<Type>;
}
export const notices = () => call('GET /api/me/notices');
export const acknowledge = (measure: number) => call('DELETE /api/me/warnings/{measure}', { path: { measure } });
export const resetPassword = (token: string, password: string) =>
  call('POST /api/password', { body: { token, password } });
export const exportMe = () => call('GET /api/me/export');
