import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { Controller } from '@nestjs/common';
import { auditLog, type AuditLog } from '@cairn/store';
import { AuditSealer } from './audit-sealer.ts';

/** Reads the audit log. Seals the newest entries first, so that the answer includes them. */
@Controller()
export class AuditController {
  constructor(
    @Uses(auditLog) private readonly audit: AuditLog,
    private readonly sealer: AuditSealer,
  ) {}

  @Serves('listAudit')
  async list({ orgId }: Principal, { query }: ParsedInput<'listAudit'>): Promise<RouteOutput<'listAudit'>> {
    if (query.after === undefined) await this.sealer.seal();
    return this.audit.list({ orgId, query });
  }

  @Serves('verifyAudit')
  async verify({ orgId }: Principal, { query }: ParsedInput<'verifyAudit'>): Promise<RouteOutput<'verifyAudit'>> {
    if (query.after === 0) await this.sealer.seal();
    return this.audit.verify({ orgId, query });
  }
}
