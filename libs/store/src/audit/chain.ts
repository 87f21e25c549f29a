import { createHash } from 'node:crypto';
import type { AuditEntry } from '@cairn/contracts';

/** Fields of an entry that its hash covers, beside its place in the chain. */
export type SealedAct = Readonly<
  Record<'principalId' | 'act' | 'kind' | 'targetId' | 'outcome', string> &
    Record<'keyId' | 'requestId' | 'route' | 'reason', string | null> &
    Pick<AuditEntry, 'at' | 'version'>
>;

interface Place {
  readonly orgId: string;
  readonly number: number;
  /** The hash of the entry before; empty for the first. */
  readonly before: string;
}

/** The place before the first entry. */
export const START = { number: 0, hash: '' };

/** SHA-256 over a JSON list of the previous hash, the place and the act, as base64url. docs/audit.md says how to compute it again. */
export function hashOfAct({ before, orgId, number }: Place, act: SealedAct): string {
  const { at, principalId, keyId, act: what, kind, targetId, version, requestId, outcome, route, reason } = act;
  const covered = [before, orgId, number, at, principalId, keyId, what, kind, targetId];
  const text = JSON.stringify([...covered, version, requestId, outcome, route, reason]);
  return createHash('sha256').update(text).digest('base64url');
}
