import { z } from 'zod';
import { MemoryId, PrincipalId } from './ids.ts';
import { MemoryRef } from './item-ref.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, ItemState, Label, Name, Tag } from './vocabulary.ts';
import { ItemQuery } from './writes.ts';

/**
 * Creates a checkpoint, which lists memories with their versions. It copies no texts, since revisions keep the texts.
 */
export const CheckpointRequest = z
  .strictObject({
    label: Label.describe('Name of the checkpoint, in a few words'),
    description: boundedText(limits.checkpointText).optional().describe('Why it was made'),
    semanticSummary: boundedText(limits.checkpointText)
      .optional()
      .describe('Knowledge at that time, in your own words'),
    memoryIds: z
      .array(MemoryRef)
      .min(limits.checkpointMemories.min)
      .max(limits.checkpointMemories.max)
      .optional()
      .describe('These memories; without it, the newest active ones that you see'),
    sessionId: Name.optional().describe('The session that it was made in'),
    tags: z.array(Tag).max(limits.tags.max).default([]),
    channel: ItemQuery.shape.channel,
  })
  .meta({ id: 'CheckpointRequest' });
export type CheckpointRequest = z.infer<typeof CheckpointRequest>;

const version = z.number().int().min(1);

export const Checkpoint = z
  .object({
    id: z.uuid(),
    label: z.string(),
    description: z.string().nullable(),
    semanticSummary: z.string().nullable(),
    sessionId: z.string().nullable(),
    tags: z.array(z.string()),
    createdBy: PrincipalId,
    createdAt: EpochMs,
    memoryCount: z.number().int().min(0).describe('Number of memories that you see and that are not forgotten'),
  })
  .meta({ id: 'Checkpoint' });
export type Checkpoint = z.infer<typeof Checkpoint>;

const CheckpointMemory = z.object({
  memoryId: MemoryId,
  version: version.describe('Then'),
  presentVersion: version,
  title: z.string().describe('Now'),
  state: ItemState.describe('Now'),
});

export const FoundCheckpoint = Checkpoint.extend({ memories: z.array(CheckpointMemory) }).meta({
  id: 'FoundCheckpoint',
});
export type FoundCheckpoint = z.infer<typeof FoundCheckpoint>;

export const CheckpointsQuery = z.strictObject({
  channel: ItemQuery.shape.channel,
  limit: z.coerce.number<number>().int().min(limits.limit.min).max(limits.limit.max).default(20),
  before: z.uuid().optional().describe('Only older ones than this checkpoint: for the next page'),
});
export type CheckpointsQuery = z.infer<typeof CheckpointsQuery>;

const CheckpointsResponse = z
  .object({ checkpoints: z.array(Checkpoint).describe('Newest first') })
  .meta({ id: 'CheckpointsResponse' });

const CompareQuery = ItemQuery.extend({
  with: z.uuid().optional().describe('A later checkpoint; without it, now'),
});

export const CheckpointComparison = z
  .object({
    id: z.uuid(),
    with: z.uuid().optional(),
    added: z.array(MemoryId).describe('In the later checkpoint alone; now: stored since, newest first'),
    moreAdded: z.literal(true).optional().describe('More were stored since than are listed'),
    removed: z.array(MemoryId).describe('Not in the later checkpoint; now: no longer active'),
    changed: z.array(z.object({ memoryId: MemoryId, from: version, to: version })),
    same: z.number().int().min(0),
  })
  .meta({ id: 'CheckpointComparison' });
export type CheckpointComparison = z.infer<typeof CheckpointComparison>;

const checkpointRoute = {
  service: 'ingest',
  role: 'reader',
  params: z.object({ id: z.uuid() }),
  errors: ['checkpoint/unknown'],
} as const;

/** Routes of checkpoints. */
export const checkpointRoutes = {
  createCheckpoint: {
    method: 'POST',
    path: '/v1/checkpoints',
    service: 'ingest',
    role: 'writer',
    summary: 'Record the present memories with their versions',
    body: CheckpointRequest,
    errors: ['item/unknown'],
    status: 201,
    output: Checkpoint,
  },
  listCheckpoints: {
    method: 'GET',
    path: '/v1/checkpoints',
    service: 'ingest',
    role: 'reader',
    summary: 'List checkpoints, newest first',
    query: CheckpointsQuery,
    output: CheckpointsResponse,
  },
  getCheckpoint: {
    method: 'GET',
    path: '/v1/checkpoints/:id',
    ...checkpointRoute,
    summary: 'Show a checkpoint with its memories, each at the recorded and the current version',
    query: ItemQuery,
    output: FoundCheckpoint,
  },
  compareCheckpoints: {
    method: 'GET',
    path: '/v1/checkpoints/:id/compare',
    ...checkpointRoute,
    summary: 'Compare a checkpoint with a later one, or with now: added, removed and changed memories',
    query: CompareQuery,
    output: CheckpointComparison,
  },
} as const satisfies Routes;
