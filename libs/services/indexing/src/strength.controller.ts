import { Controller } from '@nestjs/common';
import type { FeedbackGiven, ItemId } from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { feedback, type Feedback } from '@cairn/store';

/** Updates the strength of a memory after feedback, after the response to the caller. */
@Controller()
export class StrengthSubscriber {
  constructor(@Uses(feedback) private readonly feedback: Feedback) {}

  @OnEvent('memory.feedback', 'strength')
  given({ orgId, memoryId }: FeedbackGiven): Promise<void> {
    return this.feedback.updateStrength({ orgId, memoryId: memoryId as ItemId });
  }
}
