/** The recorded lesson of each rulebook, loaded when it is opened. */
import type { Plan } from './plan';

type File = Promise<{ lessons: Record<string, unknown> }>;

const canastras = (): File => import('./recorded/canastras');
const buracos = (): File => import('./recorded/buracos');
const LESSONS: Record<string, () => File> = {
  buraco: buracos,
  'canastra-curinguinha': canastras,
  'canastra-duelo': canastras,
  'canastra-regional': canastras,
  tranca: buracos,
};

export const hasLesson = (rulebook: string): boolean => Object.hasOwn(LESSONS, rulebook);

export async function fetchLesson(rulebook: string): Promise<Plan> {
  return (await LESSONS[rulebook]!()).lessons[rulebook] as Plan;
}
