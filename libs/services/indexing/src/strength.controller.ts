import { Controller } from '@nestjs/common';
import type { FeedbackGiven, ItemId } from '@cairn/contracts';
import { OnEvent } from '@cairn/platform';
import { Feedback } from '@cairn/ports';

/** Feedback moves the strength of its memory, behind the answer of who gave it. */
@Controller()
export class StrengthSubscriber {
  constructor(private readonly feedback: Feedback) {}

  @OnEvent('memory.feedback', 'strength')
  given({ orgId, memoryId }: FeedbackGiven): Promise<void> {
    return this.feedback.weigh(orgId, memoryId as ItemId);
  }
}
