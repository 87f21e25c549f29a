import { z } from 'zod';
import { MemoryRef } from './item-ref.ts';
import { UnderstoodLines } from './meaning.ts';
import { FoundMemory, RecentMessage } from './recall.ts';
import type { Routes } from './route.ts';
import { Uses } from './uses.ts';
import { EpochMs } from './vocabulary.ts';
import { ItemQuery } from './writes.ts';

export const Snapshot = z
  .object({
    messages: z.array(RecentMessage).describe('The first and the last, oldest first'),
    messageCount: z.number().int().describe('All messages of the conversation that the caller sees'),
    omittedCount: z.number().int().describe('Messages between the first and the last, which are not shown'),
    createdAt: EpochMs.describe('When the memory was made of them'),
    reason: z.literal('sources').describe('Why these messages: the memory names them as its sources'),
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof Snapshot>;

export const TraceResponse = z
  .object({
    memory: FoundMemory,
    understood: UnderstoodLines,
    uses: Uses.optional().describe('Absent: no answer has returned it since uses are counted'),
    snapshot: Snapshot.nullable().describe('Null where the memory names no message that the caller sees'),
  })
  .meta({ id: 'TraceResponse' });
export type TraceResponse = z.infer<typeof TraceResponse>;

/** Routes that show where a memory came from. */
export const traceRoutes = {
  trace: {
    method: 'GET',
    path: '/v1/memories/:id/trace',
    service: 'ingest',
    role: 'reader',
    summary: 'Show the conversation that a memory came from',
    params: z.object({ id: MemoryRef }),
    query: ItemQuery,
    output: TraceResponse,
  },
} as const satisfies Routes;
