import { join } from 'node:path';
import { RouteCaller } from '@cairn/ports';
import { runAblation } from './ablation-run.ts';
import type { Worth } from './ablation.ts';
import type { BenchServer } from './bench-server.ts';
import { readDataSet, type DataSet } from './data-set.ts';
import { hasForeign, measureForeignTopic, type ForeignTopic } from './foreign-topic.ts';
import { load, type ExternalIds } from './load.ts';
import type { QualityRequest } from './quality-request.ts';
import { runView, type ViewResult } from './quality-run.ts';
import { isAction, measurePreflight, PREFLIGHT_VIEW } from './preflight-run.ts';
import { measureRoles, ROLE_VIEWS } from './role-views.ts';
import { reliabilityOf, type Prediction, type Reliability } from './reliability.ts';
import { timed } from './speed-statistics.ts';
import { hasWhy, measureWhy, WHY_VIEW } from './why-run.ts';
import { viewsOf, type View } from './views.ts';
import { scoreCandidatesIn } from './score-candidates.ts';

/** Measurements of one view of one set. */
export interface Measured {
  readonly set: string;
  readonly view: View;
  readonly data: DataSet;
  readonly result: ViewResult;
  /** Reliability; undefined if answers have no confidence. */
  readonly reliability: Reliability | undefined;
  /** Foreign-topic figures; undefined if not requested, or if nothing is foreign. */
  readonly foreignTopic: ForeignTopic | undefined;
  readonly worths: readonly Worth[] | undefined;
}

/** Measures one set's views on the fresh store of a new server. */
export async function measureSet(
  request: QualityRequest,
  set: string,
  start: () => Promise<BenchServer>,
): Promise<Measured[]> {
  const folder = join(request.data, set, request.part);
  const data = await readDataSet(set, folder);
  const server = await start();
  try {
    const { ms, result: externalIds } = await timed(() =>
      load(server, data, (done) => say(`\r${set}: ${done} stored `)),
    );
    say(`\r${set}: ${externalIds.size} items stored and indexed in ${(ms / 1000).toFixed(1)} s\n`);
    if (wantsPreflight(data, request)) await measurePreflight(request, { server, data, externalIds });
    if (wantsWhy(data, request)) await measureWhy(request, { server, data, externalIds });
    await measureRoles(request, { server, data });
    const measured: Measured[] = [];
    for (const view of wantedViews(data, request)) {
      measured.push(await measureView(request, { server, data, view, externalIds }));
    }
    return measured;
  } finally {
    await server.close();
  }
}

const wantsPreflight = ({ queries }: DataSet, { views }: QualityRequest): boolean =>
  queries.some(isAction) && (views?.includes(PREFLIGHT_VIEW) ?? true);

const wantsWhy = (data: DataSet, { views }: QualityRequest): boolean =>
  hasWhy(data) && (views?.includes(WHY_VIEW) ?? true);

const OWN_VIEWS: readonly string[] = [PREFLIGHT_VIEW, WHY_VIEW, ...ROLE_VIEWS];

/** Requested views; an error names a view that the set does not have. */
function wantedViews(data: DataSet, { views: wanted }: QualityRequest): View[] {
  const views = viewsOf(data);
  const missing = (wanted ?? []).filter(
    (name) => !OWN_VIEWS.includes(name) && !views.some((view) => view.name === name),
  );
  if (missing.length > 0)
    say(`${data.name} has no view ${missing.join(', ')}; it has ${views.map(({ name }) => name).join(', ')}\n`);
  return views.filter(({ name }) => !wanted || wanted.includes(name));
}

interface Loaded {
  readonly server: BenchServer;
  readonly data: DataSet;
  readonly view: View;
  readonly externalIds: ExternalIds;
}

async function measureView(request: QualityRequest, { server, data, view, externalIds }: Loaded): Promise<Measured> {
  const asked = { api: server.service.app.get(RouteCaller), principal: server.principal };
  const manner = { recipe: request.recipe, explain: request.confidence };
  const result = await runView(asked, data, view, manner);
  const foreignTopic =
    request.confidence && hasForeign(view) ? await measureForeignTopic(asked, data, result, view, manner) : undefined;
  const worths = request.ablation
    ? await runAblation(scoreCandidatesIn(server), externalIds, data, view, request.recipe)
    : undefined;
  const predictions = predictionsOf(result);
  const reliability = predictions.length > 0 ? reliabilityOf(predictions) : undefined;
  return { set: data.name, view, data, result, reliability, foreignTopic, worths };
}

/** Predictions for questions that the view can answer; others have no rank 1 that could be right. */
const predictionsOf = ({ answers, judgements }: ViewResult): Prediction[] =>
  answers.flatMap(({ id, confidence }) => {
    const judgement = judgements.get(id);
    return confidence === undefined || !judgement ? [] : [{ confidence, isRight: judgement.metrics['R@1'] > 0 }];
  });

const say = (what: string) => process.stderr.write(what);
