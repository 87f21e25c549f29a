import { parseArgs } from 'node:util';

const USAGE = `npm run bench:cluster -- --data DIR [options]
  --part dev          the part of each set
  --items 20000       memories that recalls are measured over
  --queries 100       of each pass
  --seconds 40        of each run of writes
  --growth            also what 10,000 messages cost in a store of 10,000, 100,000 and 300,000: takes long
  --cost N            only what a call costs each process and server, on N messages, with a stub for the model
  --out OUT           writes the figures to OUT/cluster.json`;

export interface ClusterRequest {
  readonly data: string;
  readonly part: string;
  readonly items: number;
  readonly queries: number;
  readonly seconds: number;
  /** Sizes at which the cost of messages is measured. */
  readonly growth: readonly number[];
  /** Number of messages whose cost alone is measured. */
  readonly cost: number | undefined;
  readonly out: string | undefined;
}

const SIZES = [10_000, 100_000, 300_000];

export function readClusterRequest(args: readonly string[]): ClusterRequest {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      part: { type: 'string', default: 'dev' },
      items: { type: 'string', default: '20000' },
      queries: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '40' },
      growth: { type: 'boolean', default: false },
      cost: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { data, part, growth, cost, out, ...counts } = values;
  if (data === undefined) throw new Error(`--data is missing. Usage: ${USAGE}`);
  const [items, queries, seconds] = [counts.items, counts.queries, counts.seconds].map(countOf) as [
    number,
    number,
    number,
  ];
  return {
    data,
    part,
    items,
    queries,
    seconds,
    growth: growth ? SIZES : [],
    cost: cost === undefined ? undefined : countOf(cost),
    out,
  };
}

function countOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`${text} is no whole number above 0. Usage: ${USAGE}`);
}
