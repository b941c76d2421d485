/** The lessons of the canastra games in one file: their texts are similar, so one file is a third smaller. */
import curinguinha from './canastra-curinguinha.json';
import duelo from './canastra-duelo.json';
import regional from './canastra-regional.json';

export const lessons: Record<string, unknown> = {
  'canastra-curinguinha': curinguinha,
  'canastra-duelo': duelo,
  'canastra-regional': regional,
};
