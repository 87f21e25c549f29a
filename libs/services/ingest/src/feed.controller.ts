import { Controller } from '@nestjs/common';
import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import { demoFilterFor, scopeOf, type Filter, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { feeds, type Feeds } from '@cairn/store';

/** Lists what agents and people learned, for the memories that the caller sees, and records their visits. */
@Controller()
export class FeedController {
  constructor(@Uses(feeds) private readonly feeds: Feeds) {}

  /** Reads one entry more than it returns, which shows whether there is a next page. */
  @Serves('feed')
  async feed(
    principal: Principal,
    { query: { project, writer, category, channel, source, limit, cursor } }: ParsedInput<'feed'>,
  ): Promise<RouteOutput<'feed'>> {
    const filter: Filter = {
      ...{ kind: 'memory', includeProposed: true, channel, ...demoFilterFor(channel) },
      ...(project !== undefined && { project }),
      ...(category !== undefined && { categories: [category] }),
    };
    const scope = scopeOf(principal, channel);
    const found = await this.feeds.page({ scope, filter, writer, source, limit: limit + 1, after: cursor });
    const entries = found.slice(0, limit);
    return { entries, nextCursor: found.length > limit ? entries.at(-1)!.memoryId : null };
  }

  @Serves('recordVisit')
  async recordVisit(
    author: Principal,
    { body: { seenUntil } }: ParsedInput<'recordVisit'>,
  ): Promise<RouteOutput<'recordVisit'>> {
    return { seenUntil: await this.feeds.recordVisit({ author, seenUntil }) };
  }
}
