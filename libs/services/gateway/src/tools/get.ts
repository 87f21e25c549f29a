import {
  CairnError,
  Category,
  EpochMs,
  FoundMemory,
  ItemRef,
  ItemState,
  MaybeTime,
  ReachQuery,
  Store,
  WrittenBy,
  type ItemResponse,
} from '@cairn/contracts';
import { renderFramedAnswer, newBoundary, renderPage, withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { budgetChars, budgetOf, frameWithBlock } from './budget.ts';
import { shortenItem } from './slim.ts';
import { findItem } from './find-item.ts';
import { defineTool, exactField, readOnly } from './tool.ts';

export const getTool = defineTool({
  name: 'crystal_get',
  title: 'Read one item',
  description:
    'Read one memory or message by its id, for instance the rest of a text that another answer cut. Long texts have pages: call again with from set to nextFrom until it is absent.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({
    id: ItemRef.describe('The id of a memory or message, as the other tools show it'),
    from: z.number().int().min(0).default(0).describe('Where to begin, in characters of the text'),
    ...ReachQuery.shape,
    budgetChars,
    exact: exactField,
  }),
  output: z.object({
    kind: z.enum(['memory', 'message']),
    id: z.uuid(),
    title: z.string().optional().describe('Title of a memory'),
    store: Store.optional(),
    category: Category.optional(),
    tags: z.array(z.string()).optional(),
    confidence: FoundMemory.shape.confidence,
    confidenceBasis: FoundMemory.shape.confidenceBasis,
    trust: FoundMemory.shape.trust,
    goneSources: FoundMemory.shape.goneSources,
    role: z.string().optional().describe('Role in a message'),
    speaker: z.string().nullable().optional(),
    channel: z.string().nullish(),
    sessionKey: z.string().nullable().optional(),
    timestamp: MaybeTime,
    createdAt: EpochMs,
    author: z.string().nullish(),
    writtenBy: WrittenBy.optional(),
    source: z.string().optional().describe('Absent: mcp'),
    state: ItemState.optional().describe('Absent: active'),
    version: z.number().int(),
    content: z.string().describe('The requested part of the text; as stored where exact is true'),
    from: z.number().int(),
    to: z.number().int().describe('Where the part ends'),
    of: z.number().int().describe('Characters of the whole text'),
    nextFrom: z.number().int().optional().describe('Where the next part begins; absent at the end'),
  }),
  inBlock: ['content'],
  exactFields: ['content'],
  async run({ call }, { id, from, channel, privateOf, ...rest }) {
    const item = await findItem(call, id, { channel, privateOf });
    const of = item.content.length;
    if (from >= of) throw pastTheEndError(from, of);
    const face = shortenItem(withShortNames(faceOf(item)));
    const boundary = newBoundary();
    const heading = 'From the team memory';
    const room =
      budgetOf(rest) -
      renderFramedAnswer({ ...face, from: of, to: of, of, nextFrom: of }).length -
      FRAME_CHARS_RESERVED;
    const { block, to } = renderPage({ heading, boundary, item: addIdNames(item), from, budgetChars: room });
    const place = { from, to, of, ...(to < of && { nextFrom: to }) };
    const answer = { ...face, content: item.content.slice(from, to), ...place };
    return { text: block, beside: { ...place, version: face.version }, answer };
  },
});

/** Number of characters that `frameAnswer` adds to a JSON answer. */
const FRAME_CHARS_RESERVED = renderFramedAnswer(frameWithBlock('', {})).length;

const pastTheEndError = (from: number, of: number) =>
  new CairnError('request/invalid', 'crystal_get cannot be called like this.', {
    issues: [{ field: 'from', message: `must be 0 to ${of - 1}`, value: from, allowed: `0 to ${of - 1}` }],
  });

function faceOf(item: ItemResponse) {
  const { kind, id, channel, timestamp, createdAt, author, writtenBy, source, state, version } = item;
  const common = { channel, timestamp, createdAt, author, writtenBy, source, state, version };
  if (item.kind === 'message') {
    const { role, speaker, sessionKey } = item;
    return { kind, id, role, speaker, sessionKey, ...common };
  }
  const { title, store, category, tags, confidence, confidenceBasis, trust, goneSources } = item;
  return { kind, id, title, store, category, tags, confidence, confidenceBasis, trust, goneSources, ...common };
}

const addIdNames = (item: ItemResponse) =>
  item.kind === 'memory' ? { ...item, memoryId: item.id } : { ...item, messageId: item.id, _id: item.id };
