/**
 * A sheet in the fragment of a link, which browsers don't send to servers: its file in base64 for addresses, deflated
 * if the browser can do that. The first letter tells which.
 */
import { fileText } from './file';
import type { Sheet } from '../model/sheet';

const [DEFLATED, PLAIN] = ['z', 'p'];
/** The longest text in a link: a short link could otherwise expand to gigabytes. */
const LONGEST = 500_000;

/** The address, relative to the base, that opens this sheet on another device. */
export async function linkOf(sheet: Sheet): Promise<string> {
  const bytes = new TextEncoder().encode(fileText(sheet));
  const small =
    typeof CompressionStream === 'function' ? await through(bytes, new CompressionStream('deflate-raw')) : null;
  return `placar#s=${small ? DEFLATED : PLAIN}${base64(small ?? bytes)}`;
}

/** The text of a sheet's file in a fragment; rejects if the fragment has no sheet. */
export async function textIn(fragment: string): Promise<string> {
  const bytes = bytesOf(fragment.slice(1));
  const whole = fragment.startsWith(DEFLATED!) ? await through(bytes, new DecompressionStream('deflate-raw')) : bytes;
  return new TextDecoder('utf-8', { fatal: true }).decode(whole);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough<Uint8Array<ArrayBuffer>>(
      stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
    )
    .getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let long = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    long += value.length;
    if (long > LONGEST) {
      await reader.cancel();
      throw new RangeError('too long for a sheet');
    }
    parts.push(value);
  }
}

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
