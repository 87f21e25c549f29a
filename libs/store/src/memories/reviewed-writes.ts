import { proposalKinds, type ItemId, type ProposalKind, type ProposeResult, type Receipt } from '@cairn/contracts';
import { ownerOf } from '@cairn/domain';
import type { NewItem, Overwrite } from '@cairn/ports';
import { initialIndexState } from '../kit/index-ledger.ts';
import type { ScopeFields } from '../kit/conditions.ts';
import type { Author, NewItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { proposeMemories, proposeLocks, type NewProposal, type ProposeCommand } from './propose.ts';
import { findRestated } from './restated.ts';
import { reviewPolicyOf } from './review-policy.ts';

/** Certainty of a memory that somebody stores on purpose. */
const CERTAINTY = 0.5;

interface ReviewedWrite {
  readonly author: Author;
  readonly scope: ScopeFields;
  readonly isAgent: boolean;
  readonly items: readonly NewItem[];
  readonly overwrite?: Overwrite | undefined;
}

/** Finds the new memories that become proposals: restated ones, and those of agents that the organisation reviews. */
export async function findReviewed(
  tx: Transaction,
  { author, scope, isAgent, overwrite }: ReviewedWrite,
  rows: readonly NewItemRow[],
): Promise<ReadonlySet<string>> {
  const memories = rows.filter(({ kind, knowledge_base }) => kind === 'memory' && knowledge_base === null);
  if (memories.length === 0) return new Set();
  const ownerId = ownerOf(author);
  const restated = overwrite === undefined ? await findRestated(tx, { scope, ownerId, rows: memories }) : new Map();
  const categories: readonly string[] = isAgent ? (await reviewPolicyOf(tx, author.orgId)).reviewedWrites : [];
  // A memory with an external id comes from a source, such as the files of a repository.
  const isReviewed = ({ category, external_id, visibility }: NewItemRow) =>
    external_id === null && visibility !== 'private' && categories.includes(category ?? '');
  return new Set(memories.filter((row) => restated.has(row.id) || isReviewed(row)).map(({ id }) => id));
}

/** Stores new memories as proposals to the person behind the writer. Maps the ids of the memories to their receipts. */
export async function proposeReviewed(
  tx: Transaction,
  { author, scope, items, overwrite }: ReviewedWrite,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Receipt>> {
  if (ids.size === 0) return new Map();
  const proposals = items.filter(({ id }) => ids.has(id)).flatMap(proposalOf);
  const command: ProposeCommand = {
    ...{ scope, author, ownerId: ownerOf(author), proposals, overwrite },
    isDeliberate: true,
  };
  await tx.lock(...proposeLocks(command));
  const results = await proposeMemories(tx, command);
  return new Map(proposals.map(({ item }, at) => [item.id, receiptOf(tx, results[at]!)]));
}

const proposalOf = (item: NewItem): NewProposal[] =>
  item.kind === 'memory'
    ? [{ item, kind: kindOf(item.input), certainty: CERTAINTY, quotes: [], isOwnWords: false }]
    : [];

const kindOf = ({ category }: { readonly category: string }): ProposalKind =>
  proposalKinds.find((kind) => kind === category) ?? 'fact';

function receiptOf({ context }: Transaction, { outcome, memoryId, restates }: ProposeResult): Receipt {
  const isActive = outcome === 'kept' || outcome === 'confirmed';
  return {
    ...{ kind: 'memory', id: memoryId as ItemId, version: 1, state: isActive ? 'active' : 'proposed' },
    ...{ created: outcome === 'proposed' || outcome === 'kept', index: initialIndexState(context.subscribers) },
    ...(restates && { restates }),
  };
}
