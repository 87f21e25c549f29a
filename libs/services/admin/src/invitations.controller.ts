import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { invitations, type Invitations } from '@cairn/store';

/** Address of the console's page that opens an invitation. Browsers never send the part behind the `#`. */
const JOIN_PAGE = '/console/join#';

/** Address by which people call the server; undefined if the settings name none. */
export class PublicAddress {
  constructor(readonly url: string | undefined) {}
}

@Controller()
export class InvitationsController {
  constructor(
    @Uses(invitations) private readonly invitations: Invitations,
    private readonly address: PublicAddress,
  ) {}

  @Serves('listInvitations')
  async list({ orgId }: Principal): Promise<RouteOutput<'listInvitations'>> {
    return { invitations: await this.invitations.list({ orgId }) };
  }

  @Serves('createInvitation')
  async create(author: Principal, { body }: ParsedInput<'createInvitation'>): Promise<RouteOutput<'createInvitation'>> {
    const { code, invitation } = await this.invitations.create({ author, invitation: body });
    const path = JOIN_PAGE + code;
    const { url } = this.address;
    return { path, link: url === undefined ? null : url + path, invitation };
  }

  @Serves('revokeInvitation')
  async revoke(
    author: Principal,
    { params: { id } }: ParsedInput<'revokeInvitation'>,
  ): Promise<RouteOutput<'revokeInvitation'>> {
    if (await this.invitations.revoke({ author, invitationId: id })) return { invitationId: id, revoked: true };
    throw new CairnError('invitation/unknown', `no invitation ${id} waits`);
  }
}
