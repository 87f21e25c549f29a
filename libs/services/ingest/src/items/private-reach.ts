import { Injectable } from '@nestjs/common';
import { CairnError, type PrincipalId } from '@cairn/contracts';
import { requireRole, type Principal } from '@cairn/domain';
import { principals, type Principals, auditLog, type AuditLog } from '@cairn/store';
import { Uses } from '@cairn/platform';

/** Lets admins access the private items of another principal, if their request asks for it. */
@Injectable()
export class PrivateReach {
  constructor(
    @Uses(principals) private readonly principals: Principals,
    @Uses(auditLog) private readonly audit: AuditLog,
  ) {}

  /** Returns the caller with access to the private items of `privateOf`. Audits the access before anything is read. */
  async of(caller: Principal, privateOf: PrincipalId | undefined, route: string): Promise<Principal> {
    if (privateOf === undefined) return caller;
    const issues = [{ field: 'privateOf', message: 'needs the role admin', value: privateOf }];
    requireRole(caller, 'admin', { act: 'privateOf', issues });
    await this.requireKnown(caller, privateOf);
    await this.audit.record({ author: caller, act: 'read', kind: 'principal', targetId: privateOf, count: 1, route });
    return { ...caller, privateOf };
  }

  private async requireKnown({ orgId }: Principal, id: PrincipalId): Promise<void> {
    if ((await this.principals.list({ orgId })).some(({ principalId }) => principalId === id)) return;
    throw new CairnError('principal/unknown', `no person or agent ${id}`);
  }
}
