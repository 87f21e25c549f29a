import type { EntitiesResponse, ParsedInput, RouteOutput } from '@cairn/contracts';
import { questionScopeOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { Controller } from '@nestjs/common';
import { graphs, type Graphs } from '@cairn/store';
import { nodeOf } from './graph-names.ts';
import { GraphQuestions } from './graph-questions.ts';

/** Routes of graph questions. */
@Controller()
export class GraphController {
  constructor(
    private readonly questions: GraphQuestions,
    @Uses(graphs) private readonly graphs: Graphs,
  ) {}

  @Serves('graphOwners')
  owners(principal: Principal, { body }: ParsedInput<'graphOwners'>): Promise<RouteOutput<'graphOwners'>> {
    return this.questions.owners(principal, body);
  }

  @Serves('graphConnection')
  connection(principal: Principal, { body }: ParsedInput<'graphConnection'>): Promise<RouteOutput<'graphConnection'>> {
    return this.questions.connection(principal, body);
  }

  @Serves('graphDependencies')
  dependencies(
    principal: Principal,
    { body }: ParsedInput<'graphDependencies'>,
  ): Promise<RouteOutput<'graphDependencies'>> {
    return this.questions.dependencies(principal, body);
  }

  @Serves('graphExplore')
  explore(principal: Principal, { body }: ParsedInput<'graphExplore'>): Promise<RouteOutput<'graphExplore'>> {
    return this.questions.explore(principal, body);
  }

  @Serves('graphEntities')
  async entities(principal: Principal, { query }: ParsedInput<'graphEntities'>): Promise<EntitiesResponse> {
    const { channel, cursor, ...wanted } = query;
    const scope = questionScopeOf(principal, channel);
    const { entities, next } = await this.graphs.entities({ scope, ...wanted, after: cursor });
    const shown = entities.map((entity) => ({ ...nodeOf(entity), aliases: [...entity.aliases] }));
    const { search: name } = wanted;
    if (name === undefined || shown.length > 0 || cursor !== undefined)
      return { entities: shown, ...(next !== undefined && { next }) };
    return { entities: [], elsewhere: await this.questions.elsewhere(principal, name, channel) };
  }
}
