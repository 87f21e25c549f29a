import {
  boundedText,
  Category,
  IndexState,
  ItemState,
  MemoryInput,
  Store,
  toolLimits,
  type Receipt,
} from '@cairn/contracts';
import { inertLine, newBoundary } from '@cairn/gate';
import { z } from 'zod';
import { defineTool } from './tool.ts';

export const rememberTool = defineTool({
  name: 'crystal_remember',
  title: 'Remember',
  description:
    'Save one thing that the team will want to know later: a decision with its reason, a lesson, a rule, who does what. One idea a memory, with a title that says it. Saving the same again is harmless and answers with the memory that is there.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: MemoryInput.pick({
    store: true,
    category: true,
    tags: true,
    confidence: true,
    valence: true,
    arousal: true,
    channel: true,
  }).extend({
    title: boundedText(toolLimits.rememberTitle).describe('What it says, in a few words'),
    content: boundedText(toolLimits.rememberContent).describe(
      'The whole of it, so that it is understood without this conversation',
    ),
  }),
  output: z.object({
    ok: z.literal(true),
    id: z.uuid(),
    memoryId: z.uuid().describe('The same as id'),
    title: z.string(),
    store: Store,
    category: Category,
    created: z.boolean().describe('false when the same memory was there already'),
    version: z.number().int(),
    state: ItemState,
    index: IndexState.describe('Which searches find it already'),
  }),
  async run({ ingest }, principal, args) {
    const [receipt] = await ingest.addMemories(principal, [MemoryInput.parse({ ...args, source: 'mcp' })]);
    if (!receipt) throw new Error('A write of one memory answers with one receipt.');
    const { title, store, category } = args;
    const { id, created, version, state, index } = receipt;
    return {
      text: sentenceOf(title, receipt),
      answer: { ok: true as const, id, memoryId: id, title, store, category, created, version, state, index },
    };
  },
});

function sentenceOf(title: string, { id, created, index }: Receipt): string {
  const name = JSON.stringify(inertLine(title, newBoundary()));
  const found = index.words === 'indexed' ? 'It can be found by its words now' : 'It can be found in a moment';
  const later = index.vectors === 'indexed' ? ' and by its meaning.' : ', by its meaning when its vector is made.';
  return created
    ? `Remembered ${name} (id ${id}). ${found}${later}`
    : `Known already: ${name} (id ${id}). Nothing was added.`;
}
