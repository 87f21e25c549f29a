import { z } from 'zod';
import { ImportId } from './forgets.ts';
import { limits } from './limits.ts';
import { MessageId } from './ids.ts';
import { ProposalKind, SaidBy } from './proposals.ts';
import { RecallRequest } from './recall.ts';
import type { Routes } from './route.ts';
import { Category, Name, TimeInput } from './vocabulary.ts';

const { min, max } = limits.extractedSessions;

const selectionFields = {
  sessionKeys: z.array(Name).min(min).max(max).optional().describe('Conversations by their session keys'),
  channel: RecallRequest.shape.channel.describe('Conversations of this channel'),
  importId: ImportId.optional().describe('Conversations of one import'),
  sinceMs: TimeInput.optional().describe(
    'Conversations with a message since then: epoch ms, ISO 8601 with zone, day or month',
  ),
};

const isSelecting = (value: Readonly<Partial<Record<keyof typeof selectionFields, unknown>>>): boolean =>
  Object.keys(selectionFields).some((name) => value[name as keyof typeof selectionFields] !== undefined);
const missingSelectionIssue = {
  message: 'is missing: name sessionKeys, channel, importId or sinceMs',
  path: ['sessionKeys'],
};

const PreviewExtractionRequest = z
  .strictObject(selectionFields)
  .refine(isSelecting, missingSelectionIssue)
  .meta({ id: 'PreviewExtractionRequest' });

export const ExtractRequest = z
  .strictObject({
    ...selectionFields,
    after: MessageId.optional().describe('`next` of the former answer: continue with the conversations after it'),
  })
  .refine(isSelecting, missingSelectionIssue)
  .meta({ id: 'ExtractRequest' });
export type ExtractRequest = z.infer<typeof ExtractRequest>;

export const ExtractResponse = z
  .object({
    conversations: z.number().int().min(0).describe('Conversations that are read from now on, one after another'),
    next: MessageId.nullable().describe('Value of `after` for the conversations that this answer left out; null: none'),
  })
  .meta({ id: 'ExtractResponse' });

const ExtractionProgress = z
  .object({
    waiting: z
      .number()
      .int()
      .min(0)
      .max(limits.waitingConversations.max)
      .describe(
        'Conversations that are due, or failed and are tried again; the most that is counted: there may be more',
      ),
  })
  .meta({ id: 'ExtractionProgress' });

/** A statement that would be proposed. */
export const ExtractedStatement = z
  .object({
    kind: ProposalKind,
    content: z.string().describe('Word for word, without greetings and emphasis'),
    category: Category,
    subject: z.string().optional(),
    certainty: z.number().min(0).max(1),
    saidBy: SaidBy,
    quotes: z.array(z.object({ messageId: MessageId, start: z.number().int(), end: z.number().int() })),
  })
  .meta({ id: 'ExtractedStatement' });
export type ExtractedStatement = z.infer<typeof ExtractedStatement>;

export const ExtractionPreview = z
  .object({
    statements: z.array(ExtractedStatement).describe('In the order in which they were said'),
    messages: z.number().int().min(0).describe('Messages that were read'),
    isMore: z.boolean().describe('There are more conversations or messages than one preview reads'),
  })
  .meta({ id: 'ExtractionPreview' });

export const ExtractionChannel = z
  .strictObject({
    channel: Name,
    extraction: z.enum(['on', 'off']).describe('off: no message of the channel is read for proposals'),
  })
  .meta({ id: 'ExtractionChannel' });

/** Routes about reading conversations for proposals. */
export const extractionRoutes = {
  extract: {
    method: 'POST',
    path: '/v1/extractions',
    service: 'ingest',
    role: 'writer',
    summary: 'Read conversations for proposals now, imported ones too',
    body: ExtractRequest,
    output: ExtractResponse,
  },
  extractionProgress: {
    method: 'GET',
    path: '/v1/extractions',
    service: 'ingest',
    role: 'reader',
    summary: 'Count the conversations that are still to be read for proposals, of those that the call sees',
    query: z.strictObject({ importId: selectionFields.importId }),
    output: ExtractionProgress,
  },
  previewExtraction: {
    method: 'POST',
    path: '/v1/recall/extractions',
    service: 'recall-api',
    role: 'reader',
    summary: 'Show what conversations would propose; nothing is stored',
    body: PreviewExtractionRequest,
    output: ExtractionPreview,
  },
  listExtractionChannels: {
    method: 'GET',
    path: '/v1/extractions/channels',
    service: 'ingest',
    role: 'reader',
    summary: 'List the channels whose messages are not read for proposals',
    output: z.object({ off: z.array(z.string()) }).meta({ id: 'ExtractionChannels' }),
  },
  setExtractionChannel: {
    method: 'PUT',
    path: '/v1/extractions/channels',
    service: 'ingest',
    role: 'manager',
    summary: 'Decide whether the messages of a channel are read for proposals',
    body: ExtractionChannel,
    output: ExtractionChannel,
  },
} as const satisfies Routes;
