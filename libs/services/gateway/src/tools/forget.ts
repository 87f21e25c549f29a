import {
  formatCount,
  ActRequest,
  CairnError,
  ForgetCertificate,
  ForgetsRequest,
  ForgetsResponse,
  ItemQuery,
  MemoryRef,
  MessageRef,
  shortIdOf,
  type ItemResponse,
  type MemoryId,
  type MessageId,
  type RouteOutput,
} from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/prompt';
import { cutAtWord } from '@cairn/text';
import { z } from 'zod';
import { defineTool, type ToolCall } from './tool.ts';

const { sessionKey, speaker, source, externalId, since, contains, identifier, lineage, privateOf, confirm } =
  ForgetsRequest.shape;

const input = z.strictObject({
  memoryId: MemoryRef.optional().describe('The id of a memory'),
  messageId: MessageRef.optional().describe('The id of a message, which is deleted, with permanent'),
  channel: ItemQuery.shape.channel.describe(
    'Channel of the memory or message, required in a peer channel; without an id, items of this channel alone',
  ),
  permanent: z.boolean().default(false).describe('Delete permanently. Without confirm, the answer is a preview'),
  ...{ sessionKey, speaker, source, externalId, since, contains, identifier, lineage, privateOf, confirm },
  forgetId: z
    .uuid()
    .optional()
    .describe('Id of an earlier deletion: returns its certificate; excludes all other arguments'),
  reason: ActRequest.shape.reason.describe('Reason, stored with an archived memory'),
});
type Asked = z.output<typeof input>;

const output = z.object({
  success: z.literal(true),
  action: z.enum(['archived', 'deleted', 'deleting', 'preview', 'certified']),
  memoryId: z.uuid().optional(),
  messageId: z.uuid().optional(),
  forgetId: ForgetsResponse.shape.id.describe('Id of the deletion: ask with it for its certificate'),
  preview: ForgetsResponse.shape.preview,
  certificate: ForgetCertificate.optional().describe('Removed rows by place, time of verification'),
});

export const forgetTool = defineTool({
  name: 'crystal_forget',
  title: 'Forget a memory',
  description:
    'Archive a memory: it leaves the answers, and crystal_archive restores it. With permanent, delete its text and all former versions. Without an id, delete permanently all items that match. A permanent deletion is first a preview: show it to the user, then call again with confirm. Writers delete their own items, managers those that they see.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input,
  output,
  question: askAboutDeletion,
  run: forgetItems,
});

/** Asks about a permanent deletion, with what it would delete. */
async function askAboutDeletion(work: ToolCall, asked: Asked): Promise<string | undefined> {
  const { memoryId, permanent, confirm, forgetId } = asked;
  const isArchive = memoryId !== undefined && !permanent && !isSelection(asked);
  if (!confirm || forgetId !== undefined || isArchive) return undefined;
  const named = findNamedItem(asked);
  const { preview } = await previewDeletion(work, asked, named);
  if (!preview) return undefined;
  const { messages, memories, examples, notes = [] } = preview;
  const shown = examples.slice(0, ASKED_EXAMPLES).map((example) => `"${textOfExample(example, ASKED_CHARS)}"`);
  const counts = [
    { count: memories, text: formatCount(memories, 'memory', 'memories') },
    { count: messages, text: formatCount(messages, 'message') },
  ];
  const what =
    counts.flatMap(({ count, text }) => (count > 0 ? [text] : [])).join(' and ') || 'what matches, now nothing,';
  const such = shown.length > 0 ? [`Such as: ${shown.join(', ')}`] : [];
  const stay =
    notes.length > 0 ? [`Notes that say it stay: ${notes.slice(0, ASKED_EXAMPLES).map(noteNameOf).join(', ')}.`] : [];
  return [`Delete ${what} for good? Nobody can restore them.`, ...such, ...stay].join(' ');
}

