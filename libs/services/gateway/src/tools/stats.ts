import { StatsResponse } from '@cairn/contracts';
import { newBoundary, renderStats, withShortNames } from '@cairn/prompt';
import { z } from 'zod';

import { defineTool, readOnly } from './tool.ts';

export const statsTool = defineTool({
  name: 'crystal_stats',
  title: 'Memory statistics',
  description:
    'Count the stored items by kind and those of the last 24 hours; list the strongest memories and the state of the search indexes.',
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
