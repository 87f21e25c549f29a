import { z } from 'zod';
import { limits } from './limits.ts';
import { boundedText } from './vocabulary.ts';

export const toolActs = ['edit', 'run'] as const;

/** An edit of a file or a command that an agent ran through a tool. */
export const ToolCall = z
  .strictObject({
    act: z.enum(toolActs).describe('edit: it changed a file; run: it ran a command'),
    target: boundedText(limits.toolCallTarget).describe('The file, or the first line of the command'),
    failed: boundedText(limits.toolCallFailure).optional().describe('First line of the error; absent: it did not fail'),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof ToolCall>;

/** The tool calls of a message: all calls since the previous message of the conversation, in their order. */
export const ToolCalls = z
  .array(ToolCall)
  .max(limits.toolCalls.max)
  .optional()
  .describe('Edits and commands of the agent since the former message of the conversation; not searched');
