import { Controller, Param } from '@nestjs/common';
import {
  CairnError,
  KeyId,
  routes,
  type KeyRequest,
  type KeyResponse,
  type KeysResponse,
  type Principal,
  type RevokeResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Identity } from '@cairn/ports';

@Controller()
export class KeysController {
  constructor(private readonly identity: Identity) {}

  @Serves(routes.listKeys)
  async list(@Caller() { orgId }: Principal): Promise<KeysResponse> {
    return { keys: await this.identity.keys(orgId) };
  }

  @Serves(routes.createKey)
  create(@Caller() caller: Principal, @Validated() request: KeyRequest): Promise<KeyResponse> {
    return this.identity.createKey({ orgId: caller.orgId, ...request }, caller);
  }

  @Serves(routes.revokeKey)
  async revoke(@Caller() caller: Principal, @Param('id', { schema: KeyId }) keyId: KeyId): Promise<RevokeResponse> {
    const revoked = await this.identity.revokeKey(caller, keyId);
    if (!revoked) throw new CairnError('item/unknown', `no key ${keyId}`);
    return { keyId, revoked };
  }
}
