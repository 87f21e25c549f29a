import {
  ConnectionRequest,
  ConnectionResponse,
  DependenciesRequest,
  DependenciesResponse,
  ExploreRequest,
  ExploreResponse,
  OwnersRequest,
  OwnersResponse,
  NamedElsewhere,
  NamedNode,
  shortIdOf,
} from '@cairn/contracts';
import { newBoundary, renderList } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetChars, budgetOf, leftOutField } from './budget.ts';
import { defineTool, readOnly } from './tool.ts';

/** Number of memories that an answer names for a relation; the HTTP route names more. */
const PROOFS_MAX = 3;
/** Number of characters that an answer needs in addition to its lists. */
const FRAME_CHARS = 900;
const NAME_CHARS = 160;

const leftOutFields = { leftOut: leftOutField };

interface Proven {
  readonly evidenceMemoryIds: readonly string[];
  readonly evidence: readonly { readonly path?: string | undefined; readonly line?: number | undefined }[];
}

/**
 * Cuts the memories and the evidence of a relation to `PROOFS_MAX` each. Keeps only evidence from lines of files, which
 * is better than evidence from memories.
 */
const limitProofs = <Row extends Proven>(row: Row): Row => ({
  ...row,
  evidenceMemoryIds: row.evidenceMemoryIds.slice(0, PROOFS_MAX),
  evidence: row.evidence.filter(({ path }) => path !== undefined).slice(0, PROOFS_MAX),
});

/** Fits lists into a budget one after the other, and counts the items that it leaves out. */
class TextBudget {
  leftOut = 0;
  private left: number;

  constructor(budget: number, text: string) {
    this.left = budget - text.length - FRAME_CHARS;
  }

  fit<Row>(rows: readonly Row[]): Row[] {
    const shown: Row[] = [];
    for (const row of rows) {
      const size = JSON.stringify(row).length + 2;
      if (size > this.left) break;
      this.left -= size;
      shown.push(row);
    }
    this.leftOut += rows.length - shown.length;
    return shown;
  }

  get told() {
    return this.leftOut > 0 ? { leftOut: this.leftOut, truncated: true } : {};
  }
}

const listNames = (nodes: NamedNode['near']) => nodes.map(({ key }) => quoteName(key)).join(', ');

/** Quotes a name from stored texts, for use in sentences of the tool. */
const quoteName = (name: string) => JSON.stringify(name.slice(0, NAME_CHARS));

/**
 * Schema of a resolved name in the JSON part. It has the ids of the quoted memories; only the text has the quotations.
 */
const LeanNamed = NamedNode.extend({
  elsewhere: NamedElsewhere.omit({ quotes: true })
    .extend({ memoryIds: NamedElsewhere.shape.quotes.element.shape.memoryId.array() })
    .optional(),
});

function omitEmptyFields({ elsewhere, ...named }: NamedNode): z.infer<typeof LeanNamed> {
  if (!elsewhere) return named;
  const { quotes, ...counted } = elsewhere;
  return { ...named, elsewhere: { ...counted, memoryIds: quotes.map(({ memoryId }) => memoryId) } };
}

/** Explains a name that was not resolved to exactly one entity. */
function noteOf({ name, resolution, candidates, near, elsewhere }: NamedNode): string[] {
  if (resolution === 'ambiguous')
    return [`several things are called ${quoteName(name)}: ${listNames(candidates)}; ask with the key of one`];
  if (resolution === 'rules')
    return [`nothing is called ${quoteName(name)}; the rules of the repository answer for it as a path`];
  if (resolution === 'unknown')
    return [
      [
        `${quoteName(name)} is not in the graph`,
        ...describeMentionsElsewhere(elsewhere, name),
        ...(near.length > 0 ? [`near it: ${listNames(near)}`] : []),
      ].join('; '),
    ];
  return describeMentionsElsewhere(elsewhere, name);
}

const UNREAD = 'the graph has not read some memories yet; ask again in a moment';

/**
 * Says how many memories contain a name, as in `7 memories speak of "ledgerd"`, and which people occur in the same
 * sentences. These people need not be owners.
 */
