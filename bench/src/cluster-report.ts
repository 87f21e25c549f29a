import type { ClusterRecall } from './cluster-recall.ts';
import type { GrowthStep } from './cluster-growth.ts';
import { IN_FLIGHT, type Throughput } from './cluster-replicas.ts';
import type { Searchable } from './cluster-searchable.ts';
import type { Report, Table, Target } from './speed-report.ts';
import type { Beside } from './speed-recall.ts';
import type { Spread } from './speed-statistics.ts';

export interface ClusterFigures {
  readonly about: Report['about'];
  readonly roundTrips: Readonly<Record<string, Spread>>;
  readonly recall: ClusterRecall;
  /** Throughput by the number of recall APIs. */
  readonly replicas: Readonly<Record<string, Throughput>>;
  /** Delays by the rate of writes and the kind of embeddings. */
  readonly searchable: Readonly<Record<string, Searchable>>;
  readonly growth: Readonly<Record<number, GrowthStep>>;
}

/** Report in the form of bench:speed, so that the two can be compared. */
export function clusterReport(figures: ClusterFigures): Report {
  const { about, recall, roundTrips, replicas, searchable, growth } = figures;
  const stages = Object.entries(recall.passes).map(([name, pass]) => [`stages, ms: ${name}`, rows(pass.stages)]);
  const watched = (of: (one: Searchable) => object) => mapped(searchable, (one) => ({ ...of(one) }) as Table[string]);
  return {
    about,
    tables: {
      'a server asked for next to nothing, ms': rows(roundTrips),
      ...recallTables(recall),
      ...(Object.fromEntries(stages) as Record<string, Table>),
      [`recalls over HTTP, ${IN_FLIGHT} in flight, ms`]: rows(replicas),
      'due to acknowledged, ms': watched(({ ack }) => ack),
      'acknowledged to words findable, ms': watched(({ words }) => words),
      'acknowledged to vectors findable, ms': watched(({ vectors }) => vectors),
      'writes that went along': watched(({ writesPerSecond, refused, unfound }) => ({
        'acknowledged/s': writesPerSecond,
        refused,
        'not found then': unfound,
      })),
      ...growthTables(growth),
    },
    targets: [...recallTargets(recall), ...Object.entries(searchable).flatMap(searchableTargets)],
  };
}

function recallTables({ adapters, requests, passes, requestsEach }: ClusterRecall): Record<string, Table> {
  const both = { 'calls of the adapters': adapters, 'requests sent again': requests };
  const besides = Object.entries(both).flatMap(([name, embeddings]) =>
    Object.entries(embeddings).map(([embedding, beside]) => [`${embedding}, beside ${name}`, beside] as const),
  );
  return {
    'recall, ms': {
      ...Object.fromEntries(besides.map(([name, { whole }]) => [name, { ...whole }])),
      ...mapped(passes, ({ whole }) => ({ ...whole })),
    },
    'raw: calls of the adapters alone, ms': rows(adapters['local embedder'].raw),
    'raw: their requests sent again by plain clients, ms': rows(requests['local embedder'].raw),
    'requests of a query': { 'on average': requestsEach },
    ...Object.fromEntries(besides.map(([name, { critical }]) => [`critical path, p50 ms: ${name}`, critical])),
  };
}

const MOST_TIMES = 1.3;

/** Targets on the critical path of every raw call; the tables also show that of searches and hydrate alone. */
function recallTargets({ adapters, requests }: ClusterRecall): Target[] {
  const target =
    (beside: string) =>
    ([embedding, { critical }]: [string, Beside]) => ({
      name: `whole / critical path of ${beside}, ${embedding}`,
      measured: critical['every raw call'].ratio,
      most: MOST_TIMES,
      unit: 'times',
    });
  return [
    ...Object.entries(requests).map(target('the raw requests')),
    ...Object.entries(adapters).map(target("the adapters' calls")),
  ];
}

const searchableTargets = ([name, { words, vectors }]: [string, Searchable]): Target[] => [
  { name: `words findable p99, ${name}`, measured: words.p99, most: 1_000, unit: 'ms' },
  { name: `vectors findable p99, ${name}`, measured: vectors.p99, most: 2_000, unit: 'ms' },
];

function growthTables(growth: ClusterFigures['growth']): Record<string, Table> {
  if (Object.keys(growth).length === 0) return {};
  const inMb = (bytes: GrowthStep['bytes']) => mapped(bytes, (value) => value / 1024 / 1024);
  return {
    'seconds for the last 10,000 messages': mapped(growth, ({ seconds }) => ({ seconds })),
    'their processor seconds': mapped(growth, ({ cpuSeconds }) => known(cpuSeconds)),
    'their bytes, MB': mapped(growth, ({ bytes }) => known(inMb(bytes))),
  };
}

/** Drops unknown values: the processes of external servers cannot be measured. */
const known = (row: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => !Number.isNaN(value)));

const rows = (spreads: Readonly<Record<string, Spread>>): Table => mapped(spreads, (spread) => ({ ...spread }));

const mapped = <Value, Result>(values: Readonly<Record<string, Value>>, of: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]));
