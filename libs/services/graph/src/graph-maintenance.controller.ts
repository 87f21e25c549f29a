import { CairnError, type RouteOutput } from '@cairn/contracts';
import { authorOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { Identity } from '@cairn/ports';
import { reprocessing, type Reprocessing } from '@cairn/store';
import { Controller } from '@nestjs/common';

const TARGET = { target: 'graph' } as const;

/** Routes by which admins of the installation have all memories read again, and see how many are left to read. */
@Controller()
export class GraphMaintenanceController {
  constructor(
    @Uses(reprocessing) private readonly reprocessing: Reprocessing,
    private readonly identity: Identity,
  ) {}

  @Serves('graphProgress')
  async progress(caller: Principal): Promise<RouteOutput<'graphProgress'>> {
    await this.requireOperator(caller);
    return { remaining: await this.reprocessing.remaining(TARGET) };
  }

  @Serves('graphRebuild')
  async rebuild(caller: Principal): Promise<RouteOutput<'graphRebuild'>> {
    await this.requireOperator(caller);
    await this.reprocessing.begin({ author: authorOf(caller), ...TARGET });
    return { remaining: await this.reprocessing.remaining(TARGET) };
  }

  private async requireOperator({ orgId }: Principal): Promise<void> {
    const first = await this.identity.firstOrganisation();
    if (orgId !== first.orgId)
      throw new CairnError('auth/forbidden', 'only the first organisation looks after indexes');
  }
}
