import { Controller } from '@nestjs/common';
import { routes, type OrganisationSettings, type Principal, type SettingsRequest } from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Identity } from '@cairn/ports';

@Controller()
export class SettingsController {
  constructor(private readonly identity: Identity) {}

  @Serves(routes.settings)
  settings(@Caller() { orgId }: Principal): Promise<OrganisationSettings> {
    return this.identity.settings(orgId);
  }

  @Serves(routes.changeSettings)
  async change(@Caller() author: Principal, @Validated() settings: SettingsRequest): Promise<OrganisationSettings> {
    await this.identity.changeSettings(author, settings);
    return settings;
  }
}
