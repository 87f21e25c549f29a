import { FeedbackRequest, FeedbackResponse, shortIdOf } from '@cairn/contracts';
import { z } from 'zod';
import { defineTool } from './tool.ts';

export const feedbackTool = defineTool({
  name: 'crystal_feedback',
  title: 'Rate a memory',
  description:
    'Rate one memory as used, helpful, wrong or outdated. Useful memories rank higher, others lower; no text changes. Per day and memory, only the last rating counts.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject(FeedbackRequest.shape),
  output: z.object(FeedbackResponse.shape),
  async run({ call }, args) {
    const answer = await call('giveFeedback', { body: args });
    return { text: `Noted: memory ${shortIdOf(answer.memoryId)} was ${answer.kind}.`, answer };
  },
});
