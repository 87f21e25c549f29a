import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Outbox } from '@cairn/ports';

@Controller()
export class DeadLettersController {
  constructor(private readonly outbox: Outbox) {}

  @Serves('listDeadLetters')
  list({ orgId }: Principal, { query }: ParsedInput<'listDeadLetters'>): Promise<RouteOutput<'listDeadLetters'>> {
    return this.outbox.deadLetters(orgId, query);
  }

  @Serves('replayDeadLetters')
  async replay(
    author: Principal,
    { body: { ids } }: ParsedInput<'replayDeadLetters'>,
  ): Promise<RouteOutput<'replayDeadLetters'>> {
    return { replayed: await this.outbox.replayDead(author, ids) };
  }
}
