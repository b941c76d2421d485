/** SHA-256 and HMAC for pages that came without TLS, where browsers have no Web Crypto: a chunk of their own. */
export { hmac } from '@noble/hashes/hmac.js';
export { sha256 } from '@noble/hashes/sha2.js';
