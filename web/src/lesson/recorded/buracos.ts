/** The lessons of buraco and tranca in one file, like those of canastra. */
import buraco from './buraco.json';
import tranca from './tranca.json';

export const lessons: Record<string, unknown> = { buraco, tranca };
