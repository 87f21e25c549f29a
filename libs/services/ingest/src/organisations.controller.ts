import { Controller } from '@nestjs/common';
import { CairnError, type OrgId, type ParsedInput, type Principal, type RouteOutput } from '@cairn/contracts';
import { Serves } from '@cairn/platform';
import { Organisations } from '@cairn/ports';

/** What the operator's key opens. */
@Controller()
export class OrganisationsController {
  constructor(private readonly organisations: Organisations) {}

  @Serves('listOrganisations')
  async list(): Promise<RouteOutput<'listOrganisations'>> {
    return { organisations: await this.organisations.list() };
  }

  @Serves('createOrganisation')
  async create(_: Principal, { body }: ParsedInput<'createOrganisation'>): Promise<RouteOutput<'createOrganisation'>> {
    const { orgId, admin } = await this.organisations.create(body);
    return { organisation: await this.found(orgId), admin };
  }

  @Serves('getOrganisation')
  get(_: Principal, { params: { id } }: ParsedInput<'getOrganisation'>): Promise<RouteOutput<'getOrganisation'>> {
    return this.found(id);
  }

  @Serves('changeOrganisation')
  async change(
    _: Principal,
    { params: { id }, body }: ParsedInput<'changeOrganisation'>,
  ): Promise<RouteOutput<'changeOrganisation'>> {
    await this.organisations.change(id, body);
    return this.found(id);
  }

  private async found(id: OrgId): Promise<RouteOutput<'getOrganisation'>> {
    const found = await this.organisations.find(id);
    if (found) return found;
    throw new CairnError('organisation/unknown', `no organisation ${id}`);
  }
}
