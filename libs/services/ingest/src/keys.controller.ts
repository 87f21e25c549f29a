import { Controller, Param } from '@nestjs/common';
import {
  CairnError,
  KeyId,
  routes,
  type KeyHolder,
  type KeyRequest,
  type KeyResponse,
  type KeysResponse,
  type Principal,
  type RevokeQuery,
  type RevokeResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { refuseSecretNames } from './masking/secret-names.ts';

@Controller()
export class KeysController {
  constructor(private readonly identity: Identity) {}

  @Serves(routes.listKeys)
  async list(@Caller() { orgId }: Principal): Promise<KeysResponse> {
    return { keys: await this.identity.keys(orgId) };
  }

  @Serves(routes.keyHolder)
  holder(@Caller() { orgId, principalId, keyId, name, kind, role, peers, peerPrefixes }: Principal): KeyHolder {
    return { orgId, principalId, keyId, name, kind, role, peers: [...peers], peerPrefixes: [...peerPrefixes] };
  }

  @Serves(routes.createKey)
  async create(@Caller() caller: Principal, @Validated() request: KeyRequest): Promise<KeyResponse> {
    if (caller.masking !== 'off') refuseSecretNames([['name', request.name]]);
    return this.identity.createKey({ orgId: caller.orgId, ...request }, caller);
  }

  @Serves(routes.revokeKey)
  async revoke(
    @Caller() caller: Principal,
    @Param('id', { schema: KeyId }) keyId: KeyId,
    @Validated() { force }: RevokeQuery,
  ): Promise<RevokeResponse> {
    const revoked = await this.identity.revokeKey(caller, keyId, { force });
    if (!revoked) throw new CairnError('item/unknown', `no key ${keyId}`);
    return { keyId, revoked };
  }
}
