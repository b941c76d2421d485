/** The text of a file that the user chose, in any common encoding. */

/** A text, and its encoding. */
export interface FileText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252';
}

/** The text of bytes: UTF-8, UTF-16 with a mark, otherwise Windows-1252, in which every byte is a character. */
export function decoded(bytes: Uint8Array): FileText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16' };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

export const fileText = async (file: Blob): Promise<FileText> => decoded(new Uint8Array(await file.arrayBuffer()));
