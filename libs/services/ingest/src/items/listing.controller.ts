import { Controller } from '@nestjs/common';
import {
  CairnError,
  DEMO_SOURCE,
  limits,
  type FoundMemory,
  type FoundMessage,
  type Item,
  type ListOrder,
  type MessageId,
  type ParsedInput,
  type RouteOutput,
} from '@cairn/contracts';
import { demoFilterFor, effectiveTime, scopeOf, type ListFilter, type Principal, type Scope } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { ItemReader, ItemWriter } from '@cairn/ports';
import { Confidences } from './confidences.ts';
import { cursorOf, placeOf } from './cursor.ts';
import { PrivateReach } from './private-reach.ts';

/** The maximum number of attempts to take a message: other callers may take it between two statements. */
const POP_ATTEMPTS_MAX = 50;

@Controller()
export class ListingController {
  constructor(
    private readonly items: ItemReader,
    private readonly writer: ItemWriter,
    private readonly confidences: Confidences,
    private readonly reach: PrivateReach,
  ) {}

  @Serves('listMemories')
  async listMemories(
    caller: Principal,
    { query: { order, limit, cursor, skip, count, privateOf, ...filter } }: ParsedInput<'listMemories'>,
  ): Promise<RouteOutput<'listMemories'>> {
    const principal = await this.reach.of(caller, privateOf, 'listMemories');
    const scope = scopeOf(principal, filter.channel);
    const selected = withoutDemo({ kind: 'memory', ...filter } as const);
    const [page, total] = await Promise.all([
      this.page<FoundMemory>(scope, selected, { order, limit, cursor, skip }),
      count ? this.items.count(scope, selected, limits.listSkip.max) : undefined,
    ]);
    const items = await this.confidences.addTo(scope, page.items);
    return { ...page, items, ...(total !== undefined && { total }) };
  }

  /**
   * Forgets the newest message of a session. A message that another caller forgets meanwhile is not this caller's, so the one
   * before it is tried.
   */
  @Serves('popMessage')
  async popMessage(author: Principal, { body }: ParsedInput<'popMessage'>): Promise<RouteOutput<'popMessage'>> {
    const scope = scopeOf(author, body.channel);
    for (let tries = 0; tries < POP_ATTEMPTS_MAX; tries += 1) {
      const [message] = await this.items.list(scope, { kind: 'message', ...body }, { order: 'newest', limit: 1 });
      if (!message) return { message: null };
      if (await this.writer.forget(scope, author, 'message', message.id as MessageId))
        return { message: message as FoundMessage };
    }
    throw new CairnError('truth/overloaded', 'Other callers took the newest message during every attempt.');
  }

  @Serves('listMessages')
  async listMessages(
    caller: Principal,
    { query: { order, limit, cursor, privateOf, ...filter } }: ParsedInput<'listMessages'>,
  ): Promise<RouteOutput<'listMessages'>> {
    const principal = await this.reach.of(caller, privateOf, 'listMessages');
    const selected = withoutDemo({ kind: 'message', ...filter } as const);
    return this.page<FoundMessage>(scopeOf(principal, filter.channel), selected, { order, limit, cursor });
  }

  /** Reads a page of a list, and one more item than it returns, which shows whether there is a next page. */
  private async page<Found extends Item>(
    scope: Scope,
    filter: ListFilter & { readonly kind: Found['kind'] },
    { order, limit, cursor, skip }: PageRequest,
  ): Promise<{ items: Found[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : placeOf(cursor, order);
    const found = (await this.items.list(scope, filter, { order, limit: limit + 1, after, skip })) as Item[] as Found[];
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? cursorOf(order, { id: last.id, time: effectiveTime(last) }) : null };
  }
}

interface PageRequest {
  readonly order: ListOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly skip?: number | undefined;
}

/** Leaves out the invented team of the demo, unless the filter names its channel or source. */
const withoutDemo = <Filter extends ListFilter>(filter: Filter): Filter =>
  filter.source === DEMO_SOURCE ? filter : { ...filter, ...demoFilterFor(filter.channel) };
