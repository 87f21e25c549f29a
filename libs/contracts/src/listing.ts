import { z } from 'zod';
import { limits, toolLimits } from './limits.ts';
import { FoundMemory, FoundMessage, ItemResponse } from './recall.ts';
import { boundedText, Category, Name, ProjectName, Store, Tag, TimeInput, TimeUntil } from './vocabulary.ts';
import { PrincipalId } from './ids.ts';
import { MemoryRef, MessageRef } from './item-ref.ts';
import { PrivateOf } from './private-of.ts';
import { ReachQuery } from './writes.ts';
import type { Routes } from './route.ts';

/**
 * Orders of a list: by effective time, or by time of storing (`stored`), which keeps the turns of a session in
 * sequence.
 */
export const listOrders = ['newest', 'oldest', 'stored'] as const;
export const ListOrder = z.enum(listOrders);
export type ListOrder = z.infer<typeof ListOrder>;

const atMostFilterValues = <Schema extends z.ZodType>(value: Schema) => z.array(value).max(limits.filterValues.max);

const listFields = {
  privateOf: PrivateOf,
  project: ProjectName.optional().describe('Only items of this project'),
  authors: atMostFilterValues(PrincipalId).optional().describe('Only items that one of these principals wrote'),
  source: Name.optional().describe('The system that the items came from'),
  externalId: boundedText(limits.externalId).optional().describe('The id that the sender gave; needs source'),
  sinceMs: TimeInput.optional().describe('Not before this effective time: epoch ms, ISO 8601 with zone, day or month'),
  untilMs: TimeUntil.optional().describe('Not after this effective time, likewise'),
  order: ListOrder.default('newest').describe(
    'newest and oldest by effective time, stored in the order in which the items were stored',
  ),
  limit: z.number().int().min(limits.limit.min).max(limits.limit.max).default(toolLimits.recentLimit.default),
  cursor: z
    .string()
    .min(limits.cursor.min)
    .max(limits.cursor.max)
    .optional()
    .describe('nextCursor of the page before, with the same filters and order'),
};

interface ExternalName {
  readonly source?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Whether an external id comes with its source, since external ids are unique only within a source. */
const namesSource = ({ source, externalId }: ExternalName): boolean => externalId === undefined || source !== undefined;
const sourceIsMissing = { path: ['source'], message: 'is missing: an externalId belongs to a source' };

export const ListMemoriesRequest = z
  .strictObject({
    stores: atMostFilterValues(Store).optional(),
    categories: atMostFilterValues(Category).optional(),
    tags: atMostFilterValues(Tag).optional(),
    tagMatch: z.enum(['any', 'all']).default('any'),
    channel: Name.optional().describe('Memories without a channel pass; required for items of a peer channel'),
    includeArchived: z.boolean().default(false).describe('Archived and superseded memories too'),
    includeProposed: z
      .boolean()
      .default(false)
      .describe('Memories that are proposed to the caller and wait for review too'),
    validToMs: TimeUntil.optional().describe(
      'Only memories that cease to hold by this time, and those that ceased before: epoch ms, ISO 8601 with zone, day or month',
    ),
    skip: z
      .number()
      .int()
      .min(limits.listSkip.min)
      .max(limits.listSkip.max)
      .default(0)
      .describe('Leave out so many items before the page, for pages by number; a cursor costs less'),
    count: z.boolean().default(false).describe('Whether the answer has `total`'),
    ...listFields,
  })
  .refine(namesSource, sourceIsMissing)
  .meta({ id: 'ListMemoriesRequest' });
export type ListMemoriesRequest = z.infer<typeof ListMemoriesRequest>;

export const ListMessagesRequest = z
  .strictObject({
    channel: Name.optional().describe('Required for items of a peer channel'),
    subchannel: Name.optional(),
    sessionKey: Name.optional(),
    speaker: Name.optional(),
    ...listFields,
  })
  .refine(namesSource, sourceIsMissing)
  .meta({ id: 'ListMessagesRequest' });
export type ListMessagesRequest = z.infer<typeof ListMessagesRequest>;

const pageOf = <Schema extends z.ZodType>(item: Schema) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Where the next page begins; null after the last item'),
  });

export const ListMemoriesResponse = pageOf(FoundMemory)
  .extend({
    total: z
      .number()
      .int()
      .min(0)
      .max(limits.listSkip.max)
      .optional()
      .describe(`With count: how many memories all pages have; counted up to ${limits.listSkip.max}`),
  })
  .meta({ id: 'ListMemoriesResponse' });
export type ListMemoriesResponse = z.infer<typeof ListMemoriesResponse>;

export const ListMessagesResponse = pageOf(FoundMessage).meta({ id: 'ListMessagesResponse' });
export type ListMessagesResponse = z.infer<typeof ListMessagesResponse>;

const PopMessageRequest = z
  .strictObject({
    sessionKey: Name.describe('The session; its newest message is the one of the latest time'),
    channel: Name.optional().describe('Required for items of a peer channel'),
  })
  .meta({ id: 'PopMessageRequest' });

const PopMessageResponse = z
  .object({ message: FoundMessage.nullable().describe('The forgotten message; null if the session has none') })
  .meta({ id: 'PopMessageResponse' });

/** Routes that read stored items, and that take the newest one. */
export const itemRoutes = {
  listMessages: {
    method: 'GET',
    path: '/v1/messages',
    service: 'ingest',
    role: 'reader',
    summary: 'List messages page by page, by filters',
    query: ListMessagesRequest,
    output: ListMessagesResponse,
  },
  popMessage: {
    method: 'POST',
    path: '/v1/conversations/pop',
    service: 'ingest',
    role: 'writer',
    summary: 'Forget the newest message of a session and return it; each goes to one caller',
    body: PopMessageRequest,
    output: PopMessageResponse,
  },
  listMemories: {
    method: 'GET',
    path: '/v1/memories',
    service: 'ingest',
    role: 'reader',
    summary: 'List memories page by page, by filters',
    query: ListMemoriesRequest,
    output: ListMemoriesResponse,
  },
  getMessage: {
    method: 'GET',
    path: '/v1/messages/:id',
    service: 'ingest',
    role: 'reader',
    summary: 'Show one message by id',
    params: z.object({ id: MessageRef }),
    query: ReachQuery,
    output: ItemResponse,
  },
  getMemory: {
    method: 'GET',
    path: '/v1/memories/:id',
    service: 'ingest',
    role: 'reader',
    summary: 'Show one memory by id',
    params: z.object({ id: MemoryRef }),
    query: ReachQuery,
    output: ItemResponse,
  },
} as const satisfies Routes;
