import { Controller } from '@nestjs/common';
import type { RouteOutput } from '@cairn/contracts';
import { RequestSamples, Serves } from '@cairn/platform';

/** Shows the recalls of this process in the last 24 hours. */
@Controller()
export class RecallHealthController {
  constructor(private readonly samples: RequestSamples) {}

  @Serves('recallHealth')
  async health(): Promise<RouteOutput<'recallHealth'>> {
    const { process, since } = this.samples;
    return { process, since, slots: this.samples.read() };
  }
}
