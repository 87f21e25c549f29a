import { Controller } from '@nestjs/common';
import {
  CairnError,
  DEMO_SOURCE,
  type FoundMemory,
  type FoundMessage,
  type Item,
  type ListOrder,
  type MessageId,
  type ParsedInput,
  type RouteOutput,
} from '@cairn/contracts';
import { demoFilterFor, effectiveTime, scopeOf, type ListFilter, type Principal } from '@cairn/domain';
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
    { query: { order, limit, cursor, privateOf, ...filter } }: ParsedInput<'listMemories'>,
  ): Promise<RouteOutput<'listMemories'>> {
    const principal = await this.reach.of(caller, privateOf, 'listMemories');
    const page = await this.page<FoundMemory>(principal, { kind: 'memory', ...filter }, { order, limit, cursor });
    return { ...page, items: await this.confidences.addTo(scopeOf(principal, filter.channel), page.items) };
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
    return this.page<FoundMessage>(principal, { kind: 'message', ...filter }, { order, limit, cursor });
  }

  /**
   * Reads a page of a list, without the invented team of the demo unless the call names its channel or source. Reads one
   * more item than it returns, which shows whether there is a next page.
   */
  private async page<Found extends Item>(
    principal: Principal,
    filter: ListFilter & { readonly kind: Found['kind'] },
    { order, limit, cursor }: { order: ListOrder; limit: number; cursor?: string | undefined },
  ): Promise<{ items: Found[]; nextCursor: string | null }> {
    const after = cursor === undefined ? undefined : placeOf(cursor, order);
    const scope = scopeOf(principal, filter.channel);
    const selected = filter.source === DEMO_SOURCE ? filter : { ...filter, ...demoFilterFor(filter.channel) };
    const found = (await this.items.list(scope, selected, { order, limit: limit + 1, after })) as Item[] as Found[];
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? cursorOf(order, { id: last.id, time: effectiveTime(last) }) : null };
  }
}
