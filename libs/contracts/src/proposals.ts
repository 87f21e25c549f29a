import { z } from 'zod';
import { MemoryId, MessageId, PrincipalId } from './ids.ts';
import { MemoryRef, MessageRef } from './item-ref.ts';
import { limits } from './limits.ts';
import { meaningFields } from './meaning.ts';
import { Memory, MemoryInput } from './records.ts';
import type { Routes } from './route.ts';
import {
  boundedText,
  EpochMs,
  ItemState,
  Label,
  Name,
  Signals,
  SpeakerRole,
  Visibility,
  VisibilityInput,
} from './vocabulary.ts';
import { ItemQuery, overwriteParameter, Restated, WriteQuery } from './writes.ts';

/** Kinds of proposals. The kind of a proposal is the sort of statement that somebody made in a conversation. */
export const proposalKinds = [
  'decision',
  'rule',
  'correction',
  'preference',
  'lesson',
  'fact',
  'goal',
  'relation',
] as const;
export const ProposalKind = z.enum(proposalKinds);
export type ProposalKind = z.infer<typeof ProposalKind>;

/**
 * States of a proposal. `confirmed`: an active memory says the same, and was confirmed in place of keeping the
 * proposal.
 */
export const proposalStatuses = ['waiting', 'kept', 'confirmed', 'merged', 'rejected'] as const;
export const ProposalStatus = z.enum(proposalStatuses);
export type ProposalStatus = z.infer<typeof ProposalStatus>;

const unitInterval = z.number().min(0).max(1);
const offset = z.number().int().min(0).max(limits.messageContent.max);

/** A part of a message that a proposal quotes: from `start` to before `end`, in UTF-16 characters of the stored content. */
export const QuoteInput = z
  .strictObject({ messageId: MessageRef, start: offset, end: offset })
  .refine(({ start, end }) => end > start && end - start <= limits.proposalQuote.max, {
    message: `must be after start, by at most ${limits.proposalQuote.max} characters`,
    path: ['end'],
  });
export type QuoteInput = z.infer<typeof QuoteInput>;

export const SaidBy = z.strictObject({ role: SpeakerRole, speaker: Label.optional() });
export type SaidBy = z.infer<typeof SaidBy>;

/** A statement that may be worth keeping, with the messages that state it. */
export const ProposalInput = z
  .strictObject({
    kind: ProposalKind.describe('Sort of statement'),
    memory: MemoryInput.omit({ externalId: true }).describe(
      'The memory that it becomes. Its visibility and channel apply once it is kept; until then only the owner and reviewers see it',
    ),
    certainty: unitInterval.default(0.5).describe('How sure the proposer is that it is worth keeping'),
    quotes: z
      .array(QuoteInput)
      .max(limits.proposalQuotes.max)
      .default([])
      .describe('The parts of messages that say it; the proposer must see these messages'),
    saidBy: SaidBy.optional().describe('Speaker of the statement'),
    sessionKey: Name.optional().describe('Conversation in which it was said'),
    extractor: Label.optional().describe('Name and version of the program that found it'),
    isOwnWords: z.boolean().default(false).describe('Whether the owner said it in exactly these words'),
    replaces: MemoryRef.optional().describe('Memory that it contradicts, and supersedes once it is kept'),
    sameAs: MemoryRef.optional().describe(
      'Active memory that says the same: the quotes become evidence of that memory, and nothing is proposed',
    ),
  })
  .meta({ id: 'ProposalInput' });
export type ProposalInput = z.infer<typeof ProposalInput>;

export const ProposeRequest = z
  .strictObject({ proposals: z.array(ProposalInput).min(limits.proposalBatch.min).max(limits.proposalBatch.max) })
  .meta({ id: 'ProposeRequest' });
export type ProposeRequest = z.infer<typeof ProposeRequest>;

/**
 * Results of proposing. `joined`: the same statement was proposed before, and that proposal got this evidence;
 * `confirmed`: an active memory says the same and got this evidence.
 */
const proposeOutcomes = ['proposed', 'joined', 'confirmed', 'kept', 'rejected', 'forgotten'] as const;

export const ProposeResult = z
  .object({
    outcome: z
      .enum(proposeOutcomes)
      .describe(
        'proposed: it waits; joined: an equal proposal got the evidence; confirmed: an equal active memory got it; kept: the policy keeps it unreviewed; rejected and forgotten: nothing was stored, since it was rejected or forgotten before',
      ),
    memoryId: MemoryId.optional().describe(
      'The memory concerned; absent: it was forgotten, or deleted after it was rejected',
    ),
    restates: Restated.optional().describe(
      'The memory of the same text that was superseded, archived, rejected or changed',
    ),
  })
  .meta({ id: 'ProposeResult' });
