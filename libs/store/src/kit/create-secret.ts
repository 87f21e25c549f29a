import { createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
/**
 * The number of first characters of a key that are stored and shown: `cairn_` and six more. They are enough to tell keys
 * apart, and far too few to guess a key.
 */
const PREFIX_LENGTH = 12;

/** A new key (`secret`) and the parts of it that are stored. */
export interface NewSecret {
  readonly secret: string;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly prefix: string;
}

/** Creates a key, or another secret that `kind` names, such as `join_` for the code of an invitation. */
export function createSecret(kind: '' | 'join_' = ''): NewSecret {
  const secret = `cairn_${kind}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return { secret, hash: hashOfKey(secret), prefix: secret.slice(0, PREFIX_LENGTH) };
}

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');
