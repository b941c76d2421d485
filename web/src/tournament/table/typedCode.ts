/** Reads the code of a side as people type it: in groups, in any case, with digits for similar letters. Pure. */

/** The number of letters of a typed code; the code in links is longer. */
export const CODE_LENGTH = 12;
const WHOLE_LENGTH = 26;
/** Digits that no code has, and the letter that they stand for. */
const MEANT: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 8: 'b' };

/** The code without separators; of a whole address, the part after "t=". */
export function typedCode(text: string): string {
  const code = text.slice(text.lastIndexOf('=') + 1).replace(/[\s.·_–—-]/g, '');
  return code.toLowerCase().replace(/[018]/g, (digit) => MEANT[digit]!);
}

/**
 * The fault of a code: wrong characters, or the number of missing characters, negative if there are too many; null if
 * it is complete.
 */
export function codeFault(code: string): 'characters' | number | null {
  if (/[^a-z2-7]/.test(code)) return 'characters';
  return code.length === WHOLE_LENGTH ? null : CODE_LENGTH - code.length || null;
}
