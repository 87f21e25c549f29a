import {
  CairnError,
  Confirmation,
  DecisionRequest,
  DecisionsRequest,
  DecisionsResponse,
  Proposal,
  ProposalsQuery,
  ProposalsResponse,
  describeReaders,
  proposalActs,
  shortIdOf,
  formatCount,
  type Decision,
  type MemoryId,
} from '@cairn/contracts';
import { newBoundary, renderList } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetChars, budgetOf } from './budget.ts';
import { defineTool, type Call } from './tool.ts';

const modes = ['list', ...proposalActs, 'confirm', 'unconfirm'] as const;

const { kind, project, status, owner, agent, cursor } = ProposalsQuery.shape;
const { title, content, visibility, into, reason } = DecisionRequest.shape;

const Input = z.strictObject({
  mode: z
    .enum(modes)
    .default('list')
    .describe(
      'list, or a decision; reject: it is not true; mine: keep it for its owner; confirm: an active memory is true; unconfirm: take that back',
    ),
  memoryIds: DecisionsRequest.shape.ids.optional().describe('For a decision: the ids, as list shows them'),
  title: title.describe('For correct: the right title'),
  content: content.describe('For correct: the right text'),
  visibility: visibility.describe('For keep and correct: readers, org or team:NAME'),
  into: into.describe('For merge: the memory that gets the evidence'),
  reason,
  kind: kind.describe('For list: only this kind'),
  ...{ project, status, owner, agent, cursor },
  limit: z.number().int().min(1).max(100).default(20).describe('For list: how many'),
  budgetChars,
});
type Input = z.output<typeof Input>;

const Listed = Proposal.pick({
  ...{ memoryId: true, kind: true, certainty: true, visibility: true, isOwn: true, needsPerson: true },
});

const Output = z.object({
  mode: z.enum(modes),
  proposals: z.array(Listed).optional().describe('After list, in the order of the text'),
  counts: ProposalsResponse.shape.counts.optional().describe('After list: how many of each kind wait in all'),
  nextCursor: z.string().nullish().describe('After list'),
  decisions: DecisionsResponse.shape.decisions.optional().describe('After a decision'),
  confirmations: z.array(Confirmation).optional().describe('After confirm or unconfirm'),
  failures: DecisionsResponse.shape.failures.optional().describe('After a decision: ids on which nothing was decided'),
});

export const reviewTool = defineTool({
  name: 'crystal_review',
  title: 'Review proposed memories',
  description:
    'List memories that are proposed and wait for a review, with the words that were said, and decide on them: keep, correct, merge, reject, keep for the owner alone, undo. Decide only what a person told you; a rule is kept by a person alone.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: Input,
  output: Output,
  async run({ call }, args) {
    const { text, ...answer } = await answerTo(call, args);
    const beside = 'nextCursor' in answer && answer.nextCursor ? { nextCursor: answer.nextCursor } : {};
    return { text, beside, answer: { ...answer, mode: args.mode } };
  },
});

function answerTo(call: Call, args: Input) {
  if (args.mode === 'list') return list(call, args);
  return args.mode === 'confirm' || args.mode === 'unconfirm' ? confirm(call, args) : decide(call, args);
}

async function list(call: Call, { kind, project, status, owner, agent, cursor, limit, ...args }: Input) {
  const query = { kind, project, status, owner, agent, cursor, limit };
  const { proposals, counts, nextCursor } = await call('listProposals', { query });
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const text = renderList({
    heading: `Proposed memories (${status}), ${proposals.length} of ${all}`,
    boundary: newBoundary(),
    budgetChars: blockBudgetOf(budgetOf(args)),
    notes: proposals.length === 0 ? ['nothing waits for a review'] : [],
    entries: proposals.map((each) => ({ about: aboutOf(each), text: textOf(each) })),
  });
  return { text, proposals: proposals.map((each) => Listed.parse(each)), counts, nextCursor };
}

