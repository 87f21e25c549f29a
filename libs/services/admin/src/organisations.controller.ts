import { Controller } from '@nestjs/common';
import { CairnError, type OrgId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Organisations } from '@cairn/ports';

/**
 * Routes of organisations, which need the operator's key, and the route that shows the limits of the caller's organisation.
 */
@Controller()
export class OrganisationsController {
  constructor(private readonly organisations: Organisations) {}

  @Serves('limits')
  async limits({ callsPerMinute, quotas = [] }: Principal): Promise<RouteOutput<'limits'>> {
    return { callsPerMinute: callsPerMinute ?? null, quotas: [...quotas] };
  }

  @Serves('listOrganisations')
  async list(): Promise<RouteOutput<'listOrganisations'>> {
    return { organisations: await this.organisations.list(), removals: await this.organisations.removals() };
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

  @Serves('removeOrganisation')
  async remove(
    _: Principal,
    { params: { id }, query: { confirm } }: ParsedInput<'removeOrganisation'>,
  ): Promise<RouteOutput<'removeOrganisation'>> {
    const past = await this.organisations.removal(id);
    if (!confirm && !past) return { confirmed: false, preview: await this.found(id) };
    if (confirm && !(await this.organisations.beginRemoval(id))) throw unknownError(id);
    const removal = confirm ? await this.organisations.removal(id) : past;
    return { confirmed: confirm, ...(removal && { removal }) };
  }

  @Serves('organisationRemoval')
  async removal(
    _: Principal,
    { params: { id } }: ParsedInput<'organisationRemoval'>,
  ): Promise<RouteOutput<'organisationRemoval'>> {
    const removal = await this.organisations.removal(id);
    if (removal) return removal;
    throw unknownError(id);
  }

  private async found(id: OrgId): Promise<RouteOutput<'getOrganisation'>> {
    const found = await this.organisations.find(id);
    if (found) return found;
    throw unknownError(id);
  }
}

const unknownError = (id: OrgId) => new CairnError('organisation/unknown', `no organisation ${id}`);
