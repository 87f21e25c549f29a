import { Controller, Optional } from '@nestjs/common';
import { eventPatterns, type EventPattern, type QueueState, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Outbox, QueueStatistics, type QueueDepth } from '@cairn/ports';

/** Lists the unfinished deliveries of each subscriber, in the outbox or in the queue of the bus. */
@Controller()
export class QueuesController {
  constructor(
    private readonly outbox: Outbox,
    @Optional() private readonly bus?: QueueStatistics,
  ) {}

  @Serves('queues')
  async queues(_: Principal): Promise<RouteOutput<'queues'>> {
    const [stored, taken = []] = await Promise.all([this.outbox.depths(), this.bus?.depths()]);
    return { queues: eventPatterns.map((queue) => stateOf(queue, stored, taken)) };
  }
}

/**
 * State of a queue. `failed` counts the dead letters in the truth rather than on the bus, since the bus keeps failed jobs
 * even after a replay.
 */
function stateOf(queue: EventPattern, stored: readonly QueueDepth[], taken: readonly QueueDepth[]): QueueState {
  const [inOutbox, onBus] = [stored, taken].map((depths) => depths.find(({ pattern }) => pattern === queue));
  const both = (field: Exclude<keyof QueueDepth, 'pattern'>) => [inOutbox?.[field] ?? 0, onBus?.[field] ?? 0] as const;
  const sum = (field: 'waiting' | 'active' | 'delayed') => both(field)[0] + both(field)[1];
  return {
    queue,
    waiting: sum('waiting'),
    active: sum('active'),
    delayed: sum('delayed'),
    failed: inOutbox?.failed ?? 0,
    oldestMs: Math.max(...both('oldestMs')),
  };
}
