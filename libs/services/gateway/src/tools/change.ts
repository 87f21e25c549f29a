import {
  ActRequest,
  ChangeMemoryRequest,
  ChangeMemoryResponse,
  SupersedeRequest,
  SupersedeResponse,
  UpdateMemoryResponse,
  ItemQuery,
  MemoryRef,
  ReachQuery,
  shortIdOf,
  ShareRequest,
  type PrincipalId,
} from '@cairn/contracts';
import { z } from 'zod';
import { sourceIdsField, resolveSourceIds } from './find-item.ts';
import { overwriteField, overwriteQuery, defineTool, type ToolCall } from './tool.ts';
import { neutraliseLines } from './understood.ts';

const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const memoryTarget = {
  memoryId: MemoryRef.describe('The id of a memory'),
  ...ReachQuery.shape,
};

const doneFields = { success: z.literal(true), memoryId: z.uuid() };
const Changed = ChangeMemoryResponse.extend(doneFields);
const Updated = UpdateMemoryResponse.extend(doneFields);

const editable = ChangeMemoryRequest.shape;

interface Change extends ChangeMemoryRequest {
  readonly memoryId: z.output<typeof MemoryRef>;
  readonly channel?: string | undefined;
  readonly privateOf?: PrincipalId | undefined;
  readonly overwrite: boolean;
}

async function changeMemory({ call }: ToolCall, { memoryId, channel, privateOf, overwrite, ...body }: Change) {
  const query = { channel, privateOf, ...overwriteQuery(overwrite) };
  const changed = await call('updateMemory', { params: { id: memoryId }, query, body });
  return {
    text: [
      `Changed: the memory ${shortIdOf(changed.id)} has version ${changed.version} now. What it said before stays as a revision.`,
      ...neutraliseLines(changed.understood),
    ].join('\n'),
    answer: { success: true as const, memoryId: changed.id, ...changed },
  };
}

export const updateTool = defineTool({
  name: 'crystal_update',
  title: 'Change a memory',
  description:
    'Correct a wrong or incomplete memory: its text, tags, kind or validity. It takes forbids, instead, decides and value too. The former text stays as a revision. Give expectedVersion, which protects changes of others. If the facts themselves changed, use crystal_supersede.',
  role: 'writer',
  annotations,
  input: z.strictObject({ ...memoryTarget, ...editable, overwrite: overwriteField }),
  output: Updated,
  inBlock: ['understood'],
  withoutDefaultOf: ['project'],
  run: changeMemory,
});

export const editTool = defineTool({
  name: 'crystal_edit',
  title: 'Edit the text of a memory',
  description: 'The same as crystal_update for title, content, tags, store and category alone.',
  role: 'writer',
  annotations,
  input: z.strictObject({
    ...memoryTarget,
    title: editable.title,
    content: editable.content,
    tags: editable.tags,
    store: editable.store,
    category: editable.category,
    expectedVersion: editable.expectedVersion,
    reason: editable.reason,
    overwrite: overwriteField,
  }),
  output: Updated,
  inBlock: ['understood'],
  run: changeMemory,
});

export const supersedeTool = defineTool({
  name: 'crystal_supersede',
  aliases: ['crystal_supercede'],
  title: 'Supersede a memory',
  description:
    'Replace a memory whose facts changed: store a new one, or name its stored successor. The old memory leaves the answers and links to the new one, which has the same readers and, by default, the same kind and tags. To correct a text, use crystal_update.',
  role: 'writer',
  annotations,
  input: z.strictObject({
    oldMemoryId: memoryTarget.memoryId,
    channel: ItemQuery.shape.channel,
    ...SupersedeRequest.shape,
    sourceIds: sourceIdsField,
    overwrite: overwriteField,
  }),
  output: SupersedeResponse.extend({ success: z.literal(true), action: z.literal('superseded') }),
  inBlock: ['understood'],
  withoutDefaultOf: ['project'],
  async run({ call }, { oldMemoryId, channel, overwrite, sourceIds, ...rest }) {
    const query = { channel, ...overwriteQuery(overwrite) };
    const body = { ...rest, ...(await resolveSourceIds(call, sourceIds, { channel })) };
    const done = await call('supersedeMemory', { params: { id: oldMemoryId }, query, body });
    return {
      text: [
        `The memory ${shortIdOf(done.newMemoryId)} stands in the place of ${shortIdOf(done.oldMemoryId)} now.`,
        ...neutraliseLines(done.understood),
      ].join('\n'),
      answer: { success: true as const, action: 'superseded' as const, ...done },
    };
  },
});

export const shareTool = defineTool({
  name: 'crystal_share',
  title: 'Share a memory',
  description:
    'Share a private memory, or one of a team, with a team of yours or the whole organisation, with its history. This cannot be undone: share only what its readers may know.',
  role: 'writer',
  annotations,
  input: z.strictObject({ ...memoryTarget, ...ShareRequest.shape, overwrite: overwriteField }),
  output: Changed,
  async run({ call }, { memoryId, channel, privateOf, overwrite, ...body }) {
    const query = { channel, privateOf, ...overwriteQuery(overwrite) };
    const changed = await call('shareMemory', { params: { id: memoryId }, query, body });
    return {
      text: `The memory ${shortIdOf(changed.id)} is read by ${body.visibility} now.`,
      answer: { success: true as const, memoryId: changed.id, ...changed },
    };
  },
});

export const archiveTool = defineTool({
  name: 'crystal_archive',
  title: 'Archive a memory, or restore it',
  description:
    'Archive a memory: it leaves the answers and stays stored. With restore, make an archived one active again.',
  role: 'writer',
  annotations,
  input: z.strictObject({
    ...memoryTarget,
    restore: z.boolean().default(false).describe('Make it active again'),
    ...ActRequest.shape,
    overwrite: overwriteField,
  }),
  output: Changed,
  async run({ call }, { memoryId, channel, privateOf, restore, overwrite, ...body }) {
    const [params, query] = [{ id: memoryId }, { channel, privateOf }];
    const changed = restore
      ? await call('restoreMemory', { params, query: { ...query, ...overwriteQuery(overwrite) }, body })
      : await call('archiveMemory', { params, query, body });
    return {
      text: `The memory ${shortIdOf(changed.id)} is ${restore ? 'active again' : 'archived'}.`,
      answer: { success: true as const, memoryId: changed.id, ...changed },
    };
  },
});
