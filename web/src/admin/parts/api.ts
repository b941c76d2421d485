/** What moderators ask, and what people have of moderation themselves. Apart from net/api.ts: few people need it. */
import { call } from '../../net/api';
import type { Routes } from '../../net/types';

export type ModerationRequest = Routes['POST /api/admin']['body'];
export type ModerationAnswer = Routes['POST /api/admin']['answer'];
type Of<Type extends ModerationAnswer['type']> = Extract<ModerationAnswer, { type: Type }>;

/** An act or a question; its answer, of the kind that is named. */
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
