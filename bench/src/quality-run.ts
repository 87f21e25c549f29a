import { performance } from 'node:perf_hooks';
import type { Hit, MessageSearchRequest, Principal, RecallRequest, RecipeName } from '@cairn/contracts';
import { MessageSearchRequest as MessageSearch, RecallRequest as Recall } from '@cairn/contracts';
import type { RecallApi } from '@cairn/ports';
import type { DataSet, Query } from './data-set.ts';
import { meanOf, metricsOf, type Metrics } from './metrics.ts';
import { goldOf, judgedIds, type View } from './views.ts';

/** One query's answer, as `--out` writes it: the data set's own ids. */
export interface Answer {
  readonly id: string;
  readonly ids: string[];
  readonly scores: number[];
  readonly reason?: string;
}

export interface ViewResult {
  readonly view: string;
  readonly meanMs: number;
  /** By kind of query, and `all`. */
  readonly byKind: Record<string, { n: number } & Metrics>;
  readonly answers: Answer[];
}

/** As deep as the product answers. */
const DEPTH = 100;
/** As deep as an answer is written down. */
const WRITTEN = 50;

/** Puts every query of a set to the product's own recall or message search, and judges the answers. */
export async function runView(
  api: RecallApi,
  principal: Principal,
  data: DataSet,
  view: View,
  recipe: RecipeName,
): Promise<ViewResult> {
  const answers: Answer[] = [];
  const judged = new Map<string, Metrics[]>();
  let spentMs = 0;

  for (const query of data.queries) {
    const started = performance.now();
    const answer = await ask(api, principal, query, view, recipe);
    spentMs += performance.now() - started;

    const ids = judgedIds(answer.hits.map(externalIdOf), query, view, data);
    answers.push({
      id: query.id,
      ids: ids.slice(0, WRITTEN),
      scores: answer.hits.slice(0, WRITTEN).map(({ score }) => score),
      ...(answer.reason ? { reason: answer.reason } : {}),
    });
    const gold = goldOf(query, view, data);
    if (gold.size === 0) continue;
    const metrics = metricsOf(ids, gold);
    for (const kind of ['all', query.kind]) judged.set(kind, [...(judged.get(kind) ?? []), metrics]);
  }

  const byKind = Object.fromEntries([...judged].map(([kind, all]) => [kind, { n: all.length, ...meanOf(all)! }]));
  return { view: view.name, meanMs: spentMs / Math.max(1, data.queries.length), byKind, answers };
}

async function ask(
  api: RecallApi,
  principal: Principal,
  query: Query,
  view: View,
  recipe: RecipeName,
): Promise<{ hits: Hit[]; reason?: string | undefined }> {
  const shared = {
    query: query.query,
    recipe,
    limit: DEPTH,
    ...(view.reach === 'own' ? { channel: query.conversation } : {}),
  };
  if (view.over === 'messages') {
    const request: MessageSearchRequest = MessageSearch.parse(shared);
    const { results, reason } = await api.searchMessages(principal, request);
    return { hits: results, reason };
  }
  const request: RecallRequest = Recall.parse({ ...shared, over: view.over });
  return api.recall(principal, request);
}

const externalIdOf = ({ externalId }: Hit): string => externalId ?? '';
