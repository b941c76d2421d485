/** 1240 as "1.240", in English "1,240"; −35 with a proper minus. */
export function grouped(value: number, language: 'pt' | 'en'): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, language === 'pt' ? '.' : ',');
  return value < 0 ? `\u2212${digits}` : digits;
}