function describeMentionsElsewhere(elsewhere: NamedElsewhere | undefined, name: string): string[] {
  if (!elsewhere) return [];
  const unread = elsewhere.pending ? [UNREAD] : [];
  if (elsewhere.degraded) return ['memories that name it could not be asked for', ...unread];
  const { count, isMore, quotes } = elsewhere;
  if (count === 0) return ['no memory that you may see names it', ...unread];
  const people = [...new Set(quotes.flatMap((quote) => quote.people))].map(quoteName).join(', ');
  const number = `${count}${isMore ? ' or more' : ''} ${count === 1 ? 'memory speaks' : 'memories speak'}`;
  return [`${number} of ${quoteName(name)}${people && `, naming ${people}, which makes nobody an owner`}`, ...unread];
}

/** Lines with sentences of memories that contain a name for which the graph has no answer. */
const elsewhereLines = ({ elsewhere }: NamedNode): Line[] =>
  (elsewhere?.quotes ?? []).map(({ memoryId, text, at, by }) => ({
    ...quoteLine({ memoryId, text, at, by }),
    about: `quoted${authorAndDayOf({ at, by })}`,
  }));

interface Line {
  readonly id?: string;
  readonly about: string;
  readonly text: string;
}

function blockOf(
  heading: string,
  budget: number,
  { notes, entries }: { notes: readonly string[]; entries: readonly Line[] },
) {
  return renderList({ heading, boundary: newBoundary(), notes, entries, budgetChars: blockBudgetOf(budget) });
}

const listProofs = ({ evidenceMemoryIds, evidence }: Proven) => {
  const line = evidence.find(({ path }) => path !== undefined);
  const place = line ? ` ${line.path}${line.line === undefined ? '' : `:${line.line}`}` : '';
  return `said by ${evidenceMemoryIds.slice(0, PROOFS_MAX).map(shortIdOf).join(', ')}${place}`;
};

const formatConfidence = (confidence: number) => confidence.toFixed(2);

type ShownOwner = OwnersResponse['owners'][number];

const ownerLine =
  (role?: string) =>
  (owner: ShownOwner): Line => ({
    about: `${role === undefined ? '' : `${role}, `}${owner.relationType}, ${owner.how}, ${formatConfidence(owner.confidence)}`,
    text: `${owner.label} (${owner.key})${owner.via === undefined ? '' : ` via ${owner.via}`}; ${listProofs(owner)}`,
  });

const verbOf = ({ answered }: Pick<OwnersResponse, 'answered'>): string =>
  answered ? `stand as ${quoteName(answered.asked)} of` : 'own';

/** Says by which relation the question was answered, if that is not the requested relation. */
function tierNotes({ answered }: Pick<OwnersResponse, 'answered'>): string[] {
  if (!answered || answered.by.length === 0) return [];
  const [asked, by] = [quoteName(answered.asked), answered.by.map(quoteName).join(', ')];
  return answered.by.includes(answered.asked)
    ? [`answered by ${by}`]
    : [`nobody is said to stand as ${asked}; answered by ${by}`];
}

type QuotedStatement = NonNullable<OwnersResponse['quotes']>[number];

const authorAndDayOf = ({ at, by }: Pick<QuotedStatement, 'at' | 'by'>) =>
  `${by === null ? '' : ` by ${quoteName(by)}`}, ${new Date(at).toISOString().slice(0, 10)}`;

const quoteLine = ({ memoryId, text, at, by }: QuotedStatement): Line => ({
  id: memoryId,
  about: `said${authorAndDayOf({ at, by })}`,
  text,
});

export const whoOwnsTool = defineTool({
  name: 'crystal_who_owns',
  title: 'Find owners',
  description:
    'Find who owns (or approves, leads, is on call for ...; `entity` may be a question) a file, folder, package, service, system, project or team, exactly, with the memories and lines that state it: owners first, then the leads and members of the owning team. Also lists what it owns. Nothing is guessed: an ambiguous name is answered with candidates.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({ ...OwnersRequest.shape, budgetChars }),
  output: z.object({ ...OwnersResponse.omit({ quotes: true }).shape, named: LeanNamed, ...leftOutFields }),
  async run({ call }, { budgetChars: asked, ...body }) {
    const budget = budgetOf({ budgetChars: asked });
    const { quotes = [], ...answer } = await call('graphOwners', { body });
    const { owners, authors, ownedBy, named, namesakes } = answer;
    const notes = [
      ...(['found', 'rules'].includes(named.resolution) && owners.length === 0
        ? [`nobody is said to ${verbOf(answer)} it`]
        : []),
      ...noteOf(named),
      ...tierNotes(answer),
      ...namesakes.map(({ node, owners }) => `${quoteName(node.key)} is owned by ${listNames(owners)}`),
      ...answer.below.map(
        ({ pattern, owners }) => `below, ${quoteName(pattern)} belongs to ${listNames(owners) || 'nobody'}`,
      ),
    ];
    const entries = [
      ...owners.map(ownerLine()),
      ...quotes.map(quoteLine),
      ...elsewhereLines(named),
      ...authors.map(ownerLine('author')),
      ...ownedBy.map(ownerLine('owned by it')),
    ];
    const text = blockOf(`Owners of ${quoteName(answer.entity)}`, budget, { notes, entries });
    const room = new TextBudget(budget, text);
    const lists = {
      owners: room.fit(owners.map(limitProofs)),
      authors: room.fit(authors.map(limitProofs)),
      ownedBy: room.fit(ownedBy.map(limitProofs)),
      namesakes: room.fit(namesakes),
      below: room.fit(answer.below),
    };
    return {
      text,
      beside: truncationFieldsOf(answer),
      answer: { ...answer, named: omitEmptyFields(named), ...lists, ...room.told },
    };
  },
});

