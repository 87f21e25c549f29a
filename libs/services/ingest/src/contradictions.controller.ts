import { Controller } from '@nestjs/common';
import type { ItemId, Memory, MemoryPair, ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { links, type Links } from '@cairn/store';

/** Lists pairs of memories that contradict each other, for review. */
@Controller()
export class ContradictionsController {
  constructor(@Uses(links) private readonly links: Links) {}

  @Serves('contradictions')
  async contradictions(
    principal: Principal,
    { query: { kind, channel, limit, cursor } }: ParsedInput<'contradictions'>,
  ): Promise<RouteOutput<'contradictions'>> {
    const pairs = await this.links.list({
      scope: scopeOf(principal, channel),
      kind: kind === 'all' ? undefined : kind,
      limit,
      after: cursor === undefined ? undefined : (cursor.split('.') as [ItemId, ItemId]),
    });
    const last = pairs.length === limit ? pairs.at(-1) : undefined;
    return {
      pairs: pairs.map(({ kind: of, newer, older }) => ({ kind: of, newer: endOf(newer), older: endOf(older) })),
      nextCursor: last ? `${last.newer.id}.${last.older.id}` : null,
    };
  }
}

function endOf({
  id: memoryId,
  title,
  content,
  store,
  category,
  subject,
  attribute,
  channel,
  author,
  ...memory
}: Memory): MemoryPair['newer'] {
  const { version, timestamp, createdAt, validFrom, validTo } = memory;
  return {
    ...{ memoryId, title, content, store, category, subject, attribute, channel, author },
    ...{ version, timestamp, createdAt, validFrom, validTo },
  };
}
