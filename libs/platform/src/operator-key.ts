import { createHash, timingSafeEqual } from 'node:crypto';
import type { KeyId, OrgId, PrincipalId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

const NIL = '00000000-0000-0000-0000-000000000000';

/** The operator's principal has no organisation: it can read no item, and may call only the operator's routes. */
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

/** The key of the installation's operator: a setting rather than a row of the store. */
export class OperatorKey {
  private readonly hash: Buffer;

  constructor(key: string) {
    this.hash = sha256(key);
  }

  /** Returns the operator if the key is theirs. */
  holderOf(key: string): Principal | undefined {
    return timingSafeEqual(sha256(key), this.hash) ? operator : undefined;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
