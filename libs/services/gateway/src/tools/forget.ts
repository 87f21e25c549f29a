import { ActRequest, ItemQuery } from '@cairn/contracts';
import { z } from 'zod';
import { defineTool } from './tool.ts';

export const forgetTool = defineTool({
  name: 'crystal_forget',
  title: 'Forget a memory',
  description:
    'Take a memory out of the answers. It is archived and can be restored with crystal_archive; with permanent, its text is gone for good, with all that it said before. Writers forget for good what they wrote themselves, managers what they see.',
  role: 'writer',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    memoryId: z.uuid().describe('The id of a memory, as the other tools show it'),
    channel: ItemQuery.shape.channel,
    permanent: z.boolean().default(false).describe('Forget it for good: nobody can bring it back'),
    reason: ActRequest.shape.reason.describe('Why; kept with an archived memory, not with one that is gone for good'),
  }),
  output: z.object({ success: z.literal(true), action: z.enum(['archived', 'deleted']), memoryId: z.uuid() }),
  async run({ call }, { memoryId, channel, permanent, reason }) {
    const place = { params: { id: memoryId }, query: { channel } };
    if (permanent) await call('forgetMemory', place);
    else await call('archiveMemory', { ...place, body: { reason } });
    return {
      text: permanent
        ? `The memory ${memoryId} is forgotten for good.`
        : `The memory ${memoryId} is archived. crystal_archive with restore brings it back.`,
      answer: { success: true as const, action: permanent ? ('deleted' as const) : ('archived' as const), memoryId },
    };
  },
});