/** Fields of the JSON part. They only say whether something was left out, since the text has the lists. */
const truncationFieldsOf = ({ truncated }: { readonly truncated?: boolean | undefined }) =>
  truncated ? { truncated } : {};

type ShownRelation = ConnectionResponse['directRelations'][number];

const formatArrow = ({ fromLabel, relationType, toLabel }: ShownRelation) =>
  `${fromLabel} —${relationType}→ ${toLabel}`;

const relationLine = (relation: ShownRelation): Line => ({
  about: `direct, ${formatConfidence(relation.confidence)}`,
  text: `${formatArrow(relation)}; ${listProofs(relation)}`,
});

const pathLine = ({ type, hops, score }: ConnectionResponse['indirectPaths'][number]): Line => ({
  about: `${hops.length} hops, ${formatConfidence(score)}, ${type}`,
  text: `${hops.map(formatArrow).join('; ')}; said by ${proofsOfHops(hops)}`,
});

/** Lists one memory as evidence for each hop of a path. */
const proofsOfHops = (hops: readonly Proven[]): string =>
  [...new Set(hops.flatMap(({ evidenceMemoryIds }) => evidenceMemoryIds.slice(0, 1)))].map(shortIdOf).join(', ');

const outcomeNotes: Record<ConnectionResponse['outcome'], string[]> = {
  connected: [],
  'not-connected': ['they are not connected: all that either reaches was read'],
  'not-within-limits': [
    'no connection of up to six hops was found in what was read; that is not to say that there is none',
  ],
  unresolved: [],
};

const Path = ConnectionResponse.shape.indirectPaths.element;
const LeanPath = Path.omit({ hops: true }).extend({
  further: Path.shape.hops.optional().describe('Its relations after the first two; absent: it has two'),
});

export const explainConnectionTool = defineTool({
  name: 'crystal_explain_connection',
  title: 'Explain a connection',
  description:
    'Explain how two people, teams, services, packages, paths or other entities are connected: direct relations, the shortest paths (up to six hops, shared dependencies too), and the memories that state them. The answer distinguishes not connected from unknown.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({ ...ConnectionRequest.shape, budgetChars }),
  output: z.object({
    ...ConnectionResponse.shape,
    indirectPaths: z.array(LeanPath).describe('Paths of two hops and more: the shortest first, then by score'),
    namedA: LeanNamed,
    namedB: LeanNamed,
    ...leftOutFields,
  }),
  async run({ call }, { budgetChars: asked, ...body }) {
    const budget = budgetOf({ budgetChars: asked });
    const answer = await call('graphConnection', { body });
    const notes = [...noteOf(answer.namedA), ...noteOf(answer.namedB), ...outcomeNotes[answer.outcome]];
    const entries = [
      ...answer.directRelations.map(relationLine),
      ...answer.indirectPaths.map(pathLine),
      ...elsewhereLines(answer.namedA),
      ...elsewhereLines(answer.namedB),
    ];
    const text = blockOf(`${quoteName(answer.entityA)} and ${quoteName(answer.entityB)}`, budget, { notes, entries });
    const room = new TextBudget(budget, text);
    const lists = {
      directRelations: room.fit(answer.directRelations.map(limitProofs)),
      indirectPaths: room.fit(answer.indirectPaths.map(leanPath)),
      supportingMemories: room.fit(answer.supportingMemories),
    };
    const named = { namedA: omitEmptyFields(answer.namedA), namedB: omitEmptyFields(answer.namedB) };
    const beside = { outcome: answer.outcome, ...truncationFieldsOf(answer) };
    return { text, beside, answer: { ...answer, ...named, ...lists, ...room.told } };
  },
});

