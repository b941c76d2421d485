/** Edits a typed whole number, possibly with a minus. Pure. */

const MOST_DIGITS = 5;

/** The text after a key of the pad: a digit, `±` or `erase`. */
export function afterKey(text: string, key: string): string {
  if (key === 'erase') return text.replace(/.$/, '');
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  const longer = `${text}${key}`.replace(/^(-?)0+(?=\d)/, '$1');
  return longer.replace('-', '').length > MOST_DIGITS ? text : longer;
}

/** The typed text without characters that can't be part of a number. */
export function plainNumber(text: string): string {
  return text
    .replaceAll('−', '-')
    .replace(/[^\d-]|(?<=.)-/g, '')
    .slice(0, MOST_DIGITS + 1);
}
