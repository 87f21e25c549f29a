import { RouteCaller } from '@cairn/ports';
import { AT_ONCE, DEPTH } from './ask.ts';
import type { BenchServer } from './bench-server.ts';
import type { DataSet, Query } from './data-set.ts';
import { judgementsOf, type Found } from './judgement.ts';
import type { ExternalIds } from './load.ts';
import { meanOf } from './metrics.ts';
import type { QualityRequest } from './quality-request.ts';
import { atOnce } from './speed-statistics.ts';
import { judgedIds, viewsOf, type View } from './views.ts';
import { writeLines } from './written-answers.ts';

/** View of questions of why, which are sent to `why` in place of recall. */
export const WHY_VIEW = 'why';

/** Kind of questions whose gold is the answering section itself. */
const WHY_NOT = 'why-not';

/** Answer to one question, as written by `--out`: ids of the data set. */
interface Explained extends Found {
  /** Id of the item that the first quotation is from. */
  readonly first: string | undefined;
  readonly isFound: boolean;
}

interface Loaded {
  readonly server: BenchServer;
  readonly data: DataSet;
  readonly externalIds: ExternalIds;
}

export const hasWhy = ({ queries }: DataSet): boolean => queries.some(({ kind }) => kind === WHY_NOT);

/** Sends every question to `why`, prints the ranks of related memories and the sources of first quotations, and writes them. */
export async function measureWhy(request: QualityRequest, { server, data, externalIds }: Loaded): Promise<void> {
  const api = server.service.app.get(RouteCaller);
  const view = viewsOf(data).find(({ name }) => name === 'memories-own')!;
  const explained = await atOnce(AT_ONCE, data.queries, async (query): Promise<Explained> => {
    const body = { decision: query.query, channel: query.conversation, limit: DEPTH };
    const answer = await api.call('why', server.principal, { body });
    const [first] = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/.exec(answer.reasoning) ?? [];
    return {
      id: query.id,
      ids: judgedIds(
        answer.relatedMemories.map(({ externalId }) => externalId ?? ''),
        query,
        view,
        data,
      ),
      first: first && externalIds.get(first),
      isFound: answer.decision !== null,
    };
  });
  console.log(`\n${whyText(data, view, explained)}`);
  if (request.out) writeLines(request.out, { set: data.name, view: WHY_VIEW }, explained);
}

/** Ranks of related memories by kind, the share of first quotations from a gold section, and of questions without a decision. */
function whyText(data: DataSet, view: View, explained: readonly Explained[]): string {
  const judgements = judgementsOf(explained, view, data);
  const byId = new Map(explained.map((one) => [one.id, one]));
  const lines = [...Map.groupBy(data.queries, ({ kind }) => kind)].flatMap(([kind, queries]) => {
    const mean = meanOf(queries.flatMap(({ id }) => judgements.get(id)?.metrics ?? []));
    if (!mean) return [];
    const quoted = queries.filter((query) => isQuoted(query, byId.get(query.id)));
    const share = kind === WHY_NOT ? `; first quotation gold ${(quoted.length / queries.length).toFixed(3)}` : '';
    return [`  ${kind} (${queries.length}): R@10 ${mean['R@10'].toFixed(3)}, MRR ${mean.MRR.toFixed(3)}${share}`];
  });
  const missing = explained.filter(({ isFound }) => !isFound).length;
  return [`${data.name} ${WHY_VIEW}`, ...lines, `  no decision found: ${missing}`].join('\n');
}

const isQuoted = ({ gold }: Query, explained: Explained | undefined): boolean =>
  explained?.first !== undefined && gold.includes(explained.first);
