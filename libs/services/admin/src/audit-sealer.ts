import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { auditLog, type AuditLog } from '@cairn/store';
import { Uses } from '@cairn/platform';

const EVERY_MS = 3_000;
/** Acts of one transaction: it is over in milliseconds, so that no writer of an embedded store waits long. */
const BATCH = 500;
/** A run ends here at the latest, and the next goes on. */
const BATCHES_MAX = 40;

/** Chains new acts within seconds, beside whoever writes them. */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AuditSealer.name);
  private timer: NodeJS.Timeout | undefined;
  private sealing: Promise<void> | undefined;

  constructor(@Uses(auditLog) private readonly audit: AuditLog) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.quietly(), EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sealing?.catch(() => undefined);
  }

  /** All that is there, or as much as one run takes. One run at a time. */
  seal(): Promise<void> {
    this.sealing ??= this.sealOnce().finally(() => {
      this.sealing = undefined;
    });
    return this.sealing;
  }

  private async quietly(): Promise<void> {
    // The next run tries again: what is not sealed yet is in its place and waits.
    await this.seal().catch((error: unknown) => this.logger.error(`the audit could not be sealed: ${String(error)}`));
  }

  private async sealOnce(): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await this.audit.seal({ limit: BATCH })) < BATCH) return;
  }
}
