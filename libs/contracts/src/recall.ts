import { z } from 'zod';
import { limits, toolLimits } from './limits.ts';
import { Memory, Message, NoteSection } from './records.ts';
import {
  boundedText,
  Category,
  EpochMs,
  MaybeTime,
  itemStates,
  Mode,
  Name,
  ProjectName,
  Signals,
  Store,
  Tag,
  TimeInput,
  TimeUntil,
  TimeRange,
  TimeZone,
  Trust,
  WrittenBy,
} from './vocabulary.ts';
import { MemoryRef } from './item-ref.ts';
import { recallSources, searchedTexts } from './searched.ts';
import { IndexState, ItemQuery, Restated } from './writes.ts';
import type { Routes } from './route.ts';

const atMostFilterValues = <Schema extends z.ZodType>(value: Schema) => z.array(value).max(limits.filterValues.max);

export const recipeNames = ['fused', 'words', 'vectors', 'graph'] as const;
export const RecipeName = z.enum(recipeNames);
export type RecipeName = z.infer<typeof RecipeName>;

const hitLimit = z.number().int().min(limits.limit.min).max(limits.limit.max);

/**
 * Field for the greatest number of hits. Without it in the request, an answer with a few clearly best hits has fewer
 * than the default.
 */
function upTo(usual: number) {
  return hitLimit
    .optional()
    .meta({ default: usual })
    .describe(`Hits at most; without it up to ${usual}, and fewer where the first are clear`);
}

/** Greatest number of characters of a text for a model. */
export const BudgetChars = z
  .number()
  .int()
  .min(limits.budgetChars.min)
  .max(limits.budgetChars.max)
  .optional()
  .meta({ default: toolLimits.budgetChars.default });

export const details = ['titles', 'passages', 'full'] as const;
export const Detail = z.enum(details);
export type Detail = z.infer<typeof Detail>;

/**
 * Name or id of the agent, which compatible clients send. Only the key identifies the caller, so any other name is refused.
 */
export const AgentId = Name.describe('Your own id or name, if you send one; any other is refused');

/** Least similarity of a hit that is shown by default; hits below it are noise. */
export const HIT_SCORE_MIN = 0.1;

/** Project of the caller, whose items come first. */
export const Project = ProjectName.optional().describe(
  'Project that you work on, such as acme/billing: its items come first, and the rules of others do not bind',
);

export const RecallRequest = z
  .strictObject({
    query: boundedText(limits.query).describe('Question in any words'),
    mode: Mode.default('general').describe(
      'Preference, not a filter: of two hits whose scores differ by less than .3, the one of a category that the mode is about comes first',
    ),
    sources: z
      .enum(recallSources)
      .optional()
      .meta({ default: 'all' })
      .describe(
        'Texts to search. all: memories, notes and documents, and after those that answer, messages; with tags only what can have tags (without-messages), with stores or categories only memories. without-notes: memories and messages by rank alone',
      ),
    stores: atMostFilterValues(Store).optional().describe('Only memories of these stores'),
    categories: atMostFilterValues(Category).optional().describe('Only memories of these categories'),
    tags: atMostFilterValues(Tag).optional().describe('Only memories with these tags'),
    tagMatch: z.enum(['any', 'all']).default('any').describe('Whether one of the tags is enough'),
    channel: Name.optional().describe('Memories and notes without a channel pass; messages must match exactly'),
    subchannel: Name.optional().describe('Only messages of this subchannel'),
    sessionKey: Name.optional().describe('Only messages of this conversation'),
    project: Project,
    sinceMs: TimeInput.optional().describe('Not before this time: epoch ms, ISO 8601 with zone, day or month'),
    untilMs: TimeUntil.optional().describe('Not after this time, likewise'),
    asOf: TimeUntil.optional().describe(
      'Time at which hits held, likewise: memories by their validity and until superseded, in the words of then; messages that had been said',
    ),
    askedAtMs: TimeInput.optional().describe(
      'Time of the question, likewise: from it "last week" counts, and memories show the words of then',
    ),
    timeZone: TimeZone.optional().describe('IANA name; where "yesterday" begins. The server\'s own by default'),
    limit: upTo(toolLimits.recallLimit.default),
    minScore: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ default: HIT_SCORE_MIN })
      .describe(
        'Only hits of at least this similarity; 0 is without a floor, and shows the nearest even of a foreign topic, flagged',
      ),
    abstain: z
      .boolean()
      .default(true)
      .describe(
        'Whether nothing is shown where nothing stored is about the topic; false shows the nearest, flagged, without a floor',
      ),
    includeAssociations: z
      .boolean()
      .default(true)
      .describe('Up to three linked memories of each memory, with how they are linked'),
    includeArchived: z
      .boolean()
      .default(false)
      .describe('Archived, superseded and expired memories too, and those that are yet to hold, marked by their state'),
    includeProposed: z
      .boolean()
      .default(true)
      .describe('Memories that are proposed to the caller and wait for review too, marked by their state'),
    detail: Detail.default('full').describe(
      'How much of each text: titles (of a message its beginning), the best passage of a long one, or the whole',
    ),
    agentId: AgentId.optional(),
    collapse: z
      .boolean()
      .default(true)
      .describe('Whether memories that say the same in nearly the same words are one hit'),
    budgetChars: BudgetChars.describe('Characters of the injectionBlock at most'),
    recipe: RecipeName.default('fused').describe(
      'Weights of the searches: fused is words and vectors, which are also recipes on their own; graph adds the graph around the entities that the query names',
    ),
    explain: z.boolean().default(false).describe('Whether the answer tells what each signal gave'),
  })
  .meta({ id: 'RecallRequest' });