export type ProposeResult = z.infer<typeof ProposeResult>;

export const ProposeResponse = z
  .object({ proposals: z.array(ProposeResult).describe('One for each proposal, in the order of the request') })
  .meta({ id: 'ProposeResponse' });

const Person = z.object({ principalId: PrincipalId, name: z.string().nullable() });

export const Quote = z
  .object({
    text: z.string().describe('The quoted words'),
    messageId: MessageId.optional().describe('Absent: the caller may not see the message, only the quoted words'),
    start: z.number().int().optional().describe('Where the words begin in the message; absent with messageId'),
    end: z.number().int().optional(),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

export const Proposal = Memory.pick({
  category: true,
  store: true,
  title: true,
  content: true,
  tags: true,
  subject: true,
  attribute: true,
  validFrom: true,
  validTo: true,
  channel: true,
  version: true,
  timestamp: true,
  createdAt: true,
  sourceIds: true,
  actionTriggers: true,
  forbids: true,
  instead: true,
  decides: true,
  value: true,
})
  .extend({
    memoryId: MemoryId,
    kind: ProposalKind,
    status: ProposalStatus,
    certainty: unitInterval,
    owner: Person.describe('The person or agent that decides on it'),
    proposedBy: Person.describe('The agent or person who proposed it'),
    isOwn: z.boolean().describe('Whether the caller is the owner'),
    needsPerson: z.boolean().describe('Whether a person must keep it, since it could stop an action'),
    visibility: Visibility.describe('Readers once it is kept'),
    project: z.string().nullable(),
    saidBy: SaidBy.optional(),
    sessionKey: z.string().optional(),
    extractor: z.string().optional(),
    quotes: z.array(Quote),
    sightings: z.number().int().describe('How often it was said: proposals of this statement that still have evidence'),
    replaces: z
      .object({ memoryId: MemoryId, title: z.string(), content: z.string(), state: ItemState })
      .optional()
      .describe('The memory that it contradicts; absent: none that the caller sees'),
    signals: Signals,
    decision: z
      .object({ by: Person, at: EpochMs, reason: z.string().optional() })
      .optional()
      .describe('The last decision and its author; absent while it waits'),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

export const ProposalsQuery = z.strictObject({
  status: ProposalStatus.default('waiting').describe('Which proposals'),
  kind: ProposalKind.optional(),
  project: Name.optional().describe('Only proposals of this project'),
  agent: Name.optional().describe('Only what this agent or person proposed: a name or an id'),
  owner: z.enum(['me', 'others']).optional().describe('me: only proposals that the caller owns; others: only others'),
  limit: z.coerce.number<number>().int().min(limits.limit.min).max(limits.limit.max).default(20),
  cursor: z.uuid().optional().describe('nextCursor of the page before'),
});
export type ProposalsQuery = z.infer<typeof ProposalsQuery>;

export const ProposalsResponse = z
  .object({
    proposals: z.array(Proposal).describe('The newest first'),
    counts: z
      .partialRecord(ProposalKind, z.number().int())
      .describe('How many of each kind the caller may see with this status and these filters, on all pages'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ProposalsResponse' });
export type ProposalsResponse = z.infer<typeof ProposalsResponse>;

/** Decisions on a proposal. */
export const proposalActs = ['keep', 'correct', 'merge', 'reject', 'mine', 'undo'] as const;
export const ProposalAct = z
  .enum(proposalActs)
  .describe(
    'keep: as it is; correct: with other words; merge: into another memory; reject: it is not true; mine: keep it for the owner alone; undo: take the last decision back',
  );
export type ProposalAct = z.infer<typeof ProposalAct>;

/** Fields of the memory that `correct` may set. */
const corrections = {
  title: MemoryInput.shape.title.optional(),
  content: MemoryInput.shape.content.optional(),
  category: MemoryInput.shape.category.unwrap().optional(),
  store: MemoryInput.shape.store.unwrap().optional(),
  tags: MemoryInput.shape.tags.unwrap().optional(),
  subject: MemoryInput.shape.subject,
  attribute: MemoryInput.shape.attribute,
  validFrom: MemoryInput.shape.validFrom,
  validTo: MemoryInput.shape.validTo,
  actionTriggers: MemoryInput.shape.actionTriggers,
  forbids: meaningFields.forbids,
  instead: meaningFields.instead,
  decides: meaningFields.decides,
  value: meaningFields.value,
};
export const correctableFields = Object.keys(corrections) as (keyof typeof corrections)[];

export const DecisionRequest = z
  .strictObject({
    ...corrections,
    visibility: VisibilityInput.optional().describe(
      'Readers of the memory: org, or team:NAME with a team of yours; by default those that were proposed',
    ),
    into: MemoryRef.optional().describe('For merge: the active memory that gets the evidence'),
    reason: boundedText(limits.reason).optional().describe('Why, for those who look at its history'),
  })
  .meta({ id: 'DecisionRequest' });
export type DecisionRequest = z.infer<typeof DecisionRequest>;

/** Makes the same decision on many proposals. */
export const DecisionsRequest = z
  .strictObject({
    act: ProposalAct.exclude(['correct']),
    ids: z.array(MemoryRef).min(limits.proposalBatch.min).max(limits.proposalBatch.max),
    visibility: DecisionRequest.shape.visibility,
    into: DecisionRequest.shape.into,
    reason: DecisionRequest.shape.reason,
  })
  .meta({ id: 'DecisionsRequest' });
export type DecisionsRequest = z.infer<typeof DecisionsRequest>;

export const Decision = z
  .object({
    memoryId: MemoryId,
    status: ProposalStatus,
    state: ItemState.describe('State of the memory now'),
    version: z.number().int().min(1),
    visibility: Visibility,
    into: MemoryId.optional().describe('The active memory that says the same, or that it was merged into'),
    replaced: MemoryId.optional().describe('The memory that it superseded, or that undo made active again'),
    contradicts: MemoryId.optional().describe(
      'The memory that it contradicts and does not supersede: the readers are fewer, or the caller may not change it',
    ),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof Decision>;

/** Says who reads a memory of this visibility, as an end of a sentence to its owner: kept, for you alone. */
export function describeReaders(visibility: Visibility): string {
  if (visibility === 'private') return 'for you alone';
  if (visibility === 'peer') return 'for its peer channel';
  if (visibility.startsWith('team:')) return 'for its team';
  return visibility === 'channel' ? 'for everyone in its channel' : 'for everyone';
}

export const DecisionsResponse = z
  .object({
    decisions: z.array(Decision),
    failures: z
      .array(z.object({ memoryId: MemoryId, code: z.string(), message: z.string() }))
      .describe('Proposals on which nothing was decided, each with the reason'),
  })
  .meta({ id: 'DecisionsResponse' });
export type DecisionsResponse = z.infer<typeof DecisionsResponse>;

/** The confirmation of a memory by a person. */
export const Confirmation = z
  .object({
    memoryId: MemoryId,
    confirmedBy: PrincipalId.nullable().describe('The person who last confirmed it; null: nobody'),
    confirmedAt: EpochMs.nullable(),
  })
  .meta({ id: 'Confirmation' });
export type Confirmation = z.infer<typeof Confirmation>;

const confirmationRoute = {
  method: 'POST',
  service: 'ingest',
  role: 'writer',
  params: z.object({ id: MemoryRef }),
  query: ItemQuery,
  errors: ['item/unknown', 'proposal/waiting'],
  output: Confirmation,
} as const;

const refusals = [
  'item/unknown',
  'item/conflict',
  'item/forgotten',
  'item/stale-version',
  'proposal/decided',
  'proposal/waiting',
] as const;

/** Routes of proposals and their review. */
export const proposalRoutes = {
  listProposals: {
    method: 'GET',
    path: '/v1/proposals',
    service: 'ingest',
    role: 'reader',
    summary: 'List proposed memories that the caller owns or reviews',
    query: ProposalsQuery,
    output: ProposalsResponse,
  },
  confirmMemory: {
    ...confirmationRoute,
    path: '/v1/memories/:id/confirm',
    summary: 'Confirm as a person that an active memory is true',
  },
  unconfirmMemory: {
    ...confirmationRoute,
    path: '/v1/memories/:id/unconfirm',
    summary: 'Take the confirmation of a memory back: your own, or that of a memory that you may change',
  },
  propose: {
    method: 'POST',
    path: '/v1/proposals',
    service: 'ingest',
    role: 'writer',
    summary: 'Propose memories, each with the messages that say it; the same statement again adds evidence',
    query: WriteQuery.pick({ overwrite: true }),
    body: ProposeRequest,
    status: 201,
    output: ProposeResponse,
  },
  decideProposals: {
    method: 'POST',
    path: '/v1/proposals/decide',
    service: 'ingest',
    role: 'writer',
    summary: 'Decide on many proposals alike; each is decided on its own',
    query: z.strictObject(overwriteParameter),
    body: DecisionsRequest,
    output: DecisionsResponse,
  },
  decideProposal: {
    method: 'POST',
    path: '/v1/proposals/:id/:act',
    service: 'ingest',
    role: 'writer',
    summary: 'Keep, correct, merge or reject a proposal, keep it for its owner alone, or take the decision back',
    params: z.object({ id: MemoryRef, act: ProposalAct }),
    query: z.strictObject(overwriteParameter),
    body: DecisionRequest,
    errors: refusals,
    output: Decision,
  },
} as const satisfies Routes;
