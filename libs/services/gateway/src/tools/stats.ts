import { StatsResponse } from '@cairn/contracts';
import { newBoundary, renderStats, withShortNames } from '@cairn/prompt';
import { z } from 'zod';

import { defineTool, readOnly } from './tool.ts';

export const statsTool = defineTool({
  name: 'crystal_stats',
  title: 'Memory statistics',
  description:
    'How much is stored, of which kinds, what came in within 24 hours, the strongest memories, and how far the search indexes are.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({}),
  output: z.object(StatsResponse.shape),
  async run({ call }) {
    const all = await call('stats', {});
    const stats = { ...all, strongest: all.strongest.map(withShortNames) };
    return { text: renderStats({ heading: 'Cairn Memory Stats', stats, boundary: newBoundary() }), answer: stats };
  },
});
