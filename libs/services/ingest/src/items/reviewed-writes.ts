import { Injectable } from '@nestjs/common';
import {
  CairnError,
  proposalKinds,
  type ItemId,
  type ItemState,
  type MemoryInput,
  type ProposalKind,
  type ProposeResult,
  type Receipt,
  type ReviewPolicy,
} from '@cairn/contracts';
import { ownerOf, scopeOf, type Principal } from '@cairn/domain';
import { Uses } from '@cairn/platform';
import { newMemory, proposals, type NewProposal, type Proposals } from '@cairn/store';
import { overwriteOf } from './overwrite.ts';

/** Certainty of a memory that an agent stores on purpose. */
const STATED_CERTAINTY = 0.5;

interface ReviewedWrite {
  readonly memories: readonly MemoryInput[];
  readonly isOverwriting: boolean;
  /** Stores the memories that need no review. */
  readonly write: (memories: readonly MemoryInput[]) => Promise<Receipt[]>;
}

/**
 * Turns memories that an agent stores for others into proposals, in the categories that the organisation reviews.
 * Memories with an external id come from a source, such as the files of a repository, and are stored without a review.
 */
@Injectable()
export class ReviewedWrites {
  constructor(@Uses(proposals) private readonly proposals: Proposals) {}

  async addMemories(author: Principal, { memories, isOverwriting, write }: ReviewedWrite): Promise<Receipt[]> {
    if (author.kind !== 'agent') return write(memories);
    const policy = await this.proposals.policy({ orgId: author.orgId });
    const made = memories.map((memory, at) => proposalOf(author, policy, { memory, field: fieldOf(memories, at) }));
    const reviewed = made.filter((proposal) => proposal !== undefined);
    if (reviewed.length === 0) return write(memories);
    const results = await this.proposals.propose({
      ...{ scope: scopeOf(author), author, ownerId: ownerOf(author), proposals: reviewed },
      overwrite: overwriteOf(author, isOverwriting),
    });
    const proposed = results.map(receiptOf);
    const others = memories.filter((_, at) => made[at] === undefined);
    const written = others.length === 0 ? [] : await write(others);
    return made.map((proposal) => (proposal ? proposed.shift()! : written.shift()!));
  }
}

const fieldOf = (items: readonly unknown[], at: number): string => (items.length === 1 ? '' : `[${at}].`);

/** Makes the proposal of a memory that the policy reviews. Undefined for any other memory. */
function proposalOf(
  author: Principal,
  { reviewedWrites }: ReviewPolicy,
  { memory, field }: { readonly memory: MemoryInput; readonly field: string },
): NewProposal | undefined {
  if (!reviewedWrites.includes(memory.category) || memory.externalId !== undefined) return undefined;
  const item = newMemory({ ...author, principalId: ownerOf(author) }, memory, field);
  if (item.kind !== 'memory' || item.visibility === 'private') return undefined;
  return { item, kind: kindOf(memory), certainty: STATED_CERTAINTY, quotes: [], isOwnWords: false };
}

const kindOf = ({ category }: MemoryInput): ProposalKind => proposalKinds.find((kind) => kind === category) ?? 'fact';

const stateByOutcome: Readonly<Record<Exclude<ProposeResult['outcome'], 'forgotten'>, ItemState>> = {
  ...{ proposed: 'proposed', joined: 'proposed' },
  ...{ kept: 'active', confirmed: 'active' },
  rejected: 'archived',
};

function receiptOf({ outcome, memoryId }: ProposeResult): Receipt {
  if (outcome === 'forgotten')
    throw new CairnError(
      'item/forgotten',
      'Some of this was forgotten for good. To store it again on purpose, send it with overwrite=true (cairn: --overwrite).',
    );
  return {
    ...{ kind: 'memory', id: memoryId as ItemId, version: 1, state: stateByOutcome[outcome] },
    ...{ created: outcome === 'proposed' || outcome === 'kept', index: { words: 'pending', vectors: 'pending' } },
  };
}
