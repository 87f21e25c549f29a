import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { feedback, type Feedback } from '@cairn/store';

@Controller()
export class FeedbackController {
  constructor(@Uses(feedback) private readonly feedback: Feedback) {}

  @Serves('giveFeedback')
  async give(
    principal: Principal,
    { body: { memoryId, kind, channel } }: ParsedInput<'giveFeedback'>,
  ): Promise<RouteOutput<'giveFeedback'>> {
    const isKept = await this.feedback.give({ scope: scopeOf(principal, channel), memoryId, kind });
    if (!isKept) throw new CairnError('item/unknown', `no memory ${memoryId}`);
    return { memoryId, kind, recorded: true };
  }
}
