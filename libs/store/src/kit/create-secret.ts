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

/** Kinds of secrets besides keys: codes of invitations, and authorization codes and refresh tokens of OAuth. */
type SecretKind = 'join_' | 'code_' | 'refresh_';

/** Creates a key, or another secret that `kind` names. */
export function createSecret(kind: '' | SecretKind = ''): NewSecret {
  const secret = `cairn_${kind}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return { secret, hash: hashOfKey(secret), prefix: prefixOfKey(secret) };
}

export const prefixOfKey = (key: string): string => key.slice(0, PREFIX_LENGTH);

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');