const aboutOf = ({ memoryId, kind, proposedBy, isOwn, owner, needsPerson }: Proposal): string =>
  [
    `id ${shortIdOf(memoryId)}`,
    kind,
    `by ${proposedBy.name ?? 'somebody'}`,
    ...(isOwn ? [] : [`of ${owner.name ?? 'somebody'}`]),
    ...(needsPerson ? ['a person must keep it'] : []),
  ].join(' · ');

const textOf = ({ title, content, quotes, replaces }: Proposal): string =>
  [
    content.includes(title) ? content : `${title}: ${content}`,
    ...quotes.filter(({ text }) => text !== content).map(({ text }) => `said: ${JSON.stringify(text)}`),
    ...(replaces ? [`contradicts ${shortIdOf(replaces.memoryId)}: ${replaces.content}`] : []),
  ].join('\n');

async function decide(call: Call, { mode, memoryIds, title, content, visibility, into, reason }: Input) {
  if (memoryIds === undefined) throw noIdsError(mode, mode === 'correct' ? 'one id of list' : 'ids of list');
  if (mode === 'correct' && memoryIds.length !== 1) throw noIdsError(mode, 'one id of list');
  const shared = { visibility, into, reason };
  const { decisions, failures } =
    mode === 'correct'
      ? await correct(call, memoryIds[0]!, { title, content, ...shared })
      : await call('decideProposals', { body: { act: mode as 'keep', ids: memoryIds, ...shared } });
  const lines = [
    ...decisions.map(sentenceOf),
    ...failures.map(({ memoryId, message }) => `${shortIdOf(memoryId)}: ${message}`),
  ];
  return { text: lines.join('\n') || formatCount(0, 'decision'), decisions, failures };
}

const noIdsError = (mode: Input['mode'], allowed: string): CairnError =>
  new CairnError('request/invalid', `crystal_review needs memoryIds for ${mode}.`, {
    issues: [{ field: 'memoryIds', message: 'is required', allowed }],
  });

/** Confirms active memories, or takes confirmations back, each on its own. */
async function confirm(call: Call, { mode, memoryIds }: Input) {
  if (memoryIds === undefined) throw noIdsError(mode, 'ids of active memories');
  const confirmations: Confirmation[] = [];
  const failures: DecisionsResponse['failures'] = [];
  for (const id of new Set(memoryIds))
    try {
      const route = mode === 'confirm' ? 'confirmMemory' : 'unconfirmMemory';
      confirmations.push(await call(route, { params: { id }, query: {} }));
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      failures.push({ memoryId: id, code: error.code, message: error.message });
    }
  const lines = [
    ...confirmations.map(
      ({ memoryId, confirmedAt }) =>
        `${shortIdOf(memoryId)} is ${confirmedAt === null ? 'not confirmed' : 'confirmed'}.`,
    ),
    ...failures.map(({ memoryId, message }) => `${shortIdOf(memoryId)}: ${message}`),
  ];
  return { text: lines.join('\n'), confirmations, failures };
}

async function correct(call: Call, id: MemoryId, body: z.input<typeof DecisionRequest>): Promise<DecisionsResponse> {
  return { decisions: [await call('decideProposal', { params: { id, act: 'correct' }, body })], failures: [] };
}

function sentenceOf({ memoryId, status, visibility, into, replaced, contradicts }: Decision): string {
  const id = shortIdOf(memoryId);
  const met = [
    ...(into ? [`its evidence is in ${shortIdOf(into)} now`] : []),
    ...(replaced ? [`${shortIdOf(replaced)} was ${status === 'waiting' ? 'made active again' : 'superseded'}`] : []),
    ...(contradicts ? [`it contradicts ${shortIdOf(contradicts)}, which stays`] : []),
  ];
  const done =
    status === 'kept' ? `kept, ${describeReaders(visibility)}` : status === 'waiting' ? 'a proposal again' : status;
  return `The proposal ${id} is ${done}${met.map((each) => `; ${each}`).join('')}.`;
}
