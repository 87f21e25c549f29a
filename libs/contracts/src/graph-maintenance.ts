import { z } from 'zod';
import type { Routes } from './route.ts';

const GraphProgress = z
  .object({
    remaining: z.number().int().min(0).describe('Memories of all organisations that the graph has yet to read'),
  })
  .meta({ id: 'GraphProgress' });

/** Routes by which administrators of the installation look after the graphs of all its organisations. */
export const graphMaintenanceRoutes = {
  graphProgress: {
    service: 'graph-service',
    role: 'admin',
    method: 'GET',
    path: '/v1/graph/progress',
    summary: 'Count the memories that the graph has yet to read',
    output: GraphProgress,
  },
  graphRebuild: {
    service: 'graph-service',
    role: 'admin',
    method: 'POST',
    path: '/v1/graph/rebuild',
    summary: 'Have the graph read every memory again; what it has of a memory stays until then',
    output: GraphProgress,
  },
} as const satisfies Routes;
