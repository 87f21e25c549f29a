import { z } from 'zod';
import { limits } from './limits.ts';
import { Memory } from './records.ts';
import type { Routes } from './route.ts';
import { Name } from './vocabulary.ts';

const linkKinds = ['contradicts', 'restates'] as const;
export const LinkKind = z.enum(linkKinds).describe('contradicts: another value or a "not"; restates: the same words');
export type LinkKind = z.infer<typeof LinkKind>;

export const ContradictionsQuery = z.strictObject({
  kind: z
    .enum([...linkKinds, 'all'])
    .default('contradicts')
    .describe('Which pairs: contradictions, near-duplicates (restates), or all'),
  channel: Name.optional().describe('Required for items of a peer channel'),
  limit: z.coerce.number<number>().int().min(limits.limit.min).max(limits.limit.max).default(20),
  cursor: z
    .string()
    .regex(
      /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      'must be the nextCursor of the page before',
    )
    .optional()
    .describe('Cursor from the page before'),
});
export type ContradictionsQuery = z.infer<typeof ContradictionsQuery>;

const PairEnd = Memory.pick({
  title: true,
  content: true,
  store: true,
  category: true,
  subject: true,
  attribute: true,
  channel: true,
  author: true,
  version: true,
  timestamp: true,
  createdAt: true,
  validFrom: true,
  validTo: true,
}).extend({ memoryId: Memory.shape.id });

export const MemoryPair = z
  .object({ kind: LinkKind, newer: PairEnd.describe('Stored later'), older: PairEnd })
  .meta({ id: 'MemoryPair' });
export type MemoryPair = z.infer<typeof MemoryPair>;

const ContradictionsResponse = z
  .object({
    pairs: z
      .array(MemoryPair)
      .describe('The pair with the newest memory first; both are active, and the caller sees both'),
    nextCursor: z.string().nullable().describe('Null: there is no more'),
  })
  .meta({ id: 'ContradictionsResponse' });

/**
 * Routes of conflicts for people to decide. People decide which of two contradicting memories is right, and which of
 * two duplicates stays.
 */
export const contradictionRoutes = {
  contradictions: {
    method: 'GET',
    path: '/v1/contradictions',
    service: 'ingest',
    role: 'reader',
    summary: 'List pairs of memories that contradict or restate each other, with both texts',
    query: ContradictionsQuery,
    output: ContradictionsResponse,
  },
} as const satisfies Routes;
