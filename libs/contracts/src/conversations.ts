import { z } from 'zod';
import { MemoryId, MessageId, PrincipalId } from './ids.ts';
import { limits, toolLimits } from './limits.ts';
import { PrincipalKind } from './principals.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name, ProjectName } from './vocabulary.ts';

/** Author of a conversation. */
const Writer = z.object({
  principalId: PrincipalId,
  name: z.string(),
  kind: PrincipalKind,
  owner: z.string().nullable().describe('Name of the person who owns this agent; null: a person, or nobody owns it'),
});

const count = z.number().int().min(0);

/** The messages of one session that the caller sees, as a list shows them. */
export const Conversation = z
  .object({
    sessionKey: z.string(),
    title: z.string().describe('Begin of the first message of a person'),
    writer: Writer.describe('Principal who stored its newest message'),
    source: z.string().describe('The system that the messages came from'),
    channel: z.string().nullable(),
    project: z.string().nullable(),
    messages: count,
    startedAt: EpochMs.describe('Effective time of the first message'),
    endedAt: EpochMs.describe('Effective time of the newest message'),
    proposals: count.describe('Proposed memories of it that wait for a decision'),
    memories: count.describe('Active memories that name a message of it as their source'),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

const ConversationsQuery = z.strictObject({
  channel: Name.optional().describe('Only of this channel; required for items of a peer channel'),
  project: ProjectName.optional().describe('Only of this project'),
  authors: z
    .array(PrincipalId)
    .max(limits.filterValues.max)
    .optional()
    .describe('Only messages that one of these principals stored'),
  speaker: Name.optional().describe('Only messages of this speaker'),
  limit: z.number().int().min(limits.limit.min).max(limits.limit.max).default(toolLimits.recentLimit.default),
  cursor: z
    .string()
    .min(limits.cursor.min)
    .max(limits.cursor.max)
    .optional()
    .describe('nextCursor of the page before, with the same filters'),
});

const ConversationsPage = z
  .object({
    items: z.array(Conversation).describe('By their newest message, newest first'),
    nextCursor: z
      .string()
      .nullable()
      .describe('Where the next page begins; null after the last one. A page may have fewer items than its limit'),
  })
  .meta({ id: 'ConversationsPage' });

/** A memory that was made from messages of a conversation. */
export const DerivedMemory = z
  .object({
    memoryId: MemoryId,
    title: z.string(),
    state: z.enum(['active', 'proposed', 'archived', 'superseded']),
    messageIds: z.array(MessageId).describe('The messages of the conversation that it names as sources'),
  })
  .meta({ id: 'DerivedMemory' });
export type DerivedMemory = z.infer<typeof DerivedMemory>;

/** Routes of conversations. `GET /v1/messages` with `sessionKey` and the order `stored` reads one. */
export const conversationRoutes = {
  listConversations: {
    method: 'GET',
    path: '/v1/conversations',
    service: 'ingest',
    role: 'reader',
    summary: 'List conversations page by page, the newest first, with what was kept of each',
    query: ConversationsQuery,
    output: ConversationsPage,
  },
  derivedMemories: {
    method: 'GET',
    path: '/v1/conversations/memories',
    service: 'ingest',
    role: 'reader',
    summary: 'List the memories that were made from the messages of a conversation, at most 200',
    query: z.strictObject({
      sessionKey: Name,
      channel: Name.optional().describe('Required for items of a peer channel'),
    }),
    output: z.object({ memories: z.array(DerivedMemory) }).meta({ id: 'DerivedMemories' }),
  },
} as const satisfies Routes;
