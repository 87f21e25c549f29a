import { z } from 'zod';
import { KnowledgeBaseId, MemoryId, PrincipalId } from './ids.ts';
import { limits, toolLimits } from './limits.ts';
import { AgentId, BudgetChars, Detail, emptyAnswerFields, retrieverNames, MemoryHit } from './recall.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, Name } from './vocabulary.ts';
import { OverwriteQuery, Receipt } from './writes.ts';

export const peerScopePolicies = ['strict', 'permissive'] as const;
const PeerScopePolicy = z
  .enum(peerScopePolicies)
  .describe(
    'strict: a call for a peer reaches that peer’s bases alone; permissive: it reaches this one too, if its scope is the peers’ shared room (<prefix>:main) or none',
  );

/** A collection of documents, separate from the team's memories. Only calls that reach the base read its chunks. */
export const KnowledgeBase = z
  .object({
    knowledgeBaseId: KnowledgeBaseId,
    name: z.string(),
    description: z.string().nullable(),
    scope: z.string().nullable().describe('The channel that it belongs to; null: none'),
    peerScopePolicy: PeerScopePolicy,
    agentIds: z.array(PrincipalId).describe('Ids of the principals with access; none: everybody has access'),
    sourceType: z.string().nullable().describe("Kind of its documents, in the creator's words"),
    isActive: z.boolean().describe('false: no call reaches it'),
    memoryCount: z.number().int().min(0).describe('Its chunks'),
    totalChars: z.number().int().min(0).describe('The characters of all of them'),
    createdBy: PrincipalId,
    createdAt: EpochMs,
    updatedAt: EpochMs,
  })
  .meta({ id: 'KnowledgeBase' });
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

export const KnowledgeBasesResponse = z
  .object({ knowledgeBases: z.array(KnowledgeBase).describe('By name') })
  .meta({ id: 'KnowledgeBasesResponse' });
export type KnowledgeBasesResponse = z.infer<typeof KnowledgeBasesResponse>;

const callChannel = Name.optional().describe('The channel that the call is made for; a peer’s bases need it');
const managementParameter = z
  .enum(['true'])
  .optional()
  .describe('For managers: every base of the organisation, without regard to access; the audit names the caller');

const KnowledgeBaseQuery = z.strictObject({ channel: callChannel, manage: managementParameter });

export const KnowledgeBasesQuery = KnowledgeBaseQuery.extend({
  includeInactive: z.enum(['true']).optional().describe('Include bases that are switched off'),
});
export type KnowledgeBasesQuery = z.infer<typeof KnowledgeBasesQuery>;

const agentIds = z
  .array(Name)
  .max(limits.knowledgeAgents.max)
  .describe('People and agents with access, by id or name; none: everybody has access');
const description = boundedText(limits.knowledgeText).describe('Content of the base');
const sourceType = Name.describe('Kind of its documents, such as docs or url');
const scope = Name.describe('The channel that it belongs to');

export const KnowledgeBaseRequest = z
  .strictObject({
    name: Name.describe('How it is called; no other base of its scope is called so'),
    description: description.optional(),
    scope: scope.optional(),
    peerScopePolicy: PeerScopePolicy.default('strict'),
    agentIds: agentIds.default([]),
    sourceType: sourceType.optional(),
  })
  .meta({ id: 'KnowledgeBaseRequest' });
export type KnowledgeBaseRequest = z.infer<typeof KnowledgeBaseRequest>;

const changes = {
  name: Name.optional().describe('How it is called from now on'),
  description: description.nullable().optional(),
  scope: scope.nullable().optional(),
  peerScopePolicy: PeerScopePolicy.optional(),
  agentIds: agentIds.optional(),
  isActive: z.boolean().optional().describe('false: no call reaches it until it is true again'),
};
const changeNames = Object.keys(changes) as (keyof typeof changes)[];

export const KnowledgeBaseChange = z
  .strictObject(changes)
  .refine((change) => changeNames.some((name) => change[name] !== undefined), {
    message: `needs at least one of ${changeNames.join(', ')}`,
  })
  .meta({ id: 'KnowledgeBaseChange', anyOf: changeNames.map((name) => ({ required: [name] })) });
export type KnowledgeBaseChange = z.infer<typeof KnowledgeBaseChange>;

const RemoveKnowledgeBaseResponse = z
  .object({
    knowledgeBaseId: KnowledgeBaseId,
    removed: z.literal(true),
    forgetId: z.uuid().describe('GET /v1/forgets/:id is the certificate of how its chunks are forgotten'),
  })
  .meta({ id: 'RemoveKnowledgeBaseResponse' });