export type RecallRequest = z.infer<typeof RecallRequest>;

const neighbours = z
  .number()
  .int()
  .min(0)
  .max(limits.neighbours.max)
  .optional()
  .describe(
    'Adds `turns` to the answer: each message with this many before and after it in its session, whatever the filters; 0 is none',
  );

export const MessageSearchRequest = RecallRequest.omit({
  sources: true,
  mode: true,
  stores: true,
  categories: true,
  tags: true,
  tagMatch: true,
  includeAssociations: true,
  includeArchived: true,
  includeProposed: true,
  collapse: true,
})
  .extend({ limit: upTo(toolLimits.searchLimit.default), neighbours })
  .meta({ id: 'MessageSearchRequest' });
export type MessageSearchRequest = z.infer<typeof MessageSearchRequest>;

/** How much one ranking signal contributes to the `rankScore` of a hit. */
export const HitPart = z.object({ signal: z.string(), value: z.number(), weight: z.number(), points: z.number() });
export type HitPart = z.infer<typeof HitPart>;

const Cut = z.object({ from: z.number().int(), to: z.number().int(), of: z.number().int() });

const scoreFields = {
  score: z
    .number()
    .min(0)
    .max(1)
    .describe('Relevance, which orders the answer: no hit has more than the one before it'),
  similarity: z
    .number()
    .min(0)
    .max(1)
    .describe('How near it is to the question by itself, without session, time and mode'),
  rankScore: z.number().optional().describe('Only with explain: the sum of the parts, of which the score is made'),
  parts: z.array(HitPart).optional().describe('Only with explain'),
  why: z
    .string()
    .optional()
    .describe('Only with explain: in plain words, what lifted the hit and what kept the next one below'),
  excerpt: z
    .object({ from: z.number().int(), to: z.number().int() })
    .optional()
    .describe('The best passage of a long text, in characters of the whole'),
  signals: Signals,
  cut: Cut.optional().describe('Which characters of the text are shown, where not all are'),
};

/** Fields that only answers over HTTP have, for people who look at them. */
const shownFields = { project: Memory.shape.project };

/** Author and storing time of a text; absent in answers of an older server. */
const writtenFields = {
  author: Memory.shape.author,
  writtenBy: WrittenBy.optional(),
  createdAt: EpochMs.describe('When it was stored, epoch ms; its time where timestamp is null'),
};

/** A memory that said what a hit says, and that holds no longer. */
export const FormerMemory = z
  .object({
    id: z.uuid(),
    state: Restated.shape.state,
    since: EpochMs.nullable().describe('When it ceased to hold; null: not known'),
    isDerived: z.boolean().describe('true: it was made from the hit; false: it had the same words'),
    now: z
      .object({ id: z.uuid(), title: z.string(), text: z.string().describe('Beginning of its text') })
      .optional()
      .describe(
        'The memory that holds in its place; absent: none that the caller sees, or its writer is neither trusted nor the writer of the hit, or it has signs of a planted instruction',
      ),
  })
  .meta({ id: 'FormerMemory' });
