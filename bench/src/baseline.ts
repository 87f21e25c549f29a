import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Metrics } from './metrics.ts';

const Row = z.object({ n: z.number(), 'R@10': z.number(), MRR: z.number(), 'nDCG@10': z.number() });
const Baseline = z.record(z.string(), z.record(z.string(), z.object({ by: z.record(z.string(), Row) })));
type Baseline = z.infer<typeof Baseline>;

export type BaselineRow = Pick<Metrics, 'R@10' | 'MRR' | 'nDCG@10'>;

/** Reads the figures of plain BM25 beside the data, if there are any: by set, view and kind. */
export function readBaseline(dataDir: string): (set: string, view: string, kind: string) => BaselineRow | undefined {
  const path = join(dataDir, 'baseline-bm25.json');
  const baseline: Baseline = existsSync(path) ? Baseline.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  return (set, view, kind) => baseline[set]?.[view.replace('-', ' ')]?.by[kind];
}
