import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256 in base64url. The hash comes from a package, since browsers offer hashing only on secure pages. */
export const hashOf = (text: string): string =>
  btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
