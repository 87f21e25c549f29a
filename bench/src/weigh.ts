import type { Principal, RecallRequest } from '@cairn/contracts';
import { Embedders, RecallApi } from '@cairn/ports';
import { rank, type Candidate, type Recipe } from '@cairn/ranking';
import type { Weigh } from './ablation-run.ts';
import type { BenchServer } from './bench-server.ts';

/** What the recall use case offers beyond its port, for the bench alone. */
interface Weigher {
  weigh(
    principal: Principal,
    request: RecallRequest,
  ): Promise<{ readonly candidates: readonly Candidate[]; readonly recipe: Recipe }>;
}

const isWeigher = (api: object): api is Weigher => 'weigh' in api;

/** Candidates as the product's own recall gathers them, before it orders them. */
export function weighIn({ service, principal }: BenchServer): Weigh {
  const recall = service.app.get(RecallApi);
  if (!isWeigher(recall)) throw new Error('an ablation needs the recall use case itself, which weighs candidates');
  const embedders = service.app.get(Embedders);
  return async (request) => {
    const { scale } = await embedders.live();
    const { candidates, recipe } = await recall.weigh(principal, request);
    return { recipe, rankedBy: (other) => rank(candidates, other, scale).map(({ id }) => id) };
  };
}
