import { Controller } from '@nestjs/common';
import type { ParsedInput, Principal, RouteOutput } from '@cairn/contracts';
import { Serves } from '@cairn/platform';
import { ReadApi } from './read-api.ts';

@Controller()
export class RecallController {
  constructor(private readonly service: ReadApi) {}

  @Serves('recall')
  recall(principal: Principal, { body }: ParsedInput<'recall'>): Promise<RouteOutput<'recall'>> {
    return this.service.recall(principal, body);
  }

  @Serves('searchMessages')
  searchMessages(
    principal: Principal,
    { body }: ParsedInput<'searchMessages'>,
  ): Promise<RouteOutput<'searchMessages'>> {
    return this.service.searchMessages(principal, body);
  }

  @Serves('recent')
  recent(principal: Principal, { query }: ParsedInput<'recent'>): Promise<RouteOutput<'recent'>> {
    return this.service.recent(principal, query);
  }

  @Serves('stats')
  stats(principal: Principal): Promise<RouteOutput<'stats'>> {
    return this.service.stats(principal);
  }
}
