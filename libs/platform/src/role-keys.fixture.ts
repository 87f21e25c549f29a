import { CairnError, type OrgId, type Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Readiness } from '@cairn/ports';
import type { DynamicModule, Provider } from '@nestjs/common';
import { Identity } from '@cairn/store';

export const ORG = '0190a000-0000-7000-8000-000000000001' as OrgId;

const KEY_IDS: Readonly<Record<Role, string>> = {
  reader: '0190a000-0000-7000-8000-000000000002',
  writer: ORG,
  manager: '0190a000-0000-7000-8000-000000000003',
  admin: '0190a000-0000-7000-8000-000000000004',
};

export const principal = (role: Role) =>
  ({
    orgId: ORG,
    principalId: ORG,
    keyId: KEY_IDS[role],
    name: role,
    kind: 'agent',
    role,
    peers: [],
    peerPrefixes: [],
  }) as unknown as Principal;

/** An identity whose keys are named after their role: `cairn_writer`. */
export class RoleIdentity implements Pick<Identity, 'authenticate' | 'current'> {
  /** Revoked keys. */
  readonly revoked = new Set<string>();
  /** The call limit of their organisation. */
  callsPerMinute: number | undefined;
  quotas: Principal['quotas'];
  /** Changes of a principal since a neighbour authenticated them. */
  changed: Partial<Principal> = {};

  async authenticate(key: string) {
    if (this.revoked.has(key)) return undefined;
    const role = key.slice('cairn_'.length);
    if (role === 'broken') throw new CairnError('truth/unavailable', 'The store did not answer.');
    return ['reader', 'writer', 'admin'].includes(role)
      ? { ...principal(role as Role), callsPerMinute: this.callsPerMinute, quotas: this.quotas }
      : undefined;
  }
  async current(caller: Pick<Principal, 'orgId' | 'keyId'>) {
    return this.revoked.has(caller.keyId) ? undefined : { ...(caller as Principal), ...this.changed };
  }
}

export class Parts extends Readiness {
  list = [{ name: 'truth', ready: true }];
  async parts() {
    return this.list;
  }
}

class BackendModule {}
/** For tests: the ports of a service that stores nothing. */
export const backendOf = (
  parts: Readiness,
  others: Exclude<Provider, Function>[] = [],
  identity: Pick<Identity, 'authenticate' | 'current'> = new RoleIdentity(),
): DynamicModule => ({
  module: BackendModule,
  providers: [{ provide: Identity, useValue: identity }, { provide: Readiness, useValue: parts }, ...others],
  exports: [Identity, Readiness, ...others.map(({ provide }) => provide)],
});

export const key = (role: string) => ({ authorization: `Bearer cairn_${role}` });
export const json = { 'content-type': 'application/json' };
