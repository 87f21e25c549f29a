import { createHash, timingSafeEqual } from 'node:crypto';
import type { KeyId, OrgId, Principal, PrincipalId } from '@cairn/contracts';

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * The operator's principal has no organisation. Its role could read only what belongs to none, which is nothing, and it may call
 * its own routes only.
 */
const operator: Principal = {
  orgId: NIL as OrgId,
  principalId: NIL as PrincipalId,
  keyId: NIL as KeyId,
  name: 'operator',
  kind: 'person',
  role: 'reader',
  peers: [],
  peerPrefixes: [],
  isOperator: true,
};

/** The key of whoever runs the installation: a setting, not a row of the store. */
export class OperatorKey {
  private readonly hash: Buffer;

  constructor(key: string) {
    this.hash = sha256(key);
  }

  /** The operator, if it is their key. */
  holderOf(key: string): Principal | undefined {
    return timingSafeEqual(sha256(key), this.hash) ? operator : undefined;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