/** Title of a memory and its text around what matches; of a message that text alone. At most `charsMax` of each. */
function textOfExample({ kind, text, excerpt }: Preview['examples'][number], charsMax = Infinity): string {
  const parts = kind === 'memory' ? [text, excerpt] : [excerpt ?? text];
  return parts.flatMap((part) => (part === undefined ? [] : [cutAtWord(part, charsMax)])).join(': ');
}

const noteNameOf = ({ workspace, path }: { readonly workspace: string; readonly path: string }): string =>
  `"${path}" of "${workspace}"`;

const ASKED_EXAMPLES = 3;
const ASKED_CHARS = 120;

const isSelection = ({
  lineage,
  sessionKey,
  speaker,
  source,
  externalId,
  since,
  contains,
  identifier,
}: Asked): boolean =>
  lineage || [sessionKey, speaker, source, externalId, since, contains, identifier].some((name) => name !== undefined);

type Answer = { readonly text: string; readonly answer: z.input<typeof output> };

async function forgetItems(work: ToolCall, asked: Asked): Promise<Answer> {
  const { memoryId, messageId, permanent, forgetId } = asked;
  if (forgetId !== undefined) return readCertificate(work, asked, forgetId);
  const named = findNamedItem(asked);
  const selects = isSelection(asked);
  if (memoryId !== undefined && !permanent && !selects) return archiveMemory(work, asked, memoryId);
  if (messageId !== undefined && !permanent) throw invalidError('permanent', 'is missing: a message is never archived');
  // Refuses a call that names nothing to forget. A channel does not count, since the connection may have set it without
  // the caller's intention.
  if (!named && !permanent && !selects) throw nothingNamedError();
  if (named && asked.confirm && !selects) return forgetOne(work, asked, named);
  return forgetMany(work, asked, named);
}

interface NamedItem {
  readonly kind: 'memory' | 'message';
  readonly id: string;
}

function findNamedItem({ memoryId, messageId }: Asked): NamedItem | undefined {
  if (memoryId !== undefined && messageId !== undefined) throw invalidError('messageId', 'goes without memoryId');
  if (memoryId !== undefined) return { kind: 'memory', id: memoryId };
  return messageId === undefined ? undefined : { kind: 'message', id: messageId };
}

const nothingNamedError = () => invalidError('memoryId', 'is missing; to forget a whole channel, say permanent too');

const invalidError = (field: string, message: string): CairnError =>
  new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message }] });

/**
 * Returns the certificate of an act. Refuses a request that also names something to forget, since a request for a
 * certificate must not delete anything.
 */
async function readCertificate({ call }: ToolCall, asked: Asked, id: string): Promise<Answer> {
  // Ignores a channel, which the connection may have set.
  const beside = Object.entries(asked).some(([name, value]) => value && name !== 'forgetId' && name !== 'channel');
  if (beside) throw invalidError('forgetId', 'asks for a certificate, and goes with nothing else');
  const certificate = await call('forgetCertificate', { params: { id } });
  return {
    text: describeCertificate(certificate),
    answer: { success: true, action: 'certified', forgetId: id, certificate },
  };
}

function describeCertificate({ id, state, messages, memories, removed, verified }: ForgetCertificate): string {
  const left = verified.reduce((sum, place) => sum + place.remaining, 0);
  const rows = removed.reduce((sum, place) => sum + place.rows, 0);
  const looked = `${verified.length} places were looked through, and ${left} of it was left there.`;
  const end = state === 'verified' ? looked : 'It goes on: ask again.';
  return `The act ${id} is ${state}: messages: ${messages}, memories: ${memories}, rows of the store: ${rows}. ${end}`;
}

async function archiveMemory(
  { call }: ToolCall,
  { channel, privateOf, reason }: Asked,
  memoryId: string,
): Promise<Answer> {
  const query = { channel, privateOf };
  const { id } = await call('archiveMemory', { params: { id: memoryId as MemoryId }, query, body: { reason } });
  return {
    text: `The memory ${shortIdOf(id)} is archived. crystal_archive with restore brings it back.`,
    answer: { success: true, action: 'archived', memoryId: id },
  };
}

