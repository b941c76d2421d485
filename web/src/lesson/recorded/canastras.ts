/** The lessons of the games of canastra in one file: they say nearly the same, and are a good third smaller together. */
import curinguinha from './canastra-curinguinha.json';
import duelo from './canastra-duelo.json';
import regional from './canastra-regional.json';

export const lessons: Record<string, unknown> = {
  'canastra-curinguinha': curinguinha,
  'canastra-duelo': duelo,
  'canastra-regional': regional,
};
