import { RouteCaller } from '@cairn/ports';
import { ask, AT_ONCE, reachOf, type Answered } from './ask.ts';
import type { BenchServer } from './bench-server.ts';
import { RENEWAL_SIGNAL } from '@cairn/ranking';
import type { DataSet, Query } from './data-set.ts';
import type { QualityRequest } from './quality-request.ts';
import { atOnce } from './speed-statistics.ts';
import type { View } from './views.ts';
import { writeLines } from './written-answers.ts';

/** Views about updates (new before old) and contradictions (both sides found and flagged). */
export const ROLE_VIEWS = ['updates', 'contradictions'];

/** Role names of the two pieces of evidence in the data. */
const OLD_AND_NEW = ['original_info', 'updated_info'] as const;
const BOTH_SIDES = ['first_statement', 'second_statement'] as const;

const FIRST = 10;
const messages: View = { name: 'messages-own', sources: 'messages', reach: 'own', bySession: false };

/** Answer to one question, with ids of the data set. */
export interface RolesAnswer {
  readonly id: string;
  readonly ids: readonly string[];
  /** True if the answer flags a contradiction between two of its hits. */
  readonly isFlagged: boolean;
  /** Ids of hits that were moved above the ones they renew. */
  readonly moved: readonly string[];
}

export interface Updates {
  readonly n: number;
  readonly newAboveOld: number;
  /** Hits of these questions that were moved above the ones they renew, and how many of them are no evidence. */
  readonly moved: number;
  readonly falselyMoved: number;
  /** Moved hits of all other questions. */
  readonly movedElsewhere: number;
}

export interface Contradictions {
  readonly n: number;
  readonly bothInFirstTen: number;
  readonly flagged: number;
  /** Number of other questions, and how many of their answers are flagged, which is the cost of the flag. */
  readonly others: number;
  readonly othersFlagged: number;
}

/** Runs every question with gold roles through the product's own message search, ten hits long, and prints the figures. */
export async function measureRoles(
  request: QualityRequest,
  { server, data }: { readonly server: BenchServer; readonly data: DataSet },
): Promise<void> {
  const wanted = ROLE_VIEWS.filter((name) => request.views?.includes(name) ?? true);
  if (wanted.length === 0 || !data.queries.some(({ goldRoles }) => goldRoles)) return;
  const asked = { api: server.service.app.get(RouteCaller), principal: server.principal };
  const answers = await atOnce(AT_ONCE, data.queries, async (query) =>
    rolesAnswerOf(
      query,
      await ask(asked, query.query, messages, reachOf(query, messages), { recipe: request.recipe, explain: true }),
    ),
  );
  if (wanted.includes('updates')) console.log(`\n${updatesText(data.name, updatesIn(data.queries, answers))}`);
  if (wanted.includes('contradictions'))
    console.log(`\n${contradictionsText(data.name, contradictionsIn(data.queries, answers))}`);
  if (request.out) writeLines(request.out, { set: data.name, view: 'roles' }, answers);
}

function rolesAnswerOf({ id }: Query, { hits, flags }: Answered): RolesAnswer {
  const said = hits.filter((hit) => hit.kind === 'message');
  const compared = new Set<string>(said.slice(0, FIRST).map(({ messageId }) => messageId));
  const isFlagged = flags.some((flag) => flag.code === 'contradiction' && flag.ids.every((one) => compared.has(one)));
  const ids = (some: typeof said) => some.map(({ externalId }) => externalId ?? '');
  const moved = said.filter(({ parts = [] }) => parts.some(({ signal }) => signal === RENEWAL_SIGNAL));
  return { id, ids: ids(said), isFlagged, moved: ids(moved) };
}

/** Best rank of these ids; infinite if none is found. */
const rankOf = (ids: readonly string[], gold: readonly string[]): number =>
  Math.min(...gold.map((id) => ids.indexOf(id)).map((rank) => (rank < 0 ? Infinity : rank)), Infinity);

export function updatesIn(queries: readonly Query[], answers: readonly RolesAnswer[]): Updates {
  const some = withRoles(queries, answers, OLD_AND_NEW);
  const goldById = new Map(queries.map(({ id, gold }) => [id, gold]));
  const moved = some.flatMap(([, , answer]) => answer.moved.map((id) => ({ id, gold: goldById.get(answer.id)! })));
  return {
    n: some.length,
    newAboveOld: some.filter(([old, renewed]) => renewed < old).length,
    moved: moved.length,
    falselyMoved: moved.filter(({ id, gold }) => !gold.includes(id)).length,
    movedElsewhere: answers.reduce((sum, answer) => sum + answer.moved.length, 0) - moved.length,
  };
}

export function contradictionsIn(queries: readonly Query[], answers: readonly RolesAnswer[]): Contradictions {
  const some = withRoles(queries, answers, BOTH_SIDES);
  const ids = new Set(some.map(([, , { id }]) => id));
  const others = answers.filter(({ id }) => !ids.has(id));
  return {
    n: some.length,
    bothInFirstTen: some.filter(([one, other]) => one < FIRST && other < FIRST).length,
    flagged: some.filter(([, , { isFlagged }]) => isFlagged).length,
    others: others.length,
    othersFlagged: others.filter(({ isFlagged }) => isFlagged).length,
  };
}

/** Ranks of both roles in each answer to a question that has them. */
function withRoles(
  queries: readonly Query[],
  answers: readonly RolesAnswer[],
  [first, second]: readonly [string, string],
): (readonly [number, number, RolesAnswer])[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return queries.flatMap(({ id, goldRoles }) => {
    const answer = byId.get(id);
    if (!answer || !goldRoles?.[first] || !goldRoles[second]) return [];
    return [[rankOf(answer.ids, goldRoles[first]), rankOf(answer.ids, goldRoles[second]), answer] as const];
  });
}

export const updatesText = (set: string, { n, newAboveOld, moved, falselyMoved, movedElsewhere }: Updates): string =>
  `${set} updates: new above old ${newAboveOld} of ${n}; hits moved ${moved}, of them no evidence ${falselyMoved}; ` +
  `moved in other questions ${movedElsewhere}`;

export const contradictionsText = (set: string, one: Contradictions): string =>
  `${set} contradictions: both sides in the first ten ${one.bothInFirstTen} of ${one.n}, flagged ${one.flagged} of ${one.n}; ` +
  `of other questions ${one.othersFlagged} of ${one.others}`;
