import type { GraphReader } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { Graphs } from './graph.ts';
import { idOfKey } from './said-rows.ts';

/** The graph as a scope sees it. */
export function graphReader(graphs: Graphs, scope: Scope): GraphReader {
  const findByNames = (names: readonly string[], limit: number) => graphs.named({ scope, names, limit });
  return {
    async load(ids) {
      const byId = new Map((await graphs.load({ scope, ids })).map((entity) => [entity.id, entity]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    findByKeys: (keys) => graphs.load({ scope, ids: [...new Set(keys.map(idOfKey))] }),
    findByName: (name, limit) => findByNames([name], limit),
    findByNames,
    findByTokens: (tokens, limit) => graphs.tokens({ scope, tokens, limit }),
    neighbours: (query) => graphs.neighbours({ scope, query }),
    proven: (relations, asOf) => graphs.proven({ scope, relations, asOf }),
    ruledRepositories: (limit) => graphs.ruledRepositories({ scope, limit }),
    rules: (place, asOf) => graphs.rules({ scope, place, asOf }),
  };
}
