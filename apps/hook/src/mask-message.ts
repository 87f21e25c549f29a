import { limits, type MessageInput, type ToolCall } from '@cairn/contracts';
import { maskText } from '@cairn/masking';
import type { HookConfig } from './config.ts';

/** Masks the texts of a message and adds the channel and project of the settings. */
export const maskMessage = (input: MessageInput, { channel, project }: HookConfig): MessageInput => ({
  ...input,
  content: maskSecrets(input.content),
  ...(input.toolCalls && { toolCalls: input.toolCalls.map(maskCall) }),
  ...(channel !== undefined && { channel }),
  ...(project !== undefined && { project }),
});

const maskSecrets = (text: string): string => maskText(text, { secrets: true }).text;

const { toolCallTarget, toolCallFailure } = limits;

/**
 * Masks the texts of a call. A mask can be longer than the secret that it replaces, so each text is cut to its limit
 * again.
 */
const maskCall = ({ act, target, failed }: ToolCall): ToolCall => ({
  act,
  target: maskSecrets(target).slice(0, toolCallTarget.max),
  ...(failed !== undefined && { failed: maskSecrets(failed).slice(0, toolCallFailure.max) }),
});
