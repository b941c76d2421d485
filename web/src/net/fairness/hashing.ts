/**
 * SHA-256 and HMAC from the browser (Web Crypto), or from a library on a page without TLS, where browsers don't provide
 * them.
 */

export interface Hashing {
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** HMAC-SHA-256. */
  hmac(key: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** The hash functions of this browser. */
export async function hashing(): Promise<Hashing> {
  return crypto.subtle ? browserHashing(crypto.subtle) : libraryHashing();
}

export function browserHashing(subtle: SubtleCrypto): Hashing {
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    hmac: async (key, bytes) => {
      const kept = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return new Uint8Array(await subtle.sign('HMAC', kept, bytes));
    },
  };
}

/** Loaded only when needed: few pages are delivered without TLS. */
export async function libraryHashing(): Promise<Hashing> {
  const { hmac, sha256 } = await import('./sha256');
  return { sha256: async (bytes) => sha256(bytes), hmac: async (key, bytes) => hmac(sha256, key, bytes) };
}