export type FormerMemory = z.infer<typeof FormerMemory>;

/** Warning of a hit whose words a memory had that holds no longer. */
const formerField = {
  former: FormerMemory.optional().describe(
    'A memory that said the same, or was made from this hit, and was superseded, archived, rejected or changed: the hit may be out of date. Absent: none that the caller sees, or another memory still says it',
  ),
};

export const ASSOCIATIONS_MAX = 3;
/** Number of missing words that the flag `unsure` names. */
export const MISSING_WORDS_MAX = 8;

/** Relations of a linked memory to a hit. */
export const associationRelations = [
  'supersedes',
  'superseded by',
  'derives from',
  'source of',
  'same source',
  'contradicts',
  'restates',
  'same subject',
  'same entity',
] as const;

export const Association = z
  .object({
    memoryId: z.uuid(),
    relation: z
      .enum(associationRelations)
      .describe(
        'Relation of the hit to it; same source: both were made from one message or memory; contradicts and restates: by their texts; same subject: both name it as their subject; same entity: it says something of what the hit speaks of',
      ),
    through: z
      .object({ entity: z.string(), relationType: z.string() })
      .optional()
      .describe('For same entity: its name, and the relation in which the other memory puts it'),
    title: z.string(),
    store: Memory.shape.store,
    category: Memory.shape.category,
    state: Memory.shape.state,
  })
  .meta({ id: 'Association' });
export type Association = z.infer<typeof Association>;

/** A relation that answers the question from the graph, and that the memory of a hit states. */
export const AnsweringRelation = z
  .object({
    from: z.string(),
    relationType: z.string(),
    to: z.string(),
    confidence: z.number().min(0).max(1).describe('1 where it was given, at most .8 where it was read from a sentence'),
    contradicted: z.boolean().optional().describe('Another memory denies it, and nothing says which is later'),
  })
  .meta({ id: 'AnsweringRelation' });
export type AnsweringRelation = z.infer<typeof AnsweringRelation>;

/** Confidence in a memory at a time, and the numbers that it was computed from. */
export const ConfidenceBasis = z
  .object({
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('How far it is to be trusted now, by what the caller sees; its writer only declares where it begins'),
    declared: Memory.shape.declaredConfidence,
    isTrusted: z.boolean().describe('A person or a manager wrote it; the word of other agents weighs less'),
    senders: z.number().int().min(0).describe('Others who said the same, each counted once'),
    contradictions: z.number().int().min(0).describe('Memories that hold and say otherwise'),
    ageShare: z.number().min(0).max(1).describe('Factor for its age; 1 if it does not age'),
  })
  .meta({ id: 'ConfidenceBasis' });
export type ConfidenceBasis = z.infer<typeof ConfidenceBasis>;

const goneSources = z
  .array(z.string())
  .optional()
  .describe('Sources that it names and that were forgotten, of those that the caller could see; absent: none');

const MemoryLinksResponse = z
  .object({
    links: z.array(Association).describe('The closest kind of link first, and of one kind the newest memory'),
  })
  .meta({ id: 'MemoryLinksResponse' });

const hitStates = [...itemStates, 'expired', 'upcoming'] as const;

