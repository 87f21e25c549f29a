import { z } from 'zod';
import { RulingImportKind } from './forgets.ts';
import { limits } from './limits.ts';
import { UnderstoodLines } from './meaning.ts';
import { MemoryInput, MessageInput } from './records.ts';
import { ItemState, itemKinds, Name } from './vocabulary.ts';
import { markIdentifying } from './secret-rules.ts';
import { MemoryRef, MessageRef } from './item-ref.ts';
import { PrivateOf } from './private-of.ts';
import type { Routes } from './route.ts';

/** Indexes of items, which can lag behind the store. */
export const indexTargets = ['words', 'vectors'] as const;
export type IndexTarget = (typeof indexTargets)[number];

export const IndexStatus = z
  .enum(['pending', 'indexed', 'dead', 'off'])
  .describe('off: no embedding model is set up; the item gets its vectors when there is one');
export type IndexStatus = z.infer<typeof IndexStatus>;

export const IndexState = z.object({ words: IndexStatus, vectors: IndexStatus });
export type IndexState = z.infer<typeof IndexState>;

const batchOf = <Schema extends z.ZodType>(item: Schema) =>
  z.union([item, z.array(item).min(limits.batchItems.min).max(limits.batchItems.max)]);

/** One message or an array of messages; all are accepted or none. */
export const MessagesRequest = batchOf(MessageInput);
export type MessagesRequest = z.infer<typeof MessagesRequest>;

/** One memory or an array of memories; all are accepted or none. */
export const MemoriesRequest = batchOf(MemoryInput);
export type MemoriesRequest = z.infer<typeof MemoriesRequest>;

/** A memory that made the statement of a new memory before, and does not make it any more. */
export const Restated = z
  .object({
    id: z.uuid().optional().describe('Absent: a rejected memory that was deleted since'),
    state: z
      .enum(['superseded', 'archived', 'rejected', 'changed'])
      .describe('State of that memory now; changed: it has another text'),
    successor: z.uuid().optional().describe('The memory that holds in its place; absent: none that the writer reads'),
  })
  .meta({ id: 'Restated' });
export type Restated = z.infer<typeof Restated>;

/** Says in a sentence that a memory waits for a person, since its statement did not hold any more. */
export function describeRestated({ id, state, successor }: Restated): string {
  if (id === undefined) return 'The same text was rejected before, so that this one holds once a person keeps it.';
  const by = successor === undefined ? '' : ` by ${successor}`;
  return `The memory ${id} had the same text and was ${state}${by}, so that this one holds once a person keeps it.`;
}

export const Receipt = z
  .object({
    kind: z.enum(itemKinds),
    id: z.uuid(),
    version: z.number().int().min(1),
    state: ItemState,
    created: z.boolean().describe('false when the same item was there already'),
    index: IndexState,
    conflicts: z
      .array(z.object({ id: z.uuid(), fields: z.array(z.enum(['subject', 'attribute', 'validFrom', 'validTo'])) }))
      .optional()
      .describe(
        'Other memories of the same text and readers, and in which of these fields they say otherwise; each stays its own memory. Absent: none',
      ),
    restates: Restated.optional().describe(
      'The memory of the same text that was superseded, archived, rejected or changed: the new one is proposed, unless it was sent with overwrite=true. Absent: none that the writer reads',
    ),
    understood: UnderstoodLines.optional(),
    recalled: z
      .array(z.uuid())
      .optional()
      .describe(
        'Items of Cairn’s own answers that were taken out of the message, which names them in one line; absent: none',
      ),
    masked: z
      .record(z.string(), z.number().int().min(1))
      .optional()
      .describe('How many secrets of each kind were taken out of the text before it was stored; absent: none'),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;

export const WriteResponse = z.object({ items: z.array(Receipt) }).meta({ id: 'WriteResponse' });
export type WriteResponse = z.infer<typeof WriteResponse>;

/** Header with an idempotency key: a write that is repeated with the same key takes effect only once. */
const IdempotencyHeaders = z.object({
  'Idempotency-Key': markIdentifying(
    z.string().min(limits.idempotencyKey.min).max(limits.idempotencyKey.max),
  ).optional(),
});

export const WriteQuery = z.strictObject({
  wait: z.enum(['indexed']).optional().describe('Answer only when all active indexes have the items, or after waitMs'),
  overwrite: z
    .enum(['true'])
    .optional()
    .describe(
      'Store items again that were forgotten for good (a text, an external id, a session, a source), and make texts active again that were superseded, archived, rejected or changed; later writes of them are accepted too',
    ),
  waitMs: z.coerce.number<number>().int().min(0).max(limits.waitMs.max).default(10_000),
});
export type WriteQuery = z.infer<typeof WriteQuery>;

export const WriteMemoriesQuery = WriteQuery.extend({ importKind: RulingImportKind.optional() });

/** Query parameter by which a write may store forgotten items again. */
export const overwriteParameter = WriteQuery.pick({ overwrite: true }).shape;
export const OverwriteQuery = z.strictObject(overwriteParameter);

/** Query of a route that reads one item by id. */
export const ItemQuery = z.strictObject({
  channel: Name.optional().describe('Required for items of a peer channel'),
});
export type ItemQuery = z.infer<typeof ItemQuery>;

/** Query of a route that reads one item, which may be a private item of another principal. */
export const ReachQuery = ItemQuery.extend({ privateOf: PrivateOf });
export type ReachQuery = z.infer<typeof ReachQuery>;

export const ForgetResponse = z.object({ id: z.uuid(), state: z.literal('deleted') }).meta({ id: 'ForgetResponse' });
export type ForgetResponse = z.infer<typeof ForgetResponse>;

/** Routes that store and delete items. */
export const writeRoutes = {
  addMessages: {
    method: 'POST',
    path: '/v1/messages',
    service: 'ingest',
    role: 'writer',
    summary: 'Add one message or a batch',
    query: WriteQuery,
    headers: IdempotencyHeaders,
    body: MessagesRequest,
    errors: ['item/conflict', 'item/forgotten', 'idempotency/mismatch'],
    status: 201,
    output: WriteResponse,
  },
  addMemories: {
    method: 'POST',
    path: '/v1/memories',
    service: 'ingest',
    role: 'writer',
    summary: 'Add one memory or a batch',
    query: WriteMemoriesQuery,
    headers: IdempotencyHeaders,
    body: MemoriesRequest,
    errors: ['item/conflict', 'item/forgotten', 'idempotency/mismatch'],
    status: 201,
    output: WriteResponse,
  },
  forgetMessage: {
    method: 'DELETE',
    path: '/v1/messages/:id',
    service: 'ingest',
    role: 'writer',
    summary: 'Forget a message: your own, or as a manager any that you see',
    params: z.object({ id: MessageRef }),
    query: ReachQuery,
    output: ForgetResponse,
  },
  forgetMemory: {
    method: 'DELETE',
    path: '/v1/memories/:id',
    service: 'ingest',
    role: 'writer',
    summary: 'Forget a memory: your own, or as a manager any that you see',
    params: z.object({ id: MemoryRef }),
    query: ReachQuery,
    output: ForgetResponse,
  },
} as const satisfies Routes;
