import { Controller } from '@nestjs/common';
import { CairnError, type OrgId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { organisations, type Organisations, organisationRemovals, type OrganisationRemovals } from '@cairn/store';

/** The channel prefixes that new organisations get. A channel with such a prefix belongs to one peer. */
export abstract class PeerPrefixes {
  abstract readonly names: readonly string[];
}

/**
 * Routes of organisations, which need the operator's key, and the route that shows the limits of the caller's organisation.
 */
@Controller()
export class OrganisationsController {
  constructor(
    @Uses(organisations) private readonly organisations: Organisations,
    @Uses(organisationRemovals) private readonly removals: OrganisationRemovals,
    private readonly peerPrefixes: PeerPrefixes,
  ) {}

  @Serves('limits')
  async limits({ callsPerMinute, quotas = [] }: Principal): Promise<RouteOutput<'limits'>> {
    return { callsPerMinute: callsPerMinute ?? null, quotas: [...quotas] };
  }

  @Serves('listOrganisations')
  async list(): Promise<RouteOutput<'listOrganisations'>> {
    const [listed, removals] = await Promise.all([this.organisations.list(), this.removals.list()]);
    return { organisations: listed, removals };
  }

  @Serves('createOrganisation')
  async create(_: Principal, { body }: ParsedInput<'createOrganisation'>): Promise<RouteOutput<'createOrganisation'>> {
    const { orgId, admin } = await this.organisations.create({ ...body, peerPrefixes: this.peerPrefixes.names });
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
    await this.organisations.change({ orgId: id, change: body });
    return this.found(id);
  }

  @Serves('removeOrganisation')
  async remove(
    _: Principal,
    { params: { id }, query: { confirm } }: ParsedInput<'removeOrganisation'>,
  ): Promise<RouteOutput<'removeOrganisation'>> {
    const past = await this.removals.find({ orgId: id });
    if (!confirm && !past) return { confirmed: false, preview: await this.found(id) };
    if (confirm && !(await this.organisations.remove({ orgId: id }))) throw unknownError(id);
    const removal = confirm ? await this.removals.find({ orgId: id }) : past;
    return { confirmed: confirm, ...(removal && { removal }) };
  }

  @Serves('organisationRemoval')
  async removal(
    _: Principal,
    { params: { id } }: ParsedInput<'organisationRemoval'>,
  ): Promise<RouteOutput<'organisationRemoval'>> {
    const removal = await this.removals.find({ orgId: id });
    if (removal) return removal;
    throw unknownError(id);
  }

  private async found(id: OrgId): Promise<RouteOutput<'getOrganisation'>> {
    const found = await this.organisations.find({ orgId: id });
    if (found) return found;
    throw unknownError(id);
  }
}

const unknownError = (id: OrgId) => new CairnError('organisation/unknown', `no organisation ${id}`);
