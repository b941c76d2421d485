/** Numbers as people read them. */
import { language } from '../i18n';

/** 1240 as "1.240", in English "1,240"; −35 with a proper minus. */
export function formatNumber(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, language() === 'pt' ? '.' : ',');
  return value < 0 ? `\u2212${digits}` : digits;
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
