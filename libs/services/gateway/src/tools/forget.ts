import {
  ActRequest,
  CairnError,
  ForgetsRequest,
  ForgetsResponse,
  ItemQuery,
  type MemoryId,
  type RouteOutput,
} from '@cairn/contracts';
import { BLOCK_CHARS, newBoundary, renderList } from '@cairn/gate';
import { z } from 'zod';
import { defineTool, type ToolCall } from './tool.ts';

const { sessionKey, speaker, source, since, lineage, confirm } = ForgetsRequest.shape;

const input = z.strictObject({
  memoryId: z.uuid().optional().describe('The id of a memory, as the other tools show it'),
  channel: ItemQuery.shape.channel.describe(
    'The channel of the memory, needed for what is tied to a peer; without memoryId, forget items of this channel alone',
  ),
  permanent: z
    .boolean()
    .default(false)
    .describe('Forget it for good: nobody can bring it back. Without confirm, the answer says what would go'),
  ...{ sessionKey, speaker, source, since, lineage, confirm },
  reason: ActRequest.shape.reason.describe('Why; kept with an archived memory, not with what is gone for good'),
});
type Asked = z.output<typeof input>;

const output = z.object({
  success: z.literal(true),
  action: z.enum(['archived', 'deleted', 'deleting', 'would-delete']),
  memoryId: z.uuid().optional(),
  forgetId: ForgetsResponse.shape.id.describe('Of the act that was begun: GET /v1/forgets/:id is its certificate'),
  would: ForgetsResponse.shape.would,
});

export const forgetTool = defineTool({
  name: 'crystal_forget',
  title: 'Forget a memory',
  description:
    'Take a memory out of the answers. It is archived and can be restored with crystal_archive; with permanent, its text is gone for good, with all that it said before. Without memoryId, forget for good all that the names fit: a session, a speaker, a source, a channel, a time. What is to go for good is first told and not done: show it to the user, then call again with confirm. Writers forget for good what they wrote themselves, managers what they see.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input,
  output,
  run: forget,
});

type Answer = { readonly text: string; readonly answer: z.input<typeof output> };

function forget(work: ToolCall, asked: Asked): Promise<Answer> {
  const { memoryId, permanent, sessionKey, speaker, source, since, lineage } = asked;
  const isSelection = lineage || [sessionKey, speaker, source, since].some((name) => name !== undefined);
  if (memoryId !== undefined && !permanent && !isSelection) return archive(work, asked, memoryId);
  // A channel may come from the connection, where nobody thought of it.
  if (memoryId === undefined && !permanent && !isSelection) throw nothingNamed();
  if (memoryId !== undefined && asked.confirm && !isSelection) return forgetOne(work, asked, memoryId);
  return forgetMany(work, asked);
}

const nothingNamed = (): CairnError =>
  new CairnError('request/invalid', 'memoryId is missing; to forget a whole channel, say permanent too', {
    issues: [{ field: 'memoryId', message: 'is missing; to forget a whole channel, say permanent too' }],
  });

async function archive({ call }: ToolCall, { channel, reason }: Asked, memoryId: string): Promise<Answer> {
  await call('archiveMemory', { params: { id: memoryId as MemoryId }, query: { channel }, body: { reason } });
  return {
    text: `The memory ${memoryId} is archived. crystal_archive with restore brings it back.`,
    answer: { success: true, action: 'archived', memoryId },
  };
}

async function forgetOne({ call }: ToolCall, { channel }: Asked, memoryId: string): Promise<Answer> {
  await call('forgetMemory', { params: { id: memoryId as MemoryId }, query: { channel } });
  return {
    text: `The memory ${memoryId} is forgotten for good.`,
    answer: { success: true, action: 'deleted', memoryId },
  };
}

async function forgetMany(work: ToolCall, asked: Asked): Promise<Answer> {
  const { memoryId, sessionKey, speaker, source, since, lineage, confirm } = asked;
  const channel = memoryId === undefined ? asked.channel : await channelOf(work, asked, memoryId);
  const ids = memoryId === undefined ? undefined : [memoryId];
  const body = { ids, channel, sessionKey, speaker, source, since, lineage, confirm };
  const { id: forgetId, would } = await work.call('forgetMany', { body });
  if (would) return { text: toldOf(would), answer: { success: true, action: 'would-delete', memoryId, would } };
  return {
    text: `It is on its way, and goes on whatever happens. Its certificate: GET /v1/forgets/${forgetId}`,
    answer: { success: true, action: 'deleting', memoryId, forgetId },
  };
}

/** A selection is exact about the channel; the one that a call comes with may be another than the memory's. */
async function channelOf({ call }: ToolCall, { channel }: Asked, memoryId: string): Promise<string | undefined> {
  const memory = await call('getMemory', { params: { id: memoryId as MemoryId }, query: { channel } });
  return memory.channel ?? undefined;
}

type Would = NonNullable<RouteOutput<'forgetMany'>['would']>;

function toldOf({ messages, memories, others, examples, blocks }: Would): string {
  const stays = others > 0 ? [`${others} items of others would stay: only a manager may delete them`] : [];
  const blocked = blocks === undefined ? [] : [`what is sent of this ${blocks} later is refused`];
  return renderList({
    heading: 'Would be forgotten for good',
    boundary: newBoundary(),
    budgetChars: BLOCK_CHARS,
    notes: [
      `messages: ${messages}, memories: ${memories}; nothing is changed until the same is called with confirm: true`,
      ...stays,
      ...blocked,
    ],
    entries: examples.map(({ kind, id, text }) => ({ id, about: `[${kind}]`, text })),
  });
}
