import { FeedbackRequest, FeedbackResponse, shortIdOf } from '@cairn/contracts';
import { z } from 'zod';
import { defineTool } from './tool.ts';

export const feedbackTool = defineTool({
  name: 'crystal_feedback',
  title: 'Say how a memory served',
  description:
    'Say of one memory that you used it, that it was helpful, that it is wrong or that it is outdated. Memories that serve grow stronger, others weaker; no text changes. One a day and memory counts: the last.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject(FeedbackRequest.shape),
  output: z.object(FeedbackResponse.shape),
  async run({ call }, args) {
    const answer = await call('giveFeedback', { body: args });
    return { text: `Noted: memory ${shortIdOf(answer.memoryId)} was ${answer.kind}.`, answer };
  },
});
