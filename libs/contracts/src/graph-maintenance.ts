import { z } from 'zod';
import { VerifyRequest, VerifyResponse } from './generations.ts';
import { OrgId } from './ids.ts';
import type { Routes } from './route.ts';

const count = z.number().int().min(0);

export const RebuildGraphRequest = z
  .strictObject({ after: OrgId.optional().describe('The organisation after this one is built; absent: the first') })
  .meta({ id: 'RebuildGraphRequest' });
export type RebuildGraphRequest = z.infer<typeof RebuildGraphRequest>;

export const RebuildGraphResponse = z
  .object({
    orgId: OrgId.nullable().describe('Organisation whose graph was built; null when there was none left'),
    next: OrgId.nullable().describe('Value of `after` for the next request; null at the end'),
    generation: count.describe('The number of the generation that is built'),
    filled: count.describe('Memories that are in it'),
    isLive: z.boolean().describe('Whether it is full and read from now on; false: ask again, with the same `after`'),
  })
  .meta({ id: 'RebuildGraphResponse' });
export type RebuildGraphResponse = z.infer<typeof RebuildGraphResponse>;

/** Routes by which administrators check and rebuild the graphs of the installation. */
export const graphMaintenanceRoutes = {
  graphVerify: {
    service: 'graph-service',
    role: 'admin',
    method: 'POST',
    path: '/v1/graph/verify',
    summary: 'Compare the graph with its memories, one organisation a request',
    body: VerifyRequest,
    output: VerifyResponse,
  },
  graphRebuild: {
    service: 'graph-service',
    role: 'admin',
    method: 'POST',
    path: '/v1/graph/rebuild',
    summary: 'Rebuild the graph in parallel to the live one, then switch to it; some seconds a request',
    body: RebuildGraphRequest,
    output: RebuildGraphResponse,
  },
} as const satisfies Routes;
