import { Controller } from '@nestjs/common';
import type { OrgId, ParsedInput, RouteOutput } from '@cairn/contracts';
import { authorOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { retention, type Retention } from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';

/** The routes of retention rules. */
@Controller()
export class RetentionController {
  constructor(@Uses(retention) private readonly rules: Retention) {}

  @Serves('retention')
  retention({ orgId }: Principal): Promise<RouteOutput<'retention'>> {
    return this.state(orgId);
  }

  @Serves('setRetention')
  async set(author: Principal, { body }: ParsedInput<'setRetention'>): Promise<RouteOutput<'setRetention'>> {
    const { channel = null, forgetAfterDays } = body;
    const archiveAfterDays = body.kind === 'memory' ? body.archiveAfterDays : null;
    await this.rules.set({
      author: authorOf(author),
      rule: { kind: body.kind, channel, archiveAfterDays, forgetAfterDays },
    });
    return this.state(author.orgId);
  }

  @Serves('removeRetention')
  async remove(author: Principal, { query }: ParsedInput<'removeRetention'>): Promise<RouteOutput<'removeRetention'>> {
    await this.rules.remove({
      author: authorOf(author),
      place: { kind: query.kind, channel: query.channel ?? null },
    });
    return this.state(author.orgId);
  }

  @Serves('runRetention')
  async run(author: Principal, { body }: ParsedInput<'runRetention'>): Promise<RouteOutput<'runRetention'>> {
    if (body.dryRun) return { dryRun: true, preview: await this.rules.preview({ orgId: author.orgId }) };
    const id = uuidv7();
    await this.rules.begin({ author: authorOf(author), id });
    return { dryRun: false, id };
  }

  private async state(orgId: OrgId): Promise<RouteOutput<'retention'>> {
    const [rules, lastRun] = await Promise.all([this.rules.rules({ orgId }), this.rules.lastRun({ orgId })]);
    return { rules, lastRun: lastRun ?? null };
  }
}
