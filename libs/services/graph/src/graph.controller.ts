import { CairnError } from '@cairn/contracts';
import { All, Controller } from '@nestjs/common';

/** Holds the place of the graph of entities and relations. It subscribes to no event: work for a graph that is not there would be lost. */
@Controller('v1/graph')
export class GraphController {
  @All(['', '*'])
  answer(): never {
    throw new CairnError('route/not-built', 'The graph of entities and relations is not built yet.');
  }
}
