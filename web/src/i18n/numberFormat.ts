/** Numbers as people read them. */
import { language } from '.';
import { grouped } from './grouped';

/** 1240 as "1.240", in English "1,240"; −35 with a proper minus. A sentence of `t` groups the numbers that it is given itself. */
export function formatNumber(value: number): string {
  return grouped(value, language());
}

/** The same with a plus where it is one. */
export function formatSigned(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

/** Milliseconds as "1:05"; a second that has begun counts. */
export function formatTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
