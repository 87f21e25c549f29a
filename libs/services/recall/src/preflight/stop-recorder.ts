import type { ItemId, OrgId, PreflightResponse } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Uses } from '@cairn/platform';
import { ruleStops, type RuleStop, type RuleStops } from '@cairn/store';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

const STORE_PAUSE_MS = 1_000;
/** The most pairs of a rule and a principal that wait in memory. Stops of further pairs are not recorded. */
const WAITING_STOPS_MAX = 10_000;

interface WaitingStop extends RuleStop {
  readonly orgId: OrgId;
}

/**
 * Records which rules stopped which principals. Counts stops in memory and stores the counts a second later, so that no
 * preflight waits for a write, and an agent that tries again and again makes only one event per second.
 */
@Injectable()
export class StopRecorder implements OnApplicationShutdown {
  private readonly logger = new Logger(StopRecorder.name);
  private readonly waiting = new Map<string, WaitingStop>();
  private timer: NodeJS.Timeout | undefined;

  constructor(@Uses(ruleStops) private readonly stops: RuleStops) {}

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Counts the rules by which an answer stops the principal. */
  record({ orgId, principalId }: Principal, { verdict, items }: Pick<PreflightResponse, 'verdict' | 'items'>): void {
    if (verdict !== 'stop') return;
    for (const { id, severity } of items)
      if (severity === 'stop') this.count({ orgId, principalId, memoryId: id as ItemId });
    this.timer ??= setTimeout(() => void this.flush(), STORE_PAUSE_MS).unref();
  }

  private count(stop: Omit<WaitingStop, 'times'>): void {
    const key = `${stop.orgId} ${stop.memoryId} ${stop.principalId}`;
    const times = (this.waiting.get(key)?.times ?? 0) + 1;
    if (times > 1 || this.waiting.size < WAITING_STOPS_MAX) this.waiting.set(key, { ...stop, times });
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const stored = [...this.waiting.values()];
    this.waiting.clear();
    for (const [orgId, stops] of Map.groupBy(stored, (each) => each.orgId))
      await this.stops
        .add({ orgId, stops: stops.map(({ memoryId, principalId, times }) => ({ memoryId, principalId, times })) })
        .catch((error: unknown) => this.logger.warn(`Stops by rules could not be stored: ${String(error)}`));
  }
}
