import {
  RecallPatternsRequest,
  RecallPatternsResponse,
  SavePatternRequest,
  SavePatternResponse,
} from '@cairn/contracts';
import { neutraliseLine, newBoundary } from '@cairn/prompt';
import { z } from 'zod';
import { overwriteField, overwriteQuery, defineTool, readOnly } from './tool.ts';

export const memoryRecallTool = defineTool({
  name: 'memory_recall',
  title: 'Recall learned patterns',
  description:
    'Lessons of earlier runs, in this project and in the whole organisation: conventions, failures and their solutions, test commands, architecture. Use it before you plan, and when something fails. Grouped by project and organisation, the most confident first.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject(RecallPatternsRequest.shape),
  output: z.object(RecallPatternsResponse.shape),
  inBlock: ['text'],
  async run({ call }, args) {
    const answer = await call('recallPatterns', { body: args });
    return { text: answer.text, quotesNothing: answer.memories.length === 0, answer };
  },
});

export const memorySaveTool = defineTool({
  name: 'memory_save',
  title: 'Save a learned pattern',
  description:
    'Save a lesson for later runs: a convention, a failure and its solution, a test command. Saving it again raises its confidence. Use scope global for lessons that hold in every project.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({ ...SavePatternRequest.shape, overwrite: overwriteField }),
  output: z.object(SavePatternResponse.shape),
  async run({ call }, { overwrite, ...body }) {
    const answer = await call('savePattern', { query: overwriteQuery(overwrite), body });
    const { scope, category, pattern, confidence } = answer.saved;
    const name = JSON.stringify(neutraliseLine(pattern.slice(0, 120).toWellFormed(), newBoundary()));
    const text = answer.created
      ? `Saved to ${scope} memory: [${category}] ${name}.`
      : `Known in ${scope} memory: [${category}] ${name}. Its confidence is ${confidence.toFixed(2)} now.`;
    return { text, quotesNothing: true, answer };
  },
});
