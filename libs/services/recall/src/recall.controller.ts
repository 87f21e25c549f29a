import { Controller } from '@nestjs/common';
import type { ParsedInput, Principal, RouteOutput } from '@cairn/contracts';
import { Serves } from '@cairn/platform';
import { NearSearch } from './preflight/near-search.ts';
import { Preflight } from './preflight/preflight.ts';
import { ReadApi } from './read-api.ts';

@Controller()
export class RecallController {
  constructor(
    private readonly service: ReadApi,
    private readonly preflights: Preflight,
    private readonly near: NearSearch,
  ) {}

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

  @Serves('preflight')
  preflight(principal: Principal, { body }: ParsedInput<'preflight'>): Promise<RouteOutput<'preflight'>> {
    return this.preflights.check(principal, body, (request) => this.near.find(principal, request));
  }

  @Serves('stats')
  stats(principal: Principal): Promise<RouteOutput<'stats'>> {
    return this.service.stats(principal);
  }
}
