import type {
  AuditAct,
  AuditKind,
  AuditPage,
  AuditProof,
  AuditProofQuery,
  AuditQuery,
  KeyId,
  OrgId,
  PrincipalId,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** An act that changes nothing in the store and is audited all the same, such as a management read. */
export interface AuditedCall {
  readonly act: AuditAct;
  readonly kind: AuditKind;
  /** The id of the target; all zeros when the kind has no ids. */
  readonly targetId: string;
  /** The number of targets. */
  readonly count: number;
  /** The name of the route. */
  readonly route: string;
}

/** Refused calls of one principal, by reason. */
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
 * The audit. Commands that change something write their entry in their own transaction; this port is for other acts, and for
 * reading. An entry holds ids, numbers and fixed words, never a text. Entries are never changed or removed.
 */
export abstract class AuditLog {
  abstract record(author: Principal, call: AuditedCall): Promise<void>;
  /** Adds one row for each entry. */
  abstract recordDenied(calls: readonly DeniedCalls[]): Promise<void>;
  /**
   * Seals entries: adds up to `limit` of those that are in no chain yet to the chain of their organisation, in the order of
   * arrival. Returns how many. Writers never wait for it.
   */
  abstract seal(limit: number): Promise<number>;
  /** The sealed entries. */
  abstract list(orgId: OrgId, query: AuditQuery): Promise<AuditPage>;
  /** Reads a part of the chain again and returns where it is broken. */
  abstract verify(orgId: OrgId, query: AuditProofQuery): Promise<AuditProof>;
}
