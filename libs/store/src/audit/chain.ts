import { createHash } from 'node:crypto';
import type { AuditEntry } from '@cairn/contracts';

/** The fields of an audit entry that its hash covers, in addition to organisation and number. */
export type SealedAct = Readonly<
  Record<'principalId' | 'act' | 'kind' | 'targetId' | 'outcome', string> &
    Record<'keyId' | 'requestId' | 'route' | 'reason', string | null> &
    Pick<AuditEntry, 'at' | 'version'>
>;

interface Place {
  readonly orgId: string;
  readonly number: number;
  /** The hash of the previous entry; empty for the first entry. */
  readonly before: string;
}

/** The start of a chain, before its first entry. */
export const CHAIN_START = { number: 0, hash: '' };

/**
 * SHA-256, as base64url, of a JSON list of the previous hash, the organisation, the number and the act. docs/team/audit.md says
 * how to verify it.
 */
export function hashOfAct({ before, orgId, number }: Place, act: SealedAct): string {
  const { at, principalId, keyId, act: what, kind, targetId, version, requestId, outcome, route, reason } = act;
  const covered = [before, orgId, number, at, principalId, keyId, what, kind, targetId];
  const text = JSON.stringify([...covered, version, requestId, outcome, route, reason]);
  return createHash('sha256').update(text).digest('base64url');
}
