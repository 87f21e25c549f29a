import type { Principal } from '@cairn/domain';
import type { RouteCaller } from '@cairn/ports';
import { ask, AT_ONCE, isLeftEmpty, reachOf, topicalityOf, type Answered, type Manner } from './ask.ts';
import type { DataSet, Query } from './data-set.ts';
import { judgementsOf, type Found, type Judgement } from './judgement.ts';
import { meanOf, type Metrics } from './metrics.ts';
import { atOnce, timed } from './speed-statistics.ts';
import { judgedIds, type View } from './views.ts';

/** Answer to one query, as written by `--out`: ids of the data set. */
interface Answer extends Found {
  readonly scores: readonly number[];
  readonly reason?: string;
  readonly confidence?: number;
  readonly topicality: number;
  readonly isLeftEmpty: boolean;
}

export interface ViewResult {
  readonly view: string;
  /** Mean wall time per question with several in parallel: the duration of a run, not of a recall. */
  readonly meanMs: number;
  /** Metrics by kind of query, and `all`. */
  readonly byKind: Record<string, { n: number } & Metrics>;
  readonly answers: readonly Answer[];
  /** Judgements by query id. */
  readonly judgements: ReadonlyMap<string, Judgement>;
}

/** Server and principal of a run. */
export interface Asked {
  readonly api: RouteCaller;
  readonly principal: Principal;
}

/** Runs every query of a set through the product's own recall or message search, and judges the answers. */
export async function runView(asked: Asked, data: DataSet, view: View, manner: Manner): Promise<ViewResult> {
  const { ms, result: answers } = await timed(() =>
    atOnce(AT_ONCE, data.queries, async (query) =>
      answerOf(await ask(asked, query.query, view, reachOf(query, view), manner), query, view, data),
    ),
  );
  const judgements = judgementsOf(answers, view, data);
  const meanMs = ms / Math.max(1, data.queries.length);
  return { view: view.name, meanMs, byKind: byKindOf(judgements), answers, judgements };
}

function answerOf(answered: Answered, query: Query, view: View, data: DataSet): Answer {
  const { hits, confidence, reason } = answered;
  return {
    id: query.id,
    ids: judgedIds(
      hits.map((hit) => ('externalId' in hit && hit.externalId) || ''),
      query,
      view,
      data,
    ),
    scores: hits.map(({ score }) => score),
    confidence,
    topicality: topicalityOf(answered),
    isLeftEmpty: isLeftEmpty(answered),
    ...(reason !== undefined && { reason }),
  };
}

function byKindOf(judgements: ReadonlyMap<string, Judgement>): ViewResult['byKind'] {
  const all = [...judgements.values()];
  const kinds = ['all', ...new Set(all.map(({ kind }) => kind))];
  const rows = kinds.flatMap((kind) => {
    const metrics = all.filter((judgement) => kind === 'all' || judgement.kind === kind).map((one) => one.metrics);
    const mean = meanOf(metrics);
    return mean ? [[kind, { n: metrics.length, ...mean }] as const] : [];
  });
  return Object.fromEntries(rows);
}
