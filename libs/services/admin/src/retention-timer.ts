import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PeriodicTasks, Uses } from '@cairn/platform';
import { Clock } from '@cairn/ports';
import { agentCalls, type AgentCallsStore, retention, type Retention, beginDueRuns } from '@cairn/store';

const RETENTION_INTERVAL_MS = 600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Runs the retention rules once a day. After a change of a rule the run waits for an hour, in which the change can be
 * undone.
 */
@Injectable()
export class RetentionTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RetentionTimer.name);
  private readonly tasks = new PeriodicTasks(this.logger);

  constructor(
    @Uses(retention) private readonly retention: Retention,
    @Uses(agentCalls) private readonly agentCalls: AgentCallsStore,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.begin({
      task: 'rules of retention',
      everyMs: RETENTION_INTERVAL_MS,
      runsLate: true,
      run: () => this.run(),
    });
    this.tasks.begin({
      task: 'expiry of the questions of agents',
      ...{ everyMs: RETENTION_INTERVAL_MS, runsLate: true, run: () => this.agentCalls.expire() },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /** Begins the runs that are due; several processes may call it at the same time. */
  private async run(): Promise<void> {
    const now = this.clock.now();
    const begun = await beginDueRuns(this.retention, { settledBefore: now - HOUR_MS, lastBefore: now - DAY_MS });
    if (begun > 0) this.logger.log(`the rules of retention run for ${begun} organisations`);
  }
}
