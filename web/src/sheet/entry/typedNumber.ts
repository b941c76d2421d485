/** A whole number as it is typed, with a minus or without. Pure. */

const MOST_DIGITS = 5;

/** The text after a key of the pad: a digit, `±` or `erase`. */
export function afterKey(text: string, key: string): string {
  if (key === 'erase') return text.replace(/.$/, '');
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`;
  const longer = `${text}${key}`.replace(/^(-?)0+(?=\d)/, '$1');
  return longer.replace('-', '').length > MOST_DIGITS ? text : longer;
}

/** What a keyboard typed, without what is no part of a number. */
export function plainNumber(text: string): string {
  return text
    .replaceAll('−', '-')
    .replace(/[^\d-]|(?<=.)-/g, '')
    .slice(0, MOST_DIGITS + 1);
}