export const MemoryHit = Memory.pick({
  kind: true,
  store: true,
  category: true,
  title: true,
  content: true,
  tags: true,
  strength: true,
  channel: true,
  timestamp: true,
  source: true,
  externalId: true,
})
  .extend({
    memoryId: z.uuid(),
    confidence: ConfidenceBasis.shape.confidence,
    confidenceBasis: ConfidenceBasis.omit({ confidence: true })
      .optional()
      .describe('With `explain`: what its confidence is made of'),
    state: z
      .enum(hitStates)
      .describe(
        'State at the time of the question: an active memory is expired past its validTo, upcoming before its validFrom',
      ),
    trust: Trust.optional(),
    ...shownFields,
    validTo: EpochMs.optional().describe('When it ceases to hold; absent: it does not'),
    knowledgeBase: z.string().optional().describe('Knowledge base of a document; absent: it is no document'),
    successor: z.uuid().optional().describe('Memory that superseded it, if the caller sees that'),
    formerVersion: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        'Version whose title and text are shown, since they were changed after the time asked for; absent: those of today',
      ),
    goneSources,
    section: z
      .array(z.string())
      .optional()
      .describe('Place of the best passage in its document: the path in the title, then the headings above it'),
    restatements: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        'How many other memories of its store and category, and proposals, among those that the caller sees, say the same in nearly the same words',
      ),
    messages: z
      .array(z.uuid())
      .optional()
      .describe('With `explain`: messages that it came from and that the caller sees; absent: none'),
    associations: z
      .array(Association)
      .max(ASSOCIATIONS_MAX)
      .optional()
      .describe('Linked memories that the caller sees, the closest kind of link first'),
    states: z
      .array(AnsweringRelation)
      .optional()
      .describe(
        'Where the question asks for a relation of a known thing: the answer of the graph, as far as it says it',
      ),
    ...writtenFields,
    ...formerField,
    ...scoreFields,
  })
  .meta({ id: 'MemoryHit' });
export type MemoryHit = z.infer<typeof MemoryHit>;

export const MessageHit = Message.pick({
  kind: true,
  role: true,
  speaker: true,
  content: true,
  channel: true,
  subchannel: true,
  sessionKey: true,
  timestamp: true,
  source: true,
  externalId: true,
})
  .extend({
    messageId: z.uuid(),
    _id: z.uuid().describe('The same as messageId, as the compatible systems name it'),
    ...shownFields,
    ...writtenFields,
    ...formerField,
    ...scoreFields,
  })
  .meta({ id: 'MessageHit' });
export type MessageHit = z.infer<typeof MessageHit>;

export const NoteHit = NoteSection.pick({
  kind: true,
  noteId: true,
  workspace: true,
  path: true,
  startLine: true,
  endLine: true,
  title: true,
  content: true,
  tags: true,
  channel: true,
  timestamp: true,
})
  .extend({
    sectionId: z.uuid(),
    version: NoteSection.shape.noteVersion,
    citation: z.string().describe('Path and lines, such as memory/deploys.md#L5-L8'),
    ...writtenFields,
    ...formerField,
    ...scoreFields,
  })
  .meta({ id: 'NoteHit' });
export type NoteHit = z.infer<typeof NoteHit>;

export const Hit = z.discriminatedUnion('kind', [MemoryHit, MessageHit, NoteHit]);
export type Hit = z.infer<typeof Hit>;

export const retrieverNames = ['words', 'vectors', 'graph'] as const;
export type RetrieverName = (typeof retrieverNames)[number];

export const emptyReasons = ['nothing-stored', 'no-match', 'below-min-score', 'foreign-topic', 'filtered-out'] as const;
export const EmptyReason = z.enum(emptyReasons);
export type EmptyReason = z.infer<typeof EmptyReason>;

/** Request fields that narrow the result. */
export const narrowingFields = [
  'sources',
  'stores',
  'categories',
  'tags',
  'channel',
  'subchannel',
  'sessionKey',
  'sinceMs',
  'untilMs',
  'asOf',
] as const satisfies readonly (keyof RecallRequest)[];
export const NarrowingField = z.enum(narrowingFields);
export type NarrowingField = z.infer<typeof NarrowingField>;

/** Fields with the reason for an empty answer. */
export const emptyAnswerFields = {
  reason: EmptyReason.optional().describe('Why there is no hit'),
  emptiedBy: z
    .array(NarrowingField)
    .optional()
    .describe('With filtered-out: the filters that leave nothing that fits; `sources` is the kind of item'),
  nextStep: z.string().optional().describe('Advice, when there is no hit'),
};

