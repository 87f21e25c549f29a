import type { ParsedInput, RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Controller } from '@nestjs/common';
import { nodeOf } from './graph-names.ts';
import { GraphPeople, type Person } from './graph-people.ts';

/**
 * Lists pairs of people who may be the same person. Merges nobody, since a manager merges people or keeps them apart.
 */
@Controller()
export class GraphDuplicatesController {
  constructor(private readonly people: GraphPeople) {}

  @Serves('listDuplicates')
  async list(principal: Principal, { query }: ParsedInput<'listDuplicates'>): Promise<RouteOutput<'listDuplicates'>> {
    const scope = scopeOf(principal, query.channel);
    const { found, truncated } = await this.people.duplicates(scope);
    const page = found.slice(0, query.limit);
    const ids = page.flatMap(({ person, into }) => [person.entity.id ?? [], into.entity.id ?? []].flat());
    const memories = await this.people.memoriesOf(scope, [...new Set(ids)]);
    const shown = ({ entity, speaks }: Person) => ({
      ...nodeOf(entity),
      memories: (memories.get(entity.id ?? '') ?? []).map(({ id, title }) => ({ memoryId: id, title })),
      speaks,
    });
    const duplicates = page.map(({ person, into, how, written, fits }) => ({
      ...{ entity: shown(person), into: shown(into), fit: how, written, fits },
    }));
    return { duplicates, more: found.length - page.length, truncated };
  }
}
