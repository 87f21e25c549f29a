import { RouteCaller } from '@cairn/ports';
import type { PreflightRequest, Verdict } from '@cairn/contracts';
import { AT_ONCE } from './ask.ts';
import type { BenchServer } from './bench-server.ts';
import type { DataSet, Query } from './data-set.ts';
import type { ExternalIds } from './load.ts';
import type { QualityRequest } from './quality-request.ts';
import { atOnce } from './speed-statistics.ts';
import { writeLines } from './written-answers.ts';

/** View of actions and their verdicts. */
export const PREFLIGHT_VIEW = 'actions';

/** Kinds of questions whose answer must follow a standing instruction; the gold is the place of the instruction. */
const STANDING_KINDS: ReadonlySet<string> = new Set(['instruction_following', 'preference_following']);

export const isAction = ({ target, kind }: Query): boolean => target === 'preflight' || STANDING_KINDS.has(kind);

/** Answer for one action, as written by `--out`: ids of the data set, gravest first. */
interface CheckedAction {
  readonly id: string;
  readonly verdict: Verdict;
  readonly items: readonly string[];
}

interface Loaded {
  readonly server: BenchServer;
  readonly data: DataSet;
  readonly externalIds: ExternalIds;
}

/** Runs the product's own preflight on every action of a set, prints the verdicts by kind, and writes them. */
export async function measurePreflight(request: QualityRequest, { server, data, externalIds }: Loaded): Promise<void> {
  const api = server.service.app.get(RouteCaller);
  const actions = data.queries.filter(isAction);
  const checked = await atOnce(AT_ONCE, actions, async (action) => {
    const { verdict, items } = await api.call('preflight', server.principal, { body: requestOf(action) });
    return { id: action.id, verdict, items: items.map(({ id }) => externalIds.get(id) ?? '') };
  });
  console.log(`\n${preflightText(data.name, actions, checked)}`);
  if (request.out) writeLines(request.out, { set: data.name, view: PREFLIGHT_VIEW }, checked);
}

/** Request with the longest time limit, since several run at once. */
const requestOf = ({ query, conversation }: Query): PreflightRequest => ({
  action: query,
  channel: conversation,
  limit: 10,
  explain: true,
  waitMs: 2_000,
});

/** Table of verdicts by kind, with the share of actions that have a gold item among the first five. */
function preflightText(set: string, actions: readonly Query[], checked: readonly CheckedAction[]): string {
  const byId = new Map(checked.map((one) => [one.id, one]));
  const kinds = [...Map.groupBy(actions, ({ kind }) => kind)];
  const lines = kinds.map(([kind, some]) => {
    const answers = some.map(({ id, gold }) => ({ gold, ...byId.get(id)! }));
    const counts = Object.entries(Object.groupBy(answers, ({ verdict }) => verdict));
    const withGold = answers.filter(({ gold }) => gold.length > 0);
    const found = withGold.filter(({ gold, items }) => items.slice(0, 5).some((id) => gold.includes(id)));
    const told = counts.map(([verdict, some = []]) => `${verdict} ${some.length}`).join(', ');
    return `  ${kind}: ${told}${withGold.length > 0 ? `; gold in five ${found.length} of ${withGold.length}` : ''}`;
  });
  return [`${set} ${PREFLIGHT_VIEW}`, ...lines].join('\n');
}
