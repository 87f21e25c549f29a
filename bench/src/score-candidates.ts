import { Embedders } from '@cairn/ports';
import { rankCandidates } from '@cairn/ranking';
import { Recall } from '@cairn/service-recall';
import type { ScoreCandidates } from './ablation-run.ts';
import type { BenchServer } from './bench-server.ts';

/** Retrieves candidates with the product's own recall, before it ranks them. */
export function scoreCandidatesIn({ service, principal }: BenchServer): ScoreCandidates {
  const recall = service.app.get(Recall);
  const embedders = service.app.get(Embedders);
  return async (request) => {
    const { scale } = await embedders.live();
    const { candidates, recipe } = await recall.scored(principal, request);
    return { recipe, rankedBy: (other) => rankCandidates(candidates, other, scale).map(({ id }) => id) };
  };
}