const baseFields = {
  knowledgeBaseId: KnowledgeBaseId.optional().describe('Which base; or name it'),
  knowledgeBaseName: Name.optional().describe('Which base, by its name'),
};
const isNamed = ({ knowledgeBaseId, knowledgeBaseName }: { knowledgeBaseId?: unknown; knowledgeBaseName?: unknown }) =>
  (knowledgeBaseId === undefined) !== (knowledgeBaseName === undefined);
const oneNameMessage = { message: 'needs either knowledgeBaseId or knowledgeBaseName' };
const eitherIdOrName = { oneOf: [{ required: ['knowledgeBaseId'] }, { required: ['knowledgeBaseName'] }] };

const place = z.number().int().min(0).max(1_000_000);

export const KnowledgeChunk = z.strictObject({
  content: boundedText(limits.knowledgeChunk),
  metadata: z
    .strictObject({
      title: boundedText(limits.memoryTitle).optional().describe('Title of the document'),
      sourceUrl: boundedText({ min: 1, max: limits.provenanceValue.max })
        .optional()
        .describe('Where the document is: chunks of one address are one document'),
      chunkIndex: place.optional().describe('Its place in the document, from 0'),
      totalChunks: place
        .optional()
        .describe(
          'How many chunks the document has: with all of them, here and in earlierChunks, its former ones leave',
        ),
      sourceType: sourceType.optional(),
    })
    .default({}),
});
export type KnowledgeChunk = z.infer<typeof KnowledgeChunk>;

const knowledgeImportFields = {
  ...baseFields,
  description: description.optional().describe('Description of a new base'),
  sourceType: sourceType.optional(),
  agentIds: agentIds.optional().describe('For a new base: principals with access, by id or name'),
  scope: scope
    .optional()
    .describe(
      'The channel that the base belongs to. By default a named base that the call reaches, else one that is made for its channel',
    ),
  channel: callChannel,
  chunks: z
    .array(KnowledgeChunk)
    .min(limits.knowledgeChunks.min)
    .max(limits.knowledgeChunks.max)
    .describe('Parts of documents: chunks of one metadata.sourceUrl are one document, stored whole or not at all'),
  earlierChunks: z
    .array(MemoryId)
    .max(limits.knowledgeEarlier.max)
    .optional()
    .describe(
      'Where this call ends a document that took several: the memoryIds of all its other chunks. Then its former chunks leave, and the call holds no other document',
    ),
};

function isOfOneDocument({ earlierChunks, chunks }: { earlierChunks?: unknown; chunks: KnowledgeChunk[] }): boolean {
  if (earlierChunks === undefined) return true;
  const [address, ...others] = new Set(chunks.map(({ metadata }) => metadata.sourceUrl));
  return address !== undefined && others.length === 0;
}

export const KnowledgeImportRequest = z
  .strictObject(knowledgeImportFields)
  .refine(isNamed, oneNameMessage)
  .refine(isOfOneDocument, { path: ['chunks'], message: 'must be of one sourceUrl where earlierChunks are named' })
  .meta({ id: 'KnowledgeImportRequest', ...eitherIdOrName });
export type KnowledgeImportRequest = z.infer<typeof KnowledgeImportRequest>;

const count = z.number().int().min(0);

export const KnowledgeImportResponse = z
  .object({
    knowledgeBaseId: KnowledgeBaseId,
    knowledgeBaseName: z.string(),
    scope: z.string().nullable().describe('The channel that the base belongs to; null: none'),
    created: z.boolean().describe('Whether the base was made'),
    imported: count.describe('Chunks that are new'),
    known: count.describe('Chunks that it had already'),
    replaced: count.describe('Former chunks of the documents that came whole: they are archived'),
    failed: z
      .array(z.object({ chunks: z.array(count), code: z.string(), message: z.string() }))
      .describe('Documents of which nothing was stored: the places of their chunks in the call, and why'),
    memoryIds: z.array(MemoryId).describe('Ids of the stored chunks, in the order of the call'),
    masked: Receipt.shape.masked,
  })
  .meta({ id: 'KnowledgeImportResponse' });
export type KnowledgeImportResponse = z.infer<typeof KnowledgeImportResponse>;

const { min, max, default: usual } = toolLimits.knowledgeLimit;

const knowledgeQueryFields = {
  ...baseFields,
  query: boundedText(limits.query).describe('Question in any words'),
  limit: z.number().int().min(min).max(max).default(usual).describe('Chunks at most'),
  agentId: AgentId.optional(),
  channel: callChannel,
};

