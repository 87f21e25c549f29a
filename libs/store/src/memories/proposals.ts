import type { ItemId, OrgId, Proposal, ProposalStatus } from '@cairn/contracts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { adviceDay, spendAdvice, spendLocks } from './advice-days.ts';
import { reviewPolicyOf } from './review-policy.ts';
import { confirmMemory, unconfirmMemory } from './confirmations.ts';
import { decide, decideLocks } from './proposal-decisions.ts';
import { list, proposalsOf, reviewedProposal, type Review } from './proposal-reading.ts';
import { decidedQuotes, withdraw } from './proposal-withdrawal.ts';
import { proposal, proposalQuote, proposalSighting } from './proposals.tables.ts';
import { proposeMemories, proposeLocks } from './propose.ts';

interface OneQuery extends Review {
  readonly id: ItemId;
}

/** Reads a proposal that the caller owns or reviews. */
async function find(tx: ReadTransaction, { id, ...review }: OneQuery): Promise<Proposal | undefined> {
  const row = await reviewedProposal(tx, review, id);
  return row && (await proposalsOf(tx, review, [row]))[0];
}

/** Reads the statuses of proposals; memories that were never proposed are left out. */
async function statuses(
  tx: ReadTransaction,
  { orgId, ids }: { readonly orgId: OrgId; readonly ids: readonly ItemId[] },
): Promise<{ readonly id: ItemId; readonly status: ProposalStatus }[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all(
    tx.dialect.queries
      .selectFrom('proposal')
      .select(['memory_id', 'status'])
      .where('org_id', '=', orgId)
      .where('memory_id', 'in', ids),
  );
  return rows.map(({ memory_id, status }) => ({ id: memory_id as ItemId, status }));
}

const policy = (tx: ReadTransaction, { orgId }: { readonly orgId: OrgId }) => reviewPolicyOf(tx, orgId);

/**
 * Memories that wait for a review. A proposal is a private memory of its owner in the state `proposed`: no index, no
 * answer and no count shows it to anybody else. Reviewers see the proposal and its quoted words here, and nothing else
 * that belongs to the owner.
 */
export const proposals = feature('proposals', {
  tables: [proposal, proposalSighting, proposalQuote, adviceDay],
  reads: { list, find, statuses, policy, decidedQuotes },
  writes: { propose: proposeMemories, decide, confirmMemory, unconfirmMemory, withdraw, spendAdvice },
  locks: { propose: proposeLocks, decide: decideLocks, spendAdvice: spendLocks },
});
export type Proposals = CallsOf<typeof proposals>;
