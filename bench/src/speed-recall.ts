import type { Principal } from '@cairn/domain';
import type { RouteCaller } from '@cairn/ports';
import type { RawEngines, RawTimes } from './speed-raw.ts';
import { atOnce, median, spreadByStage, spreadOf, timed, type Spread } from './speed-statistics.ts';

/** Recalls of one kind: durations, throughput, and durations by stage if they were explained. */
export interface Pass {
  readonly whole: Spread & { readonly perSecond: number };
  readonly stages: Readonly<Record<string, Spread>>;
}

export async function runPass(
  api: RouteCaller,
  principal: Principal,
  queries: readonly string[],
  width: number,
): Promise<Pass> {
  const ask = async (query: string) => {
    const { ms, result } = await timed(() => api.call('recall', principal, { body: { query, explain: true } }));
    return { ms, timings: result.explain?.timings ?? {} };
  };
  const { ms, result } = await timed(() => atOnce(width, queries, ask));
  const whole = spreadOf(result.map((each) => each.ms));
  return {
    whole: { ...whole, perSecond: (queries.length * 1000) / ms },
    stages: spreadByStage(result.map(({ timings }) => timings)),
  };
}

/** Durations of whole recalls and of the raw calls that they consist of. */
export interface Beside {
  readonly whole: Spread;
  readonly raw: Readonly<Record<string, Spread>>;
  /** Medians, and the ratio of the whole to the critical path. */
  readonly critical: Record<
    'every raw call' | 'searches and hydrate only',
    { path: number; whole: number; ratio: number }
  >;
}

/**
 * Measures each query as a whole and as raw calls, one at a time and in alternating order, so that neither always finds
 * warmer caches. With `embed: false`, the query's vector is cached on both sides.
 */
export async function runBeside(
  api: RouteCaller,
  principal: Principal,
  engines: Pick<RawEngines, 'time'>,
  queries: readonly string[],
  { embed }: { embed: boolean },
): Promise<Beside> {
  const wholes: number[] = [];
  const raws: RawTimes[] = [];
  const whole = async (query: string) => {
    wholes.push((await timed(() => api.call('recall', principal, { body: { query, explain: true } }))).ms);
  };
  const raw = async (query: string) => {
    const { embed: embedding, ...rest } = await engines.time(query);
    raws.push(embed ? { embed: embedding, ...rest } : { embed: 0, ...rest });
  };
  for (const [at, query] of queries.entries()) {
    for (const run of at % 2 === 0 ? [whole, raw] : [raw, whole]) await run(query);
  }
  const besides = (path: number) => ({ path, whole: median(wholes), ratio: median(wholes) / path });
  return {
    whole: spreadOf(wholes),
    raw: spreadByStage(raws.map((times) => ({ ...times }))),
    critical: {
      'every raw call': besides(median(raws.map(everyCall))),
      'searches and hydrate only': besides(median(raws.map(searchesAndHydrate))),
    },
  };
}

const searches = ({ embed, words, vectors }: RawTimes): number => Math.max(words, embed + vectors);

/** Critical path: the longest chain of dependent calls; parallel ones count once. */
export const everyCall = (times: RawTimes): number =>
  searches(times) +
  times.features +
  Math.max(times['other words'], times['other vectors']) +
  times.passages +
  times.hydrate;

export const searchesAndHydrate = (times: RawTimes): number => searches(times) + times.hydrate;
