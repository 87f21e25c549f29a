import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { Controller } from '@nestjs/common';
import { GraphBuilding } from './graph-building.ts';

/** Routes by which admins of the installation rebuild and check the graphs of all its organisations. */
@Controller()
export class GraphBuildingController {
  constructor(
    private readonly building: GraphBuilding,
    private readonly identity: Identity,
  ) {}

  @Serves('graphVerify')
  async verify(caller: Principal, { body }: ParsedInput<'graphVerify'>): Promise<RouteOutput<'graphVerify'>> {
    await this.requireOperator(caller);
    return this.building.verify(body);
  }

  @Serves('graphRebuild')
  async rebuild(caller: Principal, { body }: ParsedInput<'graphRebuild'>): Promise<RouteOutput<'graphRebuild'>> {
    await this.requireOperator(caller);
    return this.building.rebuild(caller, body);
  }

  private async requireOperator({ orgId }: Principal): Promise<void> {
    const first = await this.identity.firstOrganisation();
    if (orgId !== first.orgId)
      throw new CairnError('auth/forbidden', 'only the first organisation looks after indexes');
  }
}
