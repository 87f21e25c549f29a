import { Controller, Logger } from '@nestjs/common';
import type { RetentionBegun } from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { CONTINUE_RESULT } from '@cairn/ports';
import { retention, type Retention, continueRun } from '@cairn/store';

/** Number of pages in one delivery. A further delivery continues, so that other work gets its turn. */
const PAGES_PER_DELIVERY = 20;

/** Continues a run of the retention rules, page by page. */
@Controller()
export class RetentionSubscriber {
  private readonly logger = new Logger(RetentionSubscriber.name);

  constructor(@Uses(retention) private readonly retention: Retention) {}

  @OnEvent('retention.begun', 'retention')
  async goOn({ orgId, retentionId }: RetentionBegun): Promise<void | typeof CONTINUE_RESULT> {
    for (let page = 0; page < PAGES_PER_DELIVERY; page += 1) {
      const state = await continueRun(this.retention, { orgId, id: retentionId });
      if (state === 'running') continue;
      if (state === 'done') this.logger.log({ orgId, retentionId }, 'a run of the rules of retention has ended');
      return;
    }
    return CONTINUE_RESULT;
  }
}
