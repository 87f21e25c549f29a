import { Injectable } from '@nestjs/common';
import { scopeOf, type Principal, type RecallRequest, type Scope } from '@cairn/contracts';
import { Clock, Embedders, LiveWords, type TextSearch } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { EventTimes } from './event-times.ts';
import { filtersOf } from './filters.ts';
import { readQuery, withEvent, type Asking, type ReadQuery } from './read-query.ts';
import type { RecallContext } from './recall-context.ts';
import { Speakers } from './speakers.ts';

/** Where nobody says where they are, they are where the server is. */
const LOCAL_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Reads a request: what its query means to this scope, and by which indexes and recipe it is answered. */
@Injectable()
export class ContextReader {
  constructor(
    private readonly speakers: Speakers,
    private readonly events: EventTimes,
    private readonly embedders: Embedders,
    private readonly words: LiveWords,
    private readonly clock: Clock,
  ) {}

  async read(principal: Principal, request: RecallRequest): Promise<RecallContext> {
    const scope = scopeOf(principal, request.channel);
    const [people, model, words] = await Promise.all([
      this.speakers.in(request.query, scope, request.channel),
      this.embedders.live(),
      this.words.forQuestion(),
    ]);
    const { query, mode, askedAtMs, timeZone = LOCAL_TIME_ZONE } = request;
    const asked = { at: askedAtMs || this.clock.now(), timeZone };
    return {
      scope,
      isWithoutModel: this.embedders.isOff,
      query: await this.withTimes(scope, words, request.channel, { query, mode, people, asked }),
      filters: filtersOf(request),
      askedAt: asked.at,
      recipe: recipes[request.recipe],
      model,
      words,
      wanted: request.limit ?? 0,
    };
  }

  /** A query that names a time itself needs no event to count from. */
  private async withTimes(
    scope: Scope,
    words: TextSearch,
    channel: string | undefined,
    asking: Asking,
  ): Promise<ReadQuery> {
    const read = readQuery(asking);
    if (read.question.times.length > 0) return read;
    const event = await this.events.find(scope, { words, query: asking.query, channel, at: asking.asked.at });
    return event ? withEvent(read, event) : read;
  }
}
