import type { GraphAnswer } from './graph-answers.ts';
import type { GraphQuery, GraphSet } from './graph-set.ts';

/** Number of questions of a kind that were answered exactly. */
export interface GraphScore {
  readonly kind: string;
  readonly asked: number;
  readonly exact: number;
}

/** Counts exact answers by kind and in total, like score_graph.py. */
export function scoreGraph(
  set: GraphSet,
  queries: readonly GraphQuery[],
  answers: readonly GraphAnswer[],
): GraphScore[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const joined = joinedPairs(set);
  const judged = queries.map((query) => ({ query, isExact: isExact(query, byId.get(query.id), joined) }));
  const kinds = Map.groupBy(judged, ({ query }) => query.kind);
  return [...kinds, ['all', judged] as const].map(([kind, rows]) => ({
    kind,
    asked: rows.length,
    exact: rows.filter((row) => row.isExact).length,
  }));
}

function joinedPairs({ memories, edges }: GraphSet): Set<string> {
  const conversations = new Map(memories.map(({ tags, conversation }) => [tags.at(-1), conversation]));
  return new Set(
    edges.flatMap(({ repo, from, to }) => {
      const conversation = conversations.get(repo);
      return [pairOf(conversation, from, to), pairOf(conversation, to, from)];
    }),
  );
}

const pairOf = (...parts: readonly (string | undefined)[]) => JSON.stringify(parts);

function isExact(query: GraphQuery, given: GraphAnswer | undefined, joined: ReadonlySet<string>): boolean {
  const { answer } = query;
  if (query.kind === 'who_owns') return isSameSet(given?.owners, answer.owners);
  if (query.kind === 'owned_by') return isSameSet(given?.owned, answer.owned);
  if (query.kind === 'dependency_chain')
    return isSameSet(Object.entries(given?.nodes ?? {}).map(String), Object.entries(answer.nodes ?? {}).map(String));
  return isShortest(query, given?.path, joined);
}

function isSameSet(given: readonly string[] = [], wanted: readonly string[] = []): boolean {
  const all = new Set(given);
  return all.size === new Set(wanted).size && wanted.every((one) => all.has(one));
}

function isShortest(
  { conversation, params, answer }: GraphQuery,
  path: GraphAnswer['path'],
  joined: ReadonlySet<string>,
): boolean {
  if (answer.distance === null || answer.distance === undefined) return path === null;
  if (!path || path[0] !== params.entityA || path.at(-1) !== params.entityB) return false;
  const steps = path.slice(1).map((to, index) => pairOf(conversation, path[index], to));
  return path.length === answer.distance + 1 && steps.every((step) => joined.has(step));
}
