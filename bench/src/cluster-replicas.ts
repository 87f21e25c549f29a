import type { ApiClient } from './cluster-client.ts';
import { atOnce, spreadOf, timed, type Spread } from './speed-statistics.ts';

export type Throughput = Spread & { readonly perSecond: number };

export const IN_FLIGHT = 16;

/** Measures recalls over HTTP with this many in flight, spread over the replicas in turn. */
export async function measureReplicas(
  client: ApiClient,
  replicas: readonly string[],
  queries: readonly string[],
): Promise<Throughput> {
  const asked = queries.map((query, at) => ({ query, url: `${replicas[at % replicas.length]}/v1/recall` }));
  const ask = async ({ query, url }: (typeof asked)[number]) => (await timed(() => client.post(url, { query }))).ms;
  const { ms, result } = await timed(() => atOnce(IN_FLIGHT, asked, ask));
  return { ...spreadOf(result), perSecond: (queries.length * 1000) / ms };
}
