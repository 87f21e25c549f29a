import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { Clock } from '@cairn/ports';
import { keys, type Keys } from '@cairn/store';

/** The beginning of a command that reaches the server from a shell of its machine; undefined if there is none. */
export class OwnProgram {
  constructor(readonly text: string | undefined) {}
}

@Controller()
export class KeysController {
  constructor(
    @Uses(keys) private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly program: OwnProgram,
  ) {}

  @Serves('listKeys')
  async list({ orgId, principalId, role }: Principal): Promise<RouteOutput<'listKeys'>> {
    return { keys: await this.keys.list({ orgId, whose: role === 'admin' ? undefined : principalId }) };
  }

  @Serves('keyHolder')
  async holder({ peers, peerPrefixes, teams = [], ...caller }: Principal): Promise<RouteOutput<'keyHolder'>> {
    const { orgId, principalId, keyId, name, kind, role, ownerId } = caller;
    const lists = { peers: [...peers], teams: [...teams], peerPrefixes: [...peerPrefixes] };
    const organisation = await this.keys.findOrganisationName({ orgId });
    return {
      ...{ orgId, ...(organisation !== undefined && { organisation }), principalId, keyId, name, kind, role },
      ...(ownerId && { ownerId }),
      ...(this.program.text !== undefined && { program: this.program.text }),
      ...lists,
    };
  }

  @Serves('createKey')
  async create(caller: Principal, { body }: ParsedInput<'createKey'>): Promise<RouteOutput<'createKey'>> {
    const { principalId, name, kind = 'agent', role, peers, label, expiresAt, ownerId } = body;
    const usual = hasRole(caller.role, 'writer') ? ('writer' as const) : caller.role;
    this.requireFuture(expiresAt);
    const owner =
      principalId === undefined
        ? { name: name!, kind, role: role ?? usual, peers: peers ?? [], ownerId }
        : { principalId, role, peers };
    return this.keys.create({ orgId: caller.orgId, ...owner, label, expiresAt, author: caller });
  }

  @Serves('rotateKey')
  async rotate(
    caller: Principal,
    { params: { id: keyId }, body: { overlapSeconds, expiresAt } }: ParsedInput<'rotateKey'>,
  ): Promise<RouteOutput<'rotateKey'>> {
    this.requireFuture(expiresAt);
    const made = await this.keys.rotate({ author: caller, keyId, overlapMs: overlapSeconds * 1000, expiresAt });
    if (!made) throw new CairnError('item/unknown', `no key ${keyId} that works`);
    return made;
  }

  private requireFuture(expiresAt: number | undefined): void {
    if (expiresAt === undefined || expiresAt > this.clock.now()) return;
    const issue = { field: 'expiresAt', message: 'is past', value: expiresAt, allowed: 'a time to come' };
    throw new CairnError('request/invalid', 'expiresAt is past', { issues: [issue] });
  }

  @Serves('revokeKey')
  async revoke(
    caller: Principal,
    { params: { id: keyId }, query: { force } }: ParsedInput<'revokeKey'>,
  ): Promise<RouteOutput<'revokeKey'>> {
    const revoked = await this.keys.revoke({ author: caller, keyId, force });
    if (!revoked) throw new CairnError('item/unknown', `no key ${keyId}`);
    return { keyId, revoked };
  }
}
