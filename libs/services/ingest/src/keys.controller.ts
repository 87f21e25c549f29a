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
  create(@Caller() { orgId }: Principal, @Validated() request: KeyRequest): Promise<KeyResponse> {
    return this.identity.createKey({ orgId, ...request });
  }

  @Serves(routes.revokeKey)
  async revoke(@Caller() { orgId }: Principal, @Param('id', { schema: KeyId }) keyId: KeyId): Promise<RevokeResponse> {
    const revoked = await this.identity.revokeKey(orgId, keyId);
    if (!revoked) throw new CairnError('item/unknown', `no key ${keyId}`);
    return { keyId, revoked };
  }
}
