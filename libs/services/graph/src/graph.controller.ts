import { CairnError } from '@cairn/contracts';
import { All, Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** Holds the place of the graph of entities and relations. It subscribes to no event: work for a graph that is not there would be lost. */
@ApiExcludeController()
@Controller('v1/graph')
export class GraphController {
  @All(['', '*'])
  answer(): never {
    throw new CairnError('route/not-built', 'The graph of entities and relations is not built yet.');
  }
}
