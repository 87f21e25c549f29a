import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { auditLog, type AuditLog } from '@cairn/store';
import { Uses } from '@cairn/platform';

const SEAL_INTERVAL_MS = 3_000;
/**
 * Number of acts that one transaction seals. Such a transaction takes milliseconds, so that writers of an embedded
 * store need not wait.
 */
const SEAL_BATCH_ENTRIES = 500;
/** The most batches of one run; the next run continues. */
const SEAL_BATCHES_MAX = 40;

/** Adds new acts to the hash chain within seconds, in parallel with writers. */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AuditSealer.name);
  private timer: NodeJS.Timeout | undefined;
  private sealing: Promise<void> | undefined;

  constructor(@Uses(auditLog) private readonly audit: AuditLog) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.quietly(), SEAL_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sealing?.catch(() => undefined);
  }

  /** Seals all new acts, or as many as one run may. Only one run is active at a time. */
  seal(): Promise<void> {
    this.sealing ??= this.sealOnce().finally(() => {
      this.sealing = undefined;
    });
    return this.sealing;
  }

  private async quietly(): Promise<void> {
    // Logs a failure. The unsealed acts stay where they are, and the next run tries again.
    await this.seal().catch((error: unknown) => this.logger.error(`the audit could not be sealed: ${String(error)}`));
  }

  private async sealOnce(): Promise<void> {
    for (let batch = 0; batch < SEAL_BATCHES_MAX; batch++)
      if ((await this.audit.seal({ limit: SEAL_BATCH_ENTRIES })) < SEAL_BATCH_ENTRIES) return;
  }
}
