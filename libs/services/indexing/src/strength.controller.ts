import { Controller } from '@nestjs/common';
import type { FeedbackGiven, ItemId } from '@cairn/contracts';
import { OnEvent } from '@cairn/platform';
import { Feedback } from '@cairn/ports';

/** Moves the strength of a memory after feedback, once the caller was answered. */
@Controller()
export class StrengthSubscriber {
  constructor(private readonly feedback: Feedback) {}

  @OnEvent('memory.feedback', 'strength')
  given({ orgId, memoryId }: FeedbackGiven): Promise<void> {
    return this.feedback.updateStrength(orgId, memoryId as ItemId);
  }
}