/** A warning that concerns an answer as a whole. */
export const Flag = z.discriminatedUnion('code', [
  z
    .object({ code: z.literal('said-by-another'), asked: z.string(), by: z.string() })
    .describe('The question names one speaker, but what fits best was said by another'),
  z
    .object({ code: z.literal('foreign-topic') })
    .describe(
      'Nothing stored is about this topic; the hits are the nearest, since minScore 0 or abstain false asked for them',
    ),
  z
    .object({ code: z.literal('nothing-in-channel'), channel: z.string() })
    .describe(
      'Nothing near the question is of the channel that was named; the hits belong to none, or to the shared room',
    ),
  z
    .object({ code: z.literal('unsure'), missing: z.array(z.string()).max(MISSING_WORDS_MAX) })
    .describe('No hit has all of the question: `missing` is in none, or apart from the rest'),
  z
    .object({ code: z.literal('vectors-behind') })
    .describe('Something that the caller may see waits for its vectors for seconds: until then only its words find it'),
  z
    .object({
      code: z.literal('contradiction'),
      ids: z.array(z.uuid()).length(2),
      between: z
        .array(z.string())
        .length(2)
        .optional()
        .describe('The words of each in which they differ, in the order of `ids`: "port 5433" and "5434"'),
    })
    .describe(
      'One of these two hits denies what the other says of the question, or two memories say another value of one thing',
    ),
]);
export type Flag = z.infer<typeof Flag>;

