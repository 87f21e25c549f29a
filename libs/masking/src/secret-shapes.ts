/**
 * Shapes of keys that are unmistakable and that the maintained rules do not know, or only at their full length. Whatever
 * needs guessing (passwords, card numbers) is not here.
 */
export const secretShapes: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  {
    kind: 'private-key',
    shape:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'cairn-key', shape: /\bcairn_[A-Za-z0-9_-]{20,}/g },
  { kind: 'api-key', shape: /\bsk-(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{20,}/g },
  { kind: 'aws-access-key-id', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'google-api-key', shape: /\bAIza[A-Za-z0-9_-]{35}/g },
  {
    kind: 'json-web-token',
    shape: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  },
  // The word and the address stay, so that the text still says what stood there.
  {
    kind: 'bearer-token',
    shape: /(?<=\bBearer\s{1,8})(?=[A-Za-z_+/=~.-]{0,200}\d)[A-Za-z0-9_+/=~.-]{16,}/gi,
  },
  {
    kind: 'url-credentials',
    shape: /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s:@/]{0,256}:[^\s@/]{1,256}(?=@[\w.[-])/gi,
  },
];
