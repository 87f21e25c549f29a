import { z } from 'zod';
import { MemoryId, PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import { PrincipalKind, PrincipalOwner } from './principals.ts';
import { ProposalKind } from './proposals.ts';
import { Memory } from './records.ts';
import type { Routes } from './route.ts';
import { Category, EpochMs, Name, ProjectName, Visibility } from './vocabulary.ts';

export const FeedQuery = z.strictObject({
  project: ProjectName.optional().describe('Only memories of this project'),
  writer: PrincipalId.optional().describe('Only memories that this agent or person wrote or proposed'),
  category: Category.optional().describe('Only memories of this category'),
  channel: Name.optional().describe('Only memories of this channel, and those of none'),
  source: Name.optional().describe('Only memories that came from this system'),
  limit: z.coerce.number<number>().int().min(limits.limit.min).max(limits.limit.max).default(50),
  cursor: z.uuid().optional().describe('nextCursor of the page before, with the same filters'),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

export const FeedEntry = Memory.pick({
  category: true,
  title: true,
  project: true,
  channel: true,
  visibility: true,
  version: true,
  validTo: true,
})
  .extend({
    memoryId: MemoryId,
    state: z.enum(['active', 'proposed']),
    at: EpochMs.describe('When it was stored'),
    text: z.string().describe('Beginning of its content'),
    by: z
      .object({
        principalId: PrincipalId,
        name: z.string(),
        kind: PrincipalKind,
        owner: PrincipalOwner.nullable().describe('The person who owns this agent; null: a person, or nobody owns it'),
      })
      .describe('Agent or person who wrote or proposed it'),
    confirmedAt: Memory.shape.confirmedAt,
    proposal: z
      .object({ kind: ProposalKind, readers: Visibility.describe('Readers once it is kept') })
      .optional()
      .describe('Present while it waits for a decision of the caller'),
    replaces: z
      .object({ memoryId: MemoryId, title: z.string() })
      .optional()
      .describe('Memory that it superseded, if the caller sees that'),
    importId: z.string().optional().describe('The import that brought it; absent: none'),
  })
  .meta({ id: 'FeedEntry' });
export type FeedEntry = z.infer<typeof FeedEntry>;

export const FeedResponse = z
  .object({
    entries: z.array(FeedEntry).describe('The newest first, by time of storing'),
    nextCursor: z.string().nullable().describe('Where the next page begins; null after the last entry'),
  })
  .meta({ id: 'FeedResponse' });
export type FeedResponse = z.infer<typeof FeedResponse>;

const VisitRequest = z
  .strictObject({
    seenUntil: EpochMs.optional().describe('Say that everything up to here is seen; without it, the server decides'),
  })
  .meta({ id: 'VisitRequest' });

const Visit = z
  .object({
    seenUntil: EpochMs.describe(
      'Time until which the caller has seen everything: the end of the visit before; 0: never',
    ),
  })
  .meta({ id: 'Visit' });

export const feedRoutes = {
  feed: {
    method: 'GET',
    path: '/v1/feed',
    service: 'ingest',
    role: 'reader',
    summary: 'List what agents and people learned, with what they propose to you, the newest first',
    query: FeedQuery,
    output: FeedResponse,
  },
  recordVisit: {
    method: 'POST',
    path: '/v1/feed/visits',
    service: 'ingest',
    role: 'reader',
    summary:
      'Record that you look at the feed now. A look within half an hour of the last one continues the same visit',
    body: VisitRequest,
    output: Visit,
  },
} as const satisfies Routes;
