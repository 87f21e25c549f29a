import { Controller } from '@nestjs/common';
import type { OrgId, ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Retentions } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';

/** The routes of retention rules. */
@Controller()
export class RetentionController {
  constructor(private readonly retentions: Retentions) {}

  @Serves('retention')
  retention({ orgId }: Principal): Promise<RouteOutput<'retention'>> {
    return this.state(orgId);
  }

  @Serves('setRetention')
  async set(author: Principal, { body }: ParsedInput<'setRetention'>): Promise<RouteOutput<'setRetention'>> {
    const { channel = null, forgetAfterDays } = body;
    const archiveAfterDays = body.kind === 'memory' ? body.archiveAfterDays : null;
    await this.retentions.set(author, { kind: body.kind, channel, archiveAfterDays, forgetAfterDays });
    return this.state(author.orgId);
  }

  @Serves('removeRetention')
  async remove(author: Principal, { query }: ParsedInput<'removeRetention'>): Promise<RouteOutput<'removeRetention'>> {
    await this.retentions.remove(author, { kind: query.kind, channel: query.channel ?? null });
    return this.state(author.orgId);
  }

  @Serves('runRetention')
  async run(author: Principal, { body }: ParsedInput<'runRetention'>): Promise<RouteOutput<'runRetention'>> {
    if (body.dryRun) return { dryRun: true, preview: await this.retentions.preview(author.orgId) };
    const id = uuidv7();
    await this.retentions.begin(author, id);
    return { dryRun: false, id };
  }

  private async state(orgId: OrgId): Promise<RouteOutput<'retention'>> {
    const [rules, lastRun] = await Promise.all([this.retentions.rules(orgId), this.retentions.lastRun(orgId)]);
    return { rules, lastRun: lastRun ?? null };
  }
}
