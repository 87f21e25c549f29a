import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { authorOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { teams, type Teams } from '@cairn/store';

@Controller()
export class TeamsController {
  constructor(@Uses(teams) private readonly teams: Teams) {}

  @Serves('listTeams')
  async list({ orgId }: Principal): Promise<RouteOutput<'listTeams'>> {
    return { teams: await this.teams.list({ orgId }) };
  }

  @Serves('createTeam')
  async create(caller: Principal, { body }: ParsedInput<'createTeam'>): Promise<RouteOutput<'createTeam'>> {
    return this.teams.create({ author: authorOf(caller), team: body });
  }

  @Serves('changeTeam')
  async change(
    caller: Principal,
    { params: { id }, body }: ParsedInput<'changeTeam'>,
  ): Promise<RouteOutput<'changeTeam'>> {
    const changed = await this.teams.change({ author: authorOf(caller), teamId: id, change: body });
    if (!changed) throw unknownError(id);
    return changed;
  }

  @Serves('removeTeam')
  async remove(caller: Principal, { params: { id } }: ParsedInput<'removeTeam'>): Promise<RouteOutput<'removeTeam'>> {
    if (!(await this.teams.remove({ author: authorOf(caller), teamId: id }))) throw unknownError(id);
    return { teamId: id, removed: true };
  }
}

const unknownError = (id: string) => new CairnError('team/unknown', `no team ${id}`);
