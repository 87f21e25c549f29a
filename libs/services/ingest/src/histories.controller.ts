import { Controller } from '@nestjs/common';
import { CairnError, type ItemId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Histories } from '@cairn/ports';
import { overwriteOf } from './items/overwrite.ts';

/** Exports and imports what belongs to memories beside the memories: revisions, feedback, succession. */
@Controller()
export class HistoriesController {
  constructor(private readonly histories: Histories) {}

  @Serves('histories')
  async of(principal: Principal, { body }: ParsedInput<'histories'>): Promise<RouteOutput<'histories'>> {
    return { histories: await this.histories.of(scopeOf(principal, body.channel), body.ids as ItemId[]) };
  }

  @Serves('restoreHistory')
  async restore(author: Principal, input: ParsedInput<'restoreHistory'>): Promise<RouteOutput<'restoreHistory'>> {
    const { id } = input.params;
    const scope = scopeOf(author, input.query.channel);
    const restored = await this.histories.restore(scope, author, {
      id: id as ItemId,
      history: input.body,
      overwrite: overwriteOf(author, input.query.overwrite === 'true'),
    });
    if (restored === undefined) throw new CairnError('item/unknown', `no memory ${id}`);
    return { id, restored };
  }
}
