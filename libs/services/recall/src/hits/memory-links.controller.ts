import { Controller } from '@nestjs/common';
import { CairnError, limits, type Memory, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ItemReader, RankingReader } from '@cairn/ports';
import { links, type Links } from '@cairn/store';
import { newestLinksById } from '../search/candidate-retrieval.ts';
import { Associations } from './associations.ts';

/** Lists the memories linked to one memory, as recall shows them with a hit. */
@Controller()
export class MemoryLinksController {
  constructor(
    private readonly items: ItemReader,
    private readonly ranking: RankingReader,
    @Uses(links) private readonly links: Links,
    private readonly associations: Associations,
  ) {}

  @Serves('memoryLinks')
  async of(
    principal: Principal,
    { params: { id }, query: { channel } }: ParsedInput<'memoryLinks'>,
  ): Promise<RouteOutput<'memoryLinks'>> {
    const scope = scopeOf(principal, channel);
    const [memory, sourceLinks, links] = await Promise.all([
      this.items.find(scope, 'memory', id),
      this.ranking.sourceLinks(scope, 'memory', [id]),
      this.links.of({ scope, ids: [id] }),
    ]);
    if (!memory) throw new CairnError('item/unknown', `no memory ${id}`);
    const known = { sourceLinks: newestLinksById(sourceLinks), links: new Map([[id, links]]) };
    const linked = await this.associations.of(scope, [memory as Memory], known, limits.memoryLinks.max);
    return { links: [...(linked.get(id) ?? [])] };
  }
}
