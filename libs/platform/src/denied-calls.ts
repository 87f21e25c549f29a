import { CairnError, routes, type ErrorCode, type RouteName } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Injectable, Logger, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { auditLog, type AuditLog, type DeniedCalls } from '@cairn/store';
import type { FastifyInstance } from 'fastify';
import { Uses } from './uses.ts';

const AUDIT_INTERVAL_MS = 5_000;
const CALL_KINDS_MAX = 1_000;

/**
 * Counts refused calls of known keys for the audit. All calls of a principal with the same route and reason within seconds
 * become one entry, so that refused calls cannot fill the store.
 */
@Injectable()
export class DeniedCallCounts implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DeniedCallCounts.name);
  private counts = new Map<string, DeniedCalls>();
  private timer: NodeJS.Timeout | undefined;

  constructor(@Optional() @Uses(auditLog) private readonly audit?: AuditLog) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), AUDIT_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Counts every answer with status 403 to a principal of an organisation. */
  watch(server: FastifyInstance): void {
    server.addHook('onResponse', async ({ principal, method, routeOptions }, { statusCode }) => {
      if (statusCode === 403 && principal && !principal.isOperator)
        this.count(principal, `${method} ${routeOptions.url ?? 'unknown'}`);
    });
  }

  /** Counts writes that were refused since they had been forgotten for good: a whole call, or parts of it. */
  countForgotten(name: RouteName, principal: Principal, outcome: unknown): void {
    if (principal.isOperator || routes[name].method === 'GET') return;
    const { method, path } = routes[name];
    for (let left = forgottenIn(outcome); left > 0; left--) this.count(principal, `${method} ${path}`, FORGOTTEN);
  }

  count({ orgId, principalId, keyId }: Principal, route: string, reason = 'auth/forbidden'): void {
    const name = [orgId, principalId, keyId, route, reason].join(' ');
    const times = (this.counts.get(name)?.times ?? 0) + 1;
    if (times > 1 || this.counts.size < CALL_KINDS_MAX)
      this.counts.set(name, { orgId, principalId, keyId, route, reason, times });
  }

  private async flush(): Promise<void> {
    const denied = [...this.counts.values()];
    this.counts = new Map();
    if (denied.length === 0) return;
    await this.audit
      ?.recordDenied({ calls: denied })
      .catch((error: unknown) => this.logger.error(`denied calls could not be audited: ${String(error)}`));
  }
}

const FORGOTTEN: ErrorCode = 'item/forgotten';

/** Number of writes that an error, or an answer with a result for each part, says were refused as forgotten. */
function forgottenIn(outcome: unknown): number {
  if (outcome instanceof CairnError) return Number(outcome.code === FORGOTTEN);
  const { failed, results, proposals } = (outcome ?? {}) as Readonly<Record<string, unknown>>;
  return [failed, results, proposals].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isForgotten).length;
}

const isForgotten = (part: { code?: unknown; outcome?: unknown; error?: { code?: unknown } } | null): boolean =>
  part?.code === FORGOTTEN || part?.error?.code === FORGOTTEN || part?.outcome === 'forgotten';