async function forgetOne({ call }: ToolCall, { channel, privateOf }: Asked, named: NamedItem): Promise<Answer> {
  const { kind } = named;
  const query = { channel, privateOf };
  const { id } =
    kind === 'memory'
      ? await call('forgetMemory', { params: { id: named.id as MemoryId }, query })
      : await call('forgetMessage', { params: { id: named.id as MessageId }, query });
  return {
    text: `The ${kind} ${shortIdOf(id)} is forgotten for good, and what is sent of it later is refused.`,
    answer: { success: true, action: 'deleted', ...idOf({ kind, id }) },
  };
}

const idOf = ({ kind, id }: NamedItem) => (kind === 'memory' ? { memoryId: id } : { messageId: id });

async function forgetMany(work: ToolCall, asked: Asked, named: NamedItem | undefined): Promise<Answer> {
  const { body, about } = await selectionOf(work, asked, named);
  const { id: forgetId, preview } = await work.call('forgetMany', { body });
  if (preview)
    return { text: describePreview(preview), answer: { success: true, action: 'preview', ...about, preview } };
  return {
    text: `It is on its way, and goes on whatever happens. Its certificate: crystal_forget with forgetId ${forgetId}`,
    answer: { success: true, action: 'deleting', ...about, forgetId },
  };
}

async function selectionOf(work: ToolCall, asked: Asked, named: NamedItem | undefined) {
  const { sessionKey, speaker, source, externalId, since, contains, identifier, lineage, privateOf, confirm } = asked;
  const item = named && (await itemOf(work, asked, named));
  const channel = item ? (item.channel ?? undefined) : asked.channel;
  const ids = item && [item.id];
  const selectors = { sessionKey, speaker, source, externalId };
  const body = { ids, channel, ...selectors, since, contains, identifier, lineage, privateOf, confirm };
  return { body, about: item && idOf(item) };
}

async function previewDeletion(work: ToolCall, asked: Asked, named: NamedItem | undefined) {
  const { body } = await selectionOf(work, asked, named);
  return work.call('forgetMany', { body: { ...body, confirm: false } });
}

/**
 * Reads the named item, since the selection needs the channel of the item. A selection matches the channel exactly, and
 * the channel of the call may differ from the channel of the item.
 */
async function itemOf(
  { call }: ToolCall,
  { channel, privateOf }: Asked,
  { kind, id }: NamedItem,
): Promise<ItemResponse> {
  const query = { channel, privateOf };
  return kind === 'memory'
    ? await call('getMemory', { params: { id: id as MemoryId }, query })
    : await call('getMessage', { params: { id: id as MessageId }, query });
}

type Preview = NonNullable<RouteOutput<'forgetMany'>['preview']>;

function describePreview(preview: Preview): string {
  const { messages, memories, others, examples, blocks, notes = [], hasMoreNotes } = preview;
  const stays =
    others > 0 ? [`${formatCount(others, 'item')} of others would stay: only a manager may delete them`] : [];
  const more = hasMoreNotes ? ' (more say it: forget these, and look again)' : '';
  const named =
    notes.length > 0
      ? [`notes that say it, too, follow their files and stay${more}: cairn notes delete PATH --forget takes one`]
      : [];
  const blocked = blocks === undefined ? [] : [`what is sent of this ${blocks} later is refused`];
  return renderList({
    heading: 'Would be forgotten for good',
    boundary: newBoundary(),
    budgetChars: BLOCK_CHARS,
    notes: [
      `messages: ${messages}, memories: ${memories}; nothing is changed until the same is called with confirm: true`,
      ...stays,
      ...blocked,
      ...named,
    ],
    entries: [
      ...notes.map((note) => ({ about: '[note, stays]', text: noteNameOf(note) })),
      ...examples.map((example) => ({ id: example.id, about: `[${example.kind}]`, text: textOfExample(example) })),
    ],
  });
}
