/** The recorded lesson of each rulebook, fetched when it is opened. */
import type { Plan } from './plan';

const LESSONS: Record<string, () => Promise<{ default: unknown }>> = {
  buraco: () => import('./recorded/buraco.json'),
  'canastra-curinguinha': () => import('./recorded/canastra-curinguinha.json'),
  'canastra-duelo': () => import('./recorded/canastra-duelo.json'),
  'canastra-regional': () => import('./recorded/canastra-regional.json'),
  tranca: () => import('./recorded/tranca.json'),
};

export const hasLesson = (rulebook: string): boolean => Object.hasOwn(LESSONS, rulebook);

export async function fetchLesson(rulebook: string): Promise<Plan> {
  return (await LESSONS[rulebook]!()).default as Plan;
}
