/** SHA-256 and HMAC for pages delivered without TLS, where browsers have no Web Crypto: a separate file. */
export { hmac } from '@noble/hashes/hmac.js';
export { sha256 } from '@noble/hashes/sha2.js';
