import {
  formatCount,
  CairnError,
  Checkpoint,
  CheckpointComparison,
  CheckpointRequest,
  FoundCheckpoint,
} from '@cairn/contracts';
import { z } from 'zod';
import { defineTool, type Call } from './tool.ts';

const modes = ['create', 'list', 'show', 'compare'] as const;

const request = CheckpointRequest.shape;

const Input = z.strictObject({
  mode: z.enum(modes).default('create').describe('The operation'),
  label: request.label.optional().describe('For create: its subject, in a few words'),
  description: request.description,
  semanticSummary: request.semanticSummary,
  memoryIds: request.memoryIds,
  sessionId: request.sessionId,
  tags: request.tags.describe('For create: short labels, which list and show return'),
  channel: request.channel,
  limit: z.number().int().min(1).max(100).default(20).describe('For list: how many'),
  checkpointId: z.uuid().optional().describe('For show and compare'),
  withCheckpointId: z.uuid().optional().describe('For compare: a later checkpoint; without it, now'),
});
type Input = z.output<typeof Input>;

const Output = z.object({
  mode: z.enum(modes),
  checkpoint: FoundCheckpoint.or(Checkpoint).optional().describe('After create and show'),
  checkpoints: z.array(Checkpoint).optional().describe('After list, newest first'),
  comparison: CheckpointComparison.optional().describe('After compare'),
});
type Answer = z.input<typeof Output>;

export const checkpointTool = defineTool({
  name: 'crystal_checkpoint',
  title: 'Record the present memories',
  description:
    'A checkpoint records the id and version of each present memory, without the texts. Create one before a large change, list them, show one, or compare one with a later one or with now.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: Input,
  output: Output,
  async run({ call }, args) {
    const answer = await acts[args.mode](call, args);
    return { text: textOf(answer), answer: { ...answer, mode: args.mode } };
  },
});

/** Builds the text of the answer. It contains ids and counts only; texts of people are in the framed fields. */
function textOf({ checkpoint, checkpoints, comparison }: Omit<Answer, 'mode'>): string {
  if (checkpoint) return lineOf(checkpoint);
  if (comparison) {
    const { added, moreAdded, removed, changed, same } = comparison;
    return `Added ${added.length}${moreAdded ? ' and more' : ''}, removed ${removed.length}, changed ${changed.length}, as before ${same}.`;
  }
  return checkpoints?.length ? checkpoints.map(lineOf).join('\n') : 'There is no checkpoint.';
}

const lineOf = ({ id, createdAt, memoryCount }: Pick<Checkpoint, 'id' | 'createdAt' | 'memoryCount'>) =>
  `Checkpoint ${id} of ${new Date(createdAt).toISOString()}: ${formatCount(memoryCount, 'memory', 'memories')}.`;

const acts: Record<Input['mode'], (call: Call, args: Input) => Promise<Omit<Answer, 'mode'>>> = {
  async create(call, { mode: _mode, limit: _limit, checkpointId: _id, withCheckpointId: _with, label, ...body }) {
    if (label === undefined) throw missingFieldError('label', 'create', 'text of 1 to 300 characters');
    return { checkpoint: await call('createCheckpoint', { body: { ...body, label } }) };
  },
  async list(call, { channel, limit }) {
    return call('listCheckpoints', { query: { channel, limit } });
  },
  async show(call, { checkpointId, channel }) {
    const id = requireId(checkpointId, 'show');
    return { checkpoint: await call('getCheckpoint', { params: { id }, query: { channel } }) };
  },
  async compare(call, { checkpointId, withCheckpointId, channel }) {
    const id = requireId(checkpointId, 'compare');
    const query = { channel, with: withCheckpointId };
    return { comparison: await call('compareCheckpoints', { params: { id }, query }) };
  },
};

function requireId(id: string | undefined, mode: Input['mode']): string {
  if (id === undefined) throw missingFieldError('checkpointId', mode, 'the id of a checkpoint, as list shows it');
  return id;
}

const missingFieldError = (field: string, mode: Input['mode'], allowed: string) =>
  new CairnError('request/invalid', `crystal_checkpoint needs more for ${mode}.`, {
    issues: [{ field, message: 'is required', allowed }],
  });
