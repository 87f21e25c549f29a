import type { RouteOutput } from '@cairn/contracts';
import { authorOf, type Principal } from '@cairn/domain';
import { Serves, Uses, requireOperator } from '@cairn/platform';
import { reprocessing, type Reprocessing, keys, type Keys } from '@cairn/store';
import { Controller } from '@nestjs/common';

const GRAPH_TARGET = { target: 'graph' } as const;

/**
 * Routes by which admins of the installation have all memories read again, and see how many memories are still unread.
 */
@Controller()
export class GraphMaintenanceController {
  constructor(
    @Uses(reprocessing) private readonly reprocessing: Reprocessing,
    @Uses(keys) private readonly keys: Keys,
  ) {}

  @Serves('graphProgress')
  async progress(caller: Principal): Promise<RouteOutput<'graphProgress'>> {
    await requireOperator(this.keys, caller);
    return { remaining: await this.reprocessing.remaining(GRAPH_TARGET) };
  }

  @Serves('graphRebuild')
  async rebuild(caller: Principal): Promise<RouteOutput<'graphRebuild'>> {
    await requireOperator(this.keys, caller);
    await this.reprocessing.begin({ author: authorOf(caller), ...GRAPH_TARGET });
    return { remaining: await this.reprocessing.remaining(GRAPH_TARGET) };
  }
}
