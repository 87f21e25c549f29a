import { Controller } from '@nestjs/common';
import {
  routes,
  type DeadLettersRequest,
  type DeadLettersResponse,
  type Principal,
  type ReplayRequest,
  type ReplayResponse,
} from '@cairn/contracts';
import { Caller, Serves, Validated } from '@cairn/platform';
import { Outbox } from '@cairn/ports';

@Controller()
export class DeadLettersController {
  constructor(private readonly outbox: Outbox) {}

  @Serves(routes.listDeadLetters)
  list(@Caller() { orgId }: Principal, @Validated() page: DeadLettersRequest): Promise<DeadLettersResponse> {
    return this.outbox.deadLetters(orgId, page);
  }

  @Serves(routes.replayDeadLetters)
  async replay(@Caller() author: Principal, @Validated() { ids }: ReplayRequest): Promise<ReplayResponse> {
    return { replayed: await this.outbox.replayDead(author, ids) };
  }
}
