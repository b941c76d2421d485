/** The code of a side as people type it: in groups, in any case, with digits for similar letters. Pure. */

/** Letters of a typed code, and of the whole code, which is in links. */
export const CODE_LENGTH = 12;
const WHOLE_LENGTH = 26;
/** No code has these digits: whoever reads one means the letter. */
const MEANT: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 8: 'b' };

/** The code without what only makes it easier to read; of a whole address only what stands behind "t=". */
export function typedCode(text: string): string {
  const code = text.slice(text.lastIndexOf('=') + 1).replace(/[\s.·_–—-]/g, '');
  return code.toLowerCase().replace(/[018]/g, (digit) => MEANT[digit]!);
}

/** What keeps it from being one: characters that no code has, or how many are missing (too many: less than 0). */
export function codeFault(code: string): 'characters' | number | null {
  if (/[^a-z2-7]/.test(code)) return 'characters';
  return code.length === WHOLE_LENGTH ? null : CODE_LENGTH - code.length || null;
}
