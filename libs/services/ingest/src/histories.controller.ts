import { Controller } from '@nestjs/common';
import { CairnError, type ItemId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal, authorOf } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { overwriteOf } from './items/overwrite.ts';
import { histories, type Histories } from '@cairn/store';

/**
 * Exports and restores the histories of memories: their revisions, feedback and successions. An export has these in
 * addition to the texts.
 */
@Controller()
export class HistoriesController {
  constructor(@Uses(histories) private readonly histories: Histories) {}

  @Serves('histories')
  async of(principal: Principal, { body }: ParsedInput<'histories'>): Promise<RouteOutput<'histories'>> {
    return {
      histories: await this.histories.of({ scope: scopeOf(principal, body.channel), ids: body.ids as ItemId[] }),
    };
  }

  @Serves('restoreHistory')
  async restore(author: Principal, input: ParsedInput<'restoreHistory'>): Promise<RouteOutput<'restoreHistory'>> {
    const { id } = input.params;
    const scope = scopeOf(author, input.query.channel);
    const restored = await this.histories.restore({
      scope,
      author: authorOf(author),
      id: id as ItemId,
      history: input.body,
      overwrite: overwriteOf(author, input.query.overwrite === 'true'),
    });
    if (restored === undefined) throw new CairnError('item/unknown', `no memory ${id}`);
    return { id, restored };
  }
}
