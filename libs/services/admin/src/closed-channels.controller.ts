import { Controller } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { authorOf, type Principal } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { closedChannels, type ClosedChannels } from '@cairn/store';

@Controller()
export class ClosedChannelsController {
  constructor(@Uses(closedChannels) private readonly channels: ClosedChannels) {}

  @Serves('listClosedChannels')
  async list({ orgId }: Principal): Promise<RouteOutput<'listClosedChannels'>> {
    return { channels: await this.channels.list({ orgId }) };
  }

  @Serves('closeChannel')
  async close(caller: Principal, { body }: ParsedInput<'closeChannel'>): Promise<RouteOutput<'closeChannel'>> {
    return this.channels.close({ author: authorOf(caller), request: body });
  }

  @Serves('openChannel')
  async open(
    caller: Principal,
    { query: { channel } }: ParsedInput<'openChannel'>,
  ): Promise<RouteOutput<'openChannel'>> {
    if (!(await this.channels.open({ author: authorOf(caller), channel })))
      throw new CairnError('channel/unknown', `the channel ${JSON.stringify(channel)} is not closed`);
    return { channel, opened: true };
  }
}
