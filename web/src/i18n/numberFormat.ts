/** Numbers as people read them. */
import { language } from '.';
import { grouped } from './grouped';

/** 1240 as "1.240", in English "1,240"; −35 with a proper minus. `t` formats the numbers of its figures itself. */
export function formatNumber(value: number): string {
  return grouped(value, language());
}

/** The same, with a plus for positive numbers. */
export function formatSigned(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

/** Milliseconds as "1:05", rounded up to a second. */
export function formatTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
