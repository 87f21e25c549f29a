/** Shapes of keys that are unmistakable. Whatever needs guessing (passwords, card numbers) is not here. */
const secretShapes: readonly { readonly name: string; readonly shape: RegExp }[] = [
  {
    name: 'private key',
    shape:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { name: 'Cairn key', shape: /\bcairn_[A-Za-z0-9_-]{20,}/g },
  { name: 'API key', shape: /\bsk-(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{20,}/g },
  { name: 'GitHub token', shape: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g },
  { name: 'GitLab token', shape: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { name: 'npm token', shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'Slack token', shape: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'AWS key id', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { name: 'Google key', shape: /\bAIza[A-Za-z0-9_-]{35}/g },
  {
    name: 'JSON web token',
    shape: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
  },
];

/** A bearer credential keeps its word, so that the text still says what stood there. */
const bearer = /\b(Bearer)\s+(?=[A-Za-z_+/=~.-]{0,200}\d)[A-Za-z0-9_+/=~.-]{16,}/gi;

/** Text with well-known kinds of keys replaced by their name. It lessens accidents; it does not find every secret. */
export function maskSecrets(text: string): string {
  const masked = secretShapes.reduce((kept, { name, shape }) => kept.replace(shape, `[${name} removed]`), text);
  return masked.replace(bearer, '$1 [token removed]');
}
