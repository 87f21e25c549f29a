import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { settings, type Settings } from '@cairn/store';

@Controller()
export class SettingsController {
  constructor(@Uses(settings) private readonly settings: Settings) {}

  @Serves('settings')
  find({ orgId }: Principal): Promise<RouteOutput<'settings'>> {
    return this.settings.find({ orgId });
  }

  @Serves('changeSettings')
  async change(author: Principal, { body }: ParsedInput<'changeSettings'>): Promise<RouteOutput<'changeSettings'>> {
    await this.settings.change({ author, changes: body });
    return this.settings.find(author);
  }
}