/** Lists each hop of a path once: the first two in `path`, and those after them in `further`. */
const leanPath = ({ path, hops, ...rest }: ConnectionResponse['indirectPaths'][number]) => ({
  ...rest,
  path: { first: limitProofs(path.first), second: limitProofs(path.second) },
  ...(hops.length > 2 && { further: hops.slice(2).map(limitProofs) }),
});

const dependencyLine = (row: DependenciesResponse['chain'][number]): Line => ({
  about: `level ${row.depth}, ${row.relationType}, ${formatConfidence(row.confidence)}`,
  text: `${row.label} (${row.key}) through ${row.parent}; ${listProofs(row)}`,
});

const leftOutNotes = ({ leftOut }: DependenciesResponse) =>
  leftOut ? [`not all: at least ${leftOut.atLeast} more beyond the limit of ${leftOut.reason}`] : [];

export const dependencyChainTool = defineTool({
  name: 'crystal_dependency_chain',
  title: 'List dependencies',
  description:
    'List the dependencies of an entity, level by level, or with direction needed_by its dependents. Each entity once at its shortest depth, with the memories that state it; cycles are named.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({ ...DependenciesRequest.shape, budgetChars }),
  output: z.object({
    ...DependenciesResponse.omit({ leftOut: true, tree: true }).shape,
    named: LeanNamed,
    tree: DependenciesResponse.shape.tree.optional().describe('The same as a tree, where it has room'),
    beyondLimits: DependenciesResponse.shape.leftOut,
    ...leftOutFields,
  }),
  async run({ call }, { budgetChars: asked, ...body }) {
    const budget = budgetOf({ budgetChars: asked });
    const { leftOut: beyondLimits, tree, ...answer } = await call('graphDependencies', { body });
    const cycles = answer.cycles.map((cycle) => `a cycle: ${[...cycle, cycle[0] ?? ''].map(quoteName).join(' → ')}`);
    const notes = [...noteOf(answer.named), ...leftOutNotes({ ...answer, tree, leftOut: beyondLimits }), ...cycles];
    const none =
      answer.named.resolution === 'found' && answer.chain.length === 0 ? ['nothing is stored about that'] : [];
    const what = answer.direction === 'depends_on' ? 'Dependencies' : 'Dependents';
    const text = blockOf(`${what}: ${quoteName(answer.entity)}`, budget, {
      notes: [...notes, ...none],
      entries: [...answer.chain.map(dependencyLine), ...elsewhereLines(answer.named)],
    });
    const room = new TextBudget(budget, text);
    const chain = room.fit(answer.chain.map(limitProofs));
    const [whole] = room.leftOut === 0 ? new TextBudget(budget, text + JSON.stringify(chain)).fit([tree]) : [];
    return {
      text,
      beside: truncationFieldsOf(answer),
      answer: {
        ...answer,
        named: omitEmptyFields(answer.named),
        chain,
        ...(whole && { tree: whole }),
        ...(beyondLimits && { beyondLimits }),
        ...room.told,
      },
    };
  },
});

export const exploreGraphTool = defineTool({
  name: 'crystal_explore_graph',
  title: 'Explore the graph',
  description:
    'Show the neighbours of a person, team, service, package, path or other entity within one to three hops and the relations between them, with the memories that state them.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({ ...ExploreRequest.shape, budgetChars }),
  output: z.object({ ...ExploreResponse.shape, named: LeanNamed, ...leftOutFields }),
  async run({ call }, { budgetChars: asked, ...body }) {
    const budget = budgetOf({ budgetChars: asked });
    const answer = await call('graphExplore', { body });
    const entries = answer.relations.map((relation) => ({
      ...relationLine(relation),
      about: formatConfidence(relation.confidence),
    }));
    const text = blockOf(`Around ${quoteName(answer.entity)}`, budget, {
      notes: noteOf(answer.named),
      entries: [...entries, ...elsewhereLines(answer.named)],
    });
    const room = new TextBudget(budget, text);
    const lists = { nodes: room.fit(answer.nodes), relations: room.fit(answer.relations.map(limitProofs)) };
    const lean = { ...answer, named: omitEmptyFields(answer.named), ...lists, ...room.told };
    return { text, beside: truncationFieldsOf(answer), answer: lean };
  },
});
