import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type Principal, type RouteOutput } from '@cairn/contracts';
import { Serves } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { refuseSecretNames } from './masking/secret-names.ts';

@Controller()
export class KeysController {
  constructor(private readonly identity: Identity) {}

  @Serves('listKeys')
  async list({ orgId }: Principal): Promise<RouteOutput<'listKeys'>> {
    return { keys: await this.identity.keys(orgId) };
  }

  @Serves('keyHolder')
  holder({ orgId, principalId, keyId, name, kind, role, peers, peerPrefixes }: Principal): RouteOutput<'keyHolder'> {
    return { orgId, principalId, keyId, name, kind, role, peers: [...peers], peerPrefixes: [...peerPrefixes] };
  }

  @Serves('createKey')
  async create(caller: Principal, { body }: ParsedInput<'createKey'>): Promise<RouteOutput<'createKey'>> {
    if (caller.masking !== 'off') refuseSecretNames([['name', body.name]]);
    return this.identity.createKey({ orgId: caller.orgId, ...body }, caller);
  }

  @Serves('revokeKey')
  async revoke(
    caller: Principal,
    { params: { id: keyId }, query: { force } }: ParsedInput<'revokeKey'>,
  ): Promise<RouteOutput<'revokeKey'>> {
    const revoked = await this.identity.revokeKey(caller, keyId, { force });
    if (!revoked) throw new CairnError('item/unknown', `no key ${keyId}`);
    return { keyId, revoked };
  }
}
