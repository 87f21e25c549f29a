import type {
  AuditAct,
  AuditKind,
  AuditPage,
  AuditProof,
  AuditProofQuery,
  AuditQuery,
  KeyId,
  OrgId,
  Principal,
  PrincipalId,
} from '@cairn/contracts';

/** An act that changes nothing in the store and is to be known all the same, such as a management read. */
export interface AuditedCall {
  readonly act: AuditAct;
  readonly kind: AuditKind;
  /** All zeros where the kind has no ids. */
  readonly targetId: string;
  /** How many things it was about. */
  readonly count: number;
  /** The name of its route. */
  readonly route: string;
}

/** Calls of one principal that were refused for one reason. */
export interface DeniedCalls {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  readonly keyId: KeyId;
  readonly route: string;
  /** An error code. */
  readonly reason: string;
  readonly times: number;
}

/**
 * Who did what. Commands that change something put their act into their own transaction; this is for the others, and for who
 * asks. An entry is ids, numbers and words of ours, never a text. Nothing is ever taken out or changed.
 */
export abstract class AuditLog {
  abstract record(author: Principal, call: AuditedCall): Promise<void>;
  /** One row for each. */
  abstract recordDenied(calls: readonly DeniedCalls[]): Promise<void>;
  /**
   * Chains acts that are in no chain yet, each organisation's in one of its own, in the order of their arrival: up to `limit`.
   * Returns how many. Those who write never wait for it.
   */
  abstract seal(limit: number): Promise<number>;
  /** Entries that are sealed. */
  abstract list(orgId: OrgId, query: AuditQuery): Promise<AuditPage>;
  /** Reads a part of the chain again and says where it does not hold. */
  abstract verify(orgId: OrgId, query: AuditProofQuery): Promise<AuditProof>;
}
