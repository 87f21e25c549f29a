import {
  BudgetChars,
  KnowledgeBase,
  KnowledgeHit,
  KnowledgeImportRequest,
  KnowledgeImportResponse,
  KnowledgeQueryRequest,
  KnowledgeQueryResponse,
  Name,
  toolLimits,
} from '@cairn/contracts';
import { neutraliseLine, newBoundary } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetOf, cutFields, fitWithBlock, leftOutField, limitField } from './budget.ts';
import { importInSteps } from './knowledge-steps.ts';
import { overwriteField, overwriteQuery, defineTool, readOnly } from './tool.ts';

const channel = Name.optional().describe('Channel of the call; required for the bases of a peer');

export const listKnowledgeBasesTool = defineTool({
  name: 'crystal_list_knowledge_bases',
  title: 'List knowledge bases',
  description:
    'List the knowledge bases that you may read in this channel: documents that are stored apart from the memories. crystal_query_knowledge_base searches one of them.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({
    includeInactive: z.boolean().default(false).describe('Include inactive ones'),
    channel,
  }),
  output: z.object({ knowledgeBases: z.array(KnowledgeBase).describe('By name') }),
  async run({ call }, { includeInactive, channel: calledFor }) {
    const query = { channel: calledFor, ...(includeInactive && { includeInactive: 'true' as const }) };
    const { knowledgeBases } = await call('listKnowledgeBases', { query });
    return {
      text: linesOf(knowledgeBases, calledFor),
      quotesNothing: knowledgeBases.length === 0,
      answer: { knowledgeBases },
    };
  },
});

function linesOf(bases: readonly KnowledgeBase[], calledFor: string | undefined): string {
  if (bases.length === 0)
    return calledFor === undefined
      ? 'This call, which names no channel, reaches no knowledge base. Those of a channel are reached with that channel.'
      : 'This call reaches no knowledge base from its channel.';
  const boundary = newBoundary();
  const nameOf = (name: string) => JSON.stringify(neutraliseLine(name, boundary));
  return bases
    .map((base) => `${nameOf(base.name)} (id ${base.knowledgeBaseId}): ${base.memoryCount} chunks`)
    .join('\n');
}

const queryFields = KnowledgeQueryRequest.shape;

export const queryKnowledgeBaseTool = defineTool({
  name: 'crystal_query_knowledge_base',
  title: 'Search a knowledge base',
  description:
    'Search one knowledge base, by its id or name, by meaning and by words. Returns the best chunks of its documents with their relevance and where each document is, and the same as a block of quoted text.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({
    knowledgeBaseId: queryFields.knowledgeBaseId,
    knowledgeBaseName: queryFields.knowledgeBaseName,
    query: queryFields.query,
    limit: limitField(toolLimits.knowledgeLimit, 'Chunks at most'),
    agentId: queryFields.agentId,
    channel,
    budgetChars: BudgetChars.describe('Characters of the whole answer at most'),
  }),
  output: z.object({
    ...KnowledgeQueryResponse.omit({ query: true, chunks: true, degraded: true }).shape,
    chunks: z.array(KnowledgeHit.extend(cutFields)).describe('Best first'),
    leftOut: leftOutField,
    degraded: KnowledgeQueryResponse.shape.degraded.optional(),
  }),
  inBlock: ['injectionBlock'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const answer = await call('queryKnowledge', { body: { ...args, budgetChars: blockBudgetOf(budget) } });
    const { query: _, chunks, injectionBlock, degraded, ...said } = answer;
    const head = { ...said, ...(degraded.length > 0 && { degraded }) };
    const { items, leftOut } = fitWithBlock({ budget, block: injectionBlock, head, items: chunks });
    return {
      text: injectionBlock,
      quotesNothing: chunks.length === 0,
      answer: { ...head, injectionBlock, chunks: [...items], ...(leftOut > 0 && { leftOut }) },
    };
  },
});

export const importKnowledgeTool = defineTool({
  name: 'crystal_import_knowledge',
  title: 'Import documents into a knowledge base',
  description:
    'Store chunks of documents in a knowledge base, which is created if no base has the name. Sending the same chunks again is harmless. Chunks of one sourceUrl are one document, which is stored whole or not at all; if one call has all its totalChunks, they replace its former chunks.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ ...KnowledgeImportRequest.shape, overwrite: overwriteField }),
  output: z.object(KnowledgeImportResponse.shape),
  async run({ call, tell }, { overwrite, ...body }) {
    const asked = { query: overwriteQuery(overwrite), body };
    const answer = await (tell ? importInSteps(call, asked, tell) : call('importKnowledge', asked));
    return { text: sentenceOf(answer), quotesNothing: true, answer };
  },
});

function sentenceOf(answer: KnowledgeImportResponse): string {
  const { knowledgeBaseId, scope, created, imported, known, replaced, failed, masked } = answer;
  const made = created ? 'Made the knowledge base' : 'Added to the knowledge base';
  const place =
    scope === null ? 'without a scope' : `of the channel ${JSON.stringify(neutraliseLine(scope, newBoundary()))}`;
  const without = masked ? ` Stored without what is a secret: ${Object.keys(masked).join(', ')}.` : '';
  const lost = failed
    .map(
      ({ chunks, code, message }) =>
        ` Chunks ${chunks.join(', ')} were refused: ${code}. ${neutraliseLine(message, newBoundary())}`,
    )
    .join('');
  return `${made} ${knowledgeBaseId} ${place}: ${imported} new chunks, ${known} known already, ${replaced} former chunks replaced.${without}${lost}`;
}
