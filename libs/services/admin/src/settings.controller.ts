import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Identity } from '@cairn/ports';

@Controller()
export class SettingsController {
  constructor(private readonly identity: Identity) {}

  @Serves('settings')
  settings({ orgId }: Principal): Promise<RouteOutput<'settings'>> {
    return this.identity.settings(orgId);
  }

  @Serves('changeSettings')
  async change(author: Principal, { body }: ParsedInput<'changeSettings'>): Promise<RouteOutput<'changeSettings'>> {
    await this.identity.changeSettings(author, body);
    return this.identity.settings(author.orgId);
  }
}
