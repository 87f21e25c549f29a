import { formatCount, FoundMemory, ItemQuery, MemoryRef, Snapshot, UnderstoodLines } from '@cairn/contracts';
import { newBoundary, renderRecent, withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetChars, budgetOf, cutFields, fitWithBlock, leftOutField } from './budget.ts';
import { defineTool, readOnly } from './tool.ts';

const TracedMemory = FoundMemory.pick({
  title: true,
  store: true,
  category: true,
  channel: true,
  timestamp: true,
  createdAt: true,
  author: true,
  state: true,
  goneSources: true,
}).extend({ memoryId: z.uuid() });

const ShownSnapshot = Snapshot.extend({ messages: z.array(Snapshot.shape.messages.element.extend(cutFields)) });

export const traceTool = defineTool({
  name: 'crystal_trace',
  title: 'Trace a memory',
  description:
    'Show the conversation that a memory came from: its first ten and last ten messages, and the number between them. Use it to check a memory against its source. crystal_get reads a whole message, or the text of the memory.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({
    memoryId: MemoryRef.describe('The id of a memory, as the other tools show it'),
    channel: ItemQuery.shape.channel,
    budgetChars,
  }),
  output: z.object({
    memory: TracedMemory,
    understood: UnderstoodLines,
    snapshot: ShownSnapshot.nullable().describe('Null where the memory names no message that you may see'),
    leftOut: leftOutField.describe('Older messages that had no room in budgetChars'),
  }),
  inBlock: ['understood'],
  async run({ call }, { memoryId, channel, ...rest }) {
    const {
      memory: found,
      understood,
      snapshot,
    } = await call('trace', { params: { id: memoryId }, query: { channel } });
    const budget = budgetOf(rest);
    const memory = withShortNames(TracedMemory.parse({ ...found, memoryId: found.id }));
    const { messages = [], ...counts } = snapshot ?? {};
    const heading = `Conversation of a memory (${[shownOf(snapshot), ...forgottenIdsIn(memory)].join('; ')})`;
    const text = renderRecent({
      heading,
      notes: understood,
      messages,
      boundary: newBoundary(),
      budgetChars: blockBudgetOf(budget),
    });
    const head = { memory, understood, snapshot: snapshot && { ...counts, messages: [] } };
    const { items, leftOut } = fitWithBlock({ budget, block: text, head, items: messages.toReversed() });
    const shown = snapshot && { ...snapshot, messages: items.toReversed() };
    const { messageCount, omittedCount } = snapshot ?? {};
    return {
      text,
      beside: snapshot ? { messageCount, omittedCount } : {},
      answer: { memory, understood, snapshot: shown, ...(leftOut > 0 && { leftOut }) },
    };
  },
});

const shownOf = (snapshot: Snapshot | null) =>
  snapshot
    ? `${formatCount(snapshot.messageCount, 'message')}, ${snapshot.omittedCount} not shown`
    : 'it names no message that you may see';

const forgottenIdsIn = ({ goneSources = [] }: z.output<typeof TracedMemory>) =>
  goneSources.length === 0 ? [] : [`${goneSources.length} of its sources forgotten`];