export const Explanation = z
  .object({
    recipe: RecipeName,
    lanes: z.record(z.string(), z.object({ candidates: z.number().int(), ms: z.number() })),
    weights: z.record(z.string(), z.record(z.string(), z.number())).describe('Weights by kind of text'),
    terms: z.array(z.string()).describe('The query as the word index reads it'),
    speaker: z.string().nullable().describe('The one speaker that the query names'),
    speakers: z.array(z.string()).describe('Everyone whom the name in the query can mean'),
    times: z
      .array(
        TimeRange.extend({ event: z.uuid().optional().describe('The memory that dates the event it counts from') }),
      )
      .describe('The times that the query names, epoch ms'),
    topicality: z.number().min(0).max(1).describe('Topic relevance of the best hit'),
    timings: z.record(z.string(), z.number()).describe('Milliseconds by stage'),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.infer<typeof Explanation>;

const answerFields = {
  confidence: z.number().min(0).max(1).describe('How likely it is that the first hit is right; 0 without hits'),
  flags: z.array(Flag).describe('Warnings about the answer'),
  degraded: z.array(z.enum(retrieverNames)).describe('Retrievers that did not answer; the hits come from the others'),
  ...emptyAnswerFields,
  explain: Explanation.optional(),
};

export const RecallResponse = z
  .object({
    hits: z.array(Hit).describe('Best first, memories, messages and notes on one scale'),
    searched: z.array(z.enum(searchedTexts)).describe('Searched texts; documents are those of knowledge bases'),
    injectionBlock: z.string().describe('The hits as text for a model, framed as data'),
    ...answerFields,
  })
  .meta({ id: 'RecallResponse' });
export type RecallResponse = z.infer<typeof RecallResponse>;

export const RecentMessage = z
  .object({
    _id: z.uuid(),
    messageId: z.uuid(),
    role: z.string(),
    speaker: z.string().nullable(),
    content: z.string(),
    channel: z.string().nullable(),
    sessionKey: z.string().nullable(),
    timestamp: MaybeTime,
    ...writtenFields,
  })
  .meta({ id: 'RecentMessage' });
export type RecentMessage = z.infer<typeof RecentMessage>;

export const Turn = RecentMessage.extend({
  isFound: z.boolean().describe('True for hits; false for the turns around them'),
}).meta({ id: 'Turn' });
export type Turn = z.infer<typeof Turn>;

export const SessionTurns = z
  .object({
    sessionKey: z.string().nullable().describe('Null: messages without a session, by their channel'),
    messages: z.array(Turn).describe('By arrival'),
  })
  .meta({ id: 'SessionTurns' });
export type SessionTurns = z.infer<typeof SessionTurns>;

const turns = z
  .array(SessionTurns)
  .optional()
  .describe('With `neighbours`: the messages by session, in the order in which the answer first names each');

export const MessageSearchResponse = z
  .object({ query: z.string(), results: z.array(MessageHit), turns, injectionBlock: z.string(), ...answerFields })
  .meta({ id: 'MessageSearchResponse' });
export type MessageSearchResponse = z.infer<typeof MessageSearchResponse>;

export const RecentRequest = z
  .strictObject({
    limit: hitLimit.default(toolLimits.recentLimit.default),
    channel: Name.optional().describe('Only messages of this channel'),
    sessionKey: Name.optional().describe('Only messages of this conversation'),
    sinceMs: TimeInput.optional().describe('Not before this time: epoch ms, ISO 8601 with zone, day or month'),
    neighbours,
  })
  .meta({ id: 'RecentRequest' });
export type RecentRequest = z.infer<typeof RecentRequest>;

export const RecentResponse = z
  .object({
    messages: z.array(RecentMessage).describe('The newest, oldest first'),
    turns,
    query: z.object({
      limit: z.number().int(),
      channel: z.string().nullable(),
      sessionKey: z.string().nullable(),
      sinceMs: z.number().nullable(),
    }),
  })
  .meta({ id: 'RecentResponse' });
export type RecentResponse = z.infer<typeof RecentResponse>;

export const StatsResponse = z
  .object({
    memories: z.object({
      total: z.number().int(),
      archived: z.number().int(),
      byStore: z.record(z.string(), z.number().int()),
      byCategory: z.record(z.string(), z.number().int()),
      meanStrength: z.number(),
      last24h: z.number().int(),
    }),
    messages: z.object({
      total: z.number().int(),
      last24h: z.number().int(),
      channels: z.number().int(),
      sessions: z.number().int(),
    }),
    notes: z
      .object({
        total: z.number().int().describe('Notes that have a text'),
        sections: z.number().int(),
        workspaces: z.number().int(),
        last24h: z.number().int().describe('Notes with a section that is new or changed'),
      })
      .default({ total: 0, sections: 0, workspaces: 0, last24h: 0 }),
    index: z.object({
      pending: IndexCounts(),
      dead: IndexCounts(),
      off: IndexCounts()
        .default({ words: 0, vectors: 0 })
        .describe('Not indexed, since no embedding model is set up; done when there is one'),
    }),
    strongest: z.array(z.object({ memoryId: z.uuid(), title: z.string(), strength: z.number() })),
  })
  .meta({ id: 'StatsResponse' });
export type StatsResponse = z.infer<typeof StatsResponse>;

function IndexCounts() {
  return z.object({ words: z.number().int(), vectors: z.number().int() });
}

export const FoundMemory = Memory.extend({
  index: IndexState,
  confidence: ConfidenceBasis.shape.confidence.optional(),
  confidenceBasis: ConfidenceBasis.omit({ confidence: true }).optional(),
  trust: Trust.optional(),
  signals: Signals,
  goneSources,
  nameRetired: z
    .literal(true)
    .optional()
    .describe(
      'For a procedural memory: the skill name of its title was that of an older one, which was forgotten or renamed',
    ),
}).meta({ id: 'FoundMemory' });
export type FoundMemory = z.infer<typeof FoundMemory>;

export const FoundMessage = Message.extend({ index: IndexState }).meta({ id: 'FoundMessage' });
export type FoundMessage = z.infer<typeof FoundMessage>;

/** An item with its index states. */
export const ItemResponse = z.discriminatedUnion('kind', [FoundMemory, FoundMessage]);
export type ItemResponse = z.infer<typeof ItemResponse>;

/** Routes that find items. */
export const recallRoutes = {
  recall: {
    method: 'POST',
    path: '/v1/recall',
    service: 'recall-api',
    role: 'reader',
    counts: 'recall',
    asks: ['query'],
    summary: 'Recall memories, messages, notes or all of them',
    body: RecallRequest,
    output: RecallResponse,
  },
  searchMessages: {
    method: 'POST',
    path: '/v1/recall/messages',
    service: 'recall-api',
    role: 'reader',
    summary: 'Search messages',
    body: MessageSearchRequest,
    output: MessageSearchResponse,
  },
  recent: {
    method: 'GET',
    path: '/v1/recall/recent',
    service: 'recall-api',
    role: 'reader',
    summary: 'List the newest messages, oldest first',
    query: RecentRequest,
    output: RecentResponse,
  },
  memoryLinks: {
    method: 'GET',
    path: '/v1/recall/links/:id',
    service: 'recall-api',
    role: 'reader',
    summary:
      'List the linked memories of a memory: successors, sources, same subject or entity, restatements and contradictions',
    params: z.object({ id: MemoryRef }),
    query: ItemQuery,
    output: MemoryLinksResponse,
  },
  stats: {
    method: 'GET',
    path: '/v1/recall/stats',
    service: 'recall-api',
    role: 'reader',
    summary: 'Show numbers of stored items, and the state of the indexes',
    output: StatsResponse,
  },
} as const satisfies Routes;
