import { EpochMs } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';

/** Compatible systems promise a number in the tools that list messages; other answers have null for an unknown time. */
export const messageTime = {
  timestamp: EpochMs.describe('When it was said; where nobody told, when it was stored, which is createdAt'),
};

export const withMessageTime = <Message extends Parameters<typeof effectiveTime>[0]>(message: Message) => ({
  ...message,
  timestamp: effectiveTime(message),
});
