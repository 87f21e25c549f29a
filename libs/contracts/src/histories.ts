import { z } from 'zod';
import { Revision } from './changes.ts';
import { EntityInput, RelationInput, RuleInput } from './declarations.ts';
import { FeedbackKind } from './feedback.ts';
import { MemoryId, PrincipalId } from './ids.ts';
import { MemoryRef } from './item-ref.ts';
import { limits } from './limits.ts';
import { ProposalKind, ProposalStatus, QuoteInput, SaidBy } from './proposals.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, ItemState, Label, Name, Tag, Visibility } from './vocabulary.ts';
import { overwriteParameter, ItemQuery } from './writes.ts';

const { min, max } = limits.limit;
/** Greatest value of a 32-bit integer column. */
const INT_MAX = 2 ** 31 - 1;
const version = z
  .number()
  .int()
  .min(1)
  .max(INT_MAX - 1_000_000);

/** Feedback of one principal on a memory on one day. */
const GivenFeedback = z.strictObject({
  by: PrincipalId,
  day: z.number().int().min(0).max(100_000_000).describe('Days since 1970, UTC'),
  kind: FeedbackKind,
});

/** One occasion on which the statement of a proposal was made. */
const ProposalSighting = z.strictObject({
  at: EpochMs,
  saidBy: SaidBy.optional(),
  sessionKey: Name.optional(),
  extractor: Label.optional(),
  quotes: z.array(QuoteInput).max(limits.proposalQuotes.max),
});

/** The proposal that a memory was or is, as an export carries it. */
export const ProposalHistory = z
  .strictObject({
    kind: ProposalKind,
    status: ProposalStatus,
    certainty: z.number().min(0).max(1),
    visibility: Visibility.describe('Readers once it is kept'),
    replaces: MemoryId.optional().describe('The memory that it contradicts and is to replace'),
    decidedBy: PrincipalId.optional(),
    decidedAt: EpochMs.optional(),
    reason: boundedText(limits.reason).optional(),
    sightings: z
      .array(ProposalSighting)
      .max(limits.historyRevisions.max)
      .describe('Sightings whose messages the caller sees'),
  })
  .meta({ id: 'ProposalHistory' });
export type ProposalHistory = z.infer<typeof ProposalHistory>;

/** Revisions, feedback, superseded memories and declarations of a memory, which an export adds to the memory itself. */
export const MemoryHistory = z
  .object({
    id: MemoryId,
    revisions: z.array(Revision).describe('Oldest first; the newest ones where there are more than an import takes'),
    supersedes: z.array(MemoryId).describe('The memories whose place it took'),
    feedback: z.array(GivenFeedback),
    entities: z.array(EntityInput),
    relations: z.array(RelationInput),
    rules: z.array(RuleInput),
    proposal: ProposalHistory.optional().describe('Absent: it was never proposed, or belongs to somebody else'),
  })
  .meta({ id: 'MemoryHistory' });
export type MemoryHistory = z.infer<typeof MemoryHistory>;

const HistoriesRequest = z
  .strictObject({
    ids: z.array(MemoryId).min(min).max(max).describe('Memories; those that the caller does not see are left out'),
    channel: Name.optional().describe('Required for items of a peer channel'),
  })
  .meta({ id: 'HistoriesRequest' });

const FormerRevision = z.strictObject({
  ...Revision.shape,
  version,
  title: boundedText(limits.memoryTitle),
  content: boundedText(limits.memoryContent),
  tags: z.array(Tag).max(limits.tags.max),
  subject: Label.nullable(),
  attribute: Label.nullable().default(null),
  reason: boundedText(limits.reason).nullable(),
});

/**
 * History that an imported memory had in its former store. It has no confirmation: a file that anybody can write confirms
 * nothing, so that a person confirms here what the import brought.
 */
export const RestoreHistoryRequest = z
  .strictObject({
    version: version.describe('The version that it had'),
    state: ItemState.exclude(['deleted']),
    activeFrom: EpochMs.nullable().default(null),
    activeTo: EpochMs.nullable().default(null),
    revisions: z.array(FormerRevision).max(limits.historyRevisions.max).default([]),
    supersedes: z
      .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(MemoryId).max(limits.limit.max))
      .default([])
      .describe('The memories here whose place it took; one id is a list of one'),
    feedback: z.array(GivenFeedback).max(limits.historyFeedback.max).default([]),
    proposal: ProposalHistory.optional().describe('With the ids that its messages have here'),
  })
  .refine(({ state, proposal }) => (state === 'proposed') === (proposal?.status === 'waiting'), {
    path: ['proposal'],
    message: 'must have the status waiting if the state is proposed, and only then',
  })
  .refine(({ revisions, version: last }) => revisions.every((each) => each.version < last), {
    path: ['revisions'],
    message: 'must be of versions below `version`',
  })
  .meta({ id: 'RestoreHistoryRequest' });
export type RestoreHistoryRequest = z.infer<typeof RestoreHistoryRequest>;

/** Routes that export and restore histories of memories. */
export const historyRoutes = {
  histories: {
    method: 'POST',
    path: '/v1/histories',
    service: 'ingest',
    role: 'manager',
    summary: 'Read the histories of memories: former texts, successions, feedback, declarations',
    body: HistoriesRequest,
    output: z.object({ histories: z.array(MemoryHistory) }).meta({ id: 'HistoriesResponse' }),
  },
  restoreHistory: {
    method: 'POST',
    path: '/v1/memories/:id/history',
    service: 'ingest',
    role: 'manager',
    summary: 'Restore the history of a memory that was just imported; a memory with a history stays unchanged',
    params: z.object({ id: MemoryRef }),
    query: ItemQuery.extend(overwriteParameter),
    body: RestoreHistoryRequest,
    errors: ['item/forgotten'],
    output: z.object({ id: MemoryId, restored: z.boolean() }).meta({ id: 'RestoreHistoryResponse' }),
  },
} as const satisfies Routes;
