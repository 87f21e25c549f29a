import { EpochMs } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';

/**
 * Time fields of a listed message. The tools that list messages always give a number, as compatible systems do; other
 * answers give null for an unknown time.
 */
export const messageTime = {
  timestamp: EpochMs.describe('When it was said; where nobody told, when it was stored, which is createdAt'),
};

export const withMessageTime = <Message extends Parameters<typeof effectiveTime>[0]>(message: Message) => ({
  ...message,
  timestamp: effectiveTime(message),
});
