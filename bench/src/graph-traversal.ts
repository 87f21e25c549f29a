import type { GraphAnswer } from './graph-answers.ts';
import type { GraphMemory, GraphQuery, GraphSet } from './graph-set.ts';

/**
 * Baseline: traversal of the declared relations by exact name, without path rules, places, types or name resolution. The flat
 * baseline, from the best memories of a word search, is score_graph.py's `--flat`.
 */
export function traversalAnswers({ memories, queries }: GraphSet): GraphAnswer[] {
  const byConversation = Map.groupBy(memories, ({ conversation }) => conversation);
  return queries.map((query) =>
    plain(query, byConversation.get(query.conversation)?.flatMap((one) => one.relations) ?? []),
  );
}

type Relation = GraphMemory['relations'][number];

function plain({ id, kind, params }: GraphQuery, relations: readonly Relation[]): GraphAnswer {
  const entity = params.entity ?? '';
  const owning = relations.filter(({ type }) => type === 'owns' || type === 'maintains');
  if (kind === 'who_owns') return { id, owners: owning.filter(({ to }) => to === entity).map(({ from }) => from) };
  if (kind === 'owned_by') return { id, owned: owning.filter(({ from }) => from === entity).map(({ to }) => to) };
  if (kind === 'dependency_chain') {
    const edges = relations.filter(({ type }) => type === 'depends_on').map(({ from, to }) => [from, to] as const);
    const { depths } = walk(edges, entity, params.maxDepth ?? 3);
    depths.delete(entity);
    return { id, nodes: Object.fromEntries(depths) };
  }
  const edges = relations.flatMap(({ from, to }) => [[from, to] as const, [to, from] as const]);
  return { id, path: pathTo(walk(edges, params.entityA ?? '', 6).parents, params.entityA ?? '', params.entityB ?? '') };
}

function walk(edges: readonly (readonly [string, string])[], start: string, depthMax: number) {
  const next = Map.groupBy(edges, ([from]) => from);
  const depths = new Map([[start, 0]]);
  const parents = new Map<string, string>();
  for (const [at, depth] of depths)
    for (const [, to] of depth < depthMax ? (next.get(at) ?? []) : []) {
      if (depths.has(to)) continue;
      depths.set(to, depth + 1);
      parents.set(to, at);
    }
  return { depths, parents };
}

function pathTo(parents: ReadonlyMap<string, string>, start: string, end: string): string[] | null {
  if (!parents.has(end)) return null;
  const path = [end];
  for (let at = parents.get(end); at !== undefined; at = parents.get(at)) path.unshift(at);
  return path[0] === start ? path : null;
}