export const KnowledgeQueryRequest = z
  .strictObject({
    ...knowledgeQueryFields,
    detail: Detail.default('full').describe(
      'How much of each text: titles, the best passage of a long one, or the whole',
    ),
    budgetChars: BudgetChars.describe('Characters of the injectionBlock at most'),
  })
  .refine(isNamed, oneNameMessage)
  .meta({ id: 'KnowledgeQueryRequest', ...eitherIdOrName });
export type KnowledgeQueryRequest = z.infer<typeof KnowledgeQueryRequest>;

export const KnowledgeHit = MemoryHit.pick({
  memoryId: true,
  title: true,
  content: true,
  section: true,
  author: true,
  createdAt: true,
  score: true,
  similarity: true,
  excerpt: true,
  cut: true,
})
  .extend({
    sourceUrl: z.string().nullable(),
    chunkIndex: z.number().int().nullable(),
    totalChunks: z.number().int().nullable(),
  })
  .meta({ id: 'KnowledgeHit' });
export type KnowledgeHit = z.infer<typeof KnowledgeHit>;

export const KnowledgeQueryResponse = z
  .object({
    knowledgeBaseId: KnowledgeBaseId,
    knowledgeBaseName: z.string(),
    query: z.string(),
    chunks: z.array(KnowledgeHit).describe('Best first'),
    injectionBlock: z.string().describe('The chunks as text for a model, framed as data'),
    confidence: z.number().min(0).max(1).describe('How likely it is that the first chunk is right; 0 without any'),
    degraded: z.array(z.enum(retrieverNames)).describe('Searches that did not answer'),
    reason: emptyAnswerFields.reason,
    nextStep: emptyAnswerFields.nextStep,
  })
  .meta({ id: 'KnowledgeQueryResponse' });
export type KnowledgeQueryResponse = z.infer<typeof KnowledgeQueryResponse>;

const params = z.object({ id: KnowledgeBaseId });

export const knowledgeBaseRoutes = {
  listKnowledgeBases: {
    method: 'GET',
    path: '/v1/knowledge-bases',
    service: 'ingest',
    role: 'reader',
    summary: 'List the knowledge bases that the call reaches',
    query: KnowledgeBasesQuery,
    output: KnowledgeBasesResponse,
  },
  createKnowledgeBase: {
    method: 'POST',
    path: '/v1/knowledge-bases',
    service: 'ingest',
    role: 'writer',
    summary: 'Create a knowledge base',
    body: KnowledgeBaseRequest,
    errors: ['knowledge-base/conflict', 'principal/unknown'],
    status: 201,
    output: KnowledgeBase,
  },
  getKnowledgeBase: {
    method: 'GET',
    path: '/v1/knowledge-bases/:id',
    service: 'ingest',
    role: 'reader',
    summary: 'Show a knowledge base that the call reaches',
    params,
    query: KnowledgeBaseQuery,
    errors: ['knowledge-base/unknown'],
    output: KnowledgeBase,
  },
  changeKnowledgeBase: {
    method: 'PUT',
    path: '/v1/knowledge-bases/:id',
    service: 'ingest',
    role: 'writer',
    summary: 'Change a knowledge base that you created, or as a manager one that you reach; access changes at once',
    params,
    query: KnowledgeBaseQuery,
    body: KnowledgeBaseChange,
    errors: ['knowledge-base/unknown', 'knowledge-base/conflict', 'principal/unknown'],
    output: KnowledgeBase,
  },
  removeKnowledgeBase: {
    method: 'DELETE',
    path: '/v1/knowledge-bases/:id',
    service: 'ingest',
    role: 'writer',
    summary:
      'Remove a knowledge base that you created, or as a manager one that you reach, and delete its chunks permanently',
    params,
    query: KnowledgeBaseQuery,
    errors: ['knowledge-base/unknown'],
    output: RemoveKnowledgeBaseResponse,
  },
  importKnowledge: {
    method: 'POST',
    path: '/v1/knowledge-imports',
    service: 'ingest',
    role: 'writer',
    summary: 'Import chunks of documents into a knowledge base, which is created if no base has the name',
    query: OverwriteQuery,
    body: KnowledgeImportRequest,
    errors: ['knowledge-base/unknown', 'knowledge-base/conflict', 'principal/unknown'],
    status: 201,
    output: KnowledgeImportResponse,
  },
  queryKnowledge: {
    method: 'POST',
    path: '/v1/recall/knowledge',
    service: 'recall-api',
    role: 'reader',
    summary: 'Search one knowledge base',
    body: KnowledgeQueryRequest,
    errors: ['knowledge-base/unknown', 'knowledge-base/conflict'],
    output: KnowledgeQueryResponse,
  },
} as const satisfies Routes;
