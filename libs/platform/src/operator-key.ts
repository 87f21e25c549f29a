import { createHash, timingSafeEqual } from 'node:crypto';
import type { KeyId, OrgId, PrincipalId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The principal of the operator. It has no organisation, so it can read no item, and may call only the operator's routes.
 */
const operator: Principal = {
  orgId: NIL_ID as OrgId,
  principalId: NIL_ID as PrincipalId,
  keyId: NIL_ID as KeyId,
  name: 'operator',
  kind: 'person',
  role: 'reader',
  peers: [],
  peerPrefixes: [],
  isOperator: true,
};

/** The key of the operator. It is a setting, not a row of the store. */
export class OperatorKey {
  private readonly hash: Buffer;

  constructor(key: string) {
    this.hash = sha256(key);
  }

  /** Returns the operator's principal if the key is the operator's. */
  holderOf(key: string): Principal | undefined {
    return timingSafeEqual(sha256(key), this.hash) ? operator : undefined;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
