import { Controller, Inject } from '@nestjs/common';
import { CairnError, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { authorOf, type Principal } from '@cairn/domain';
import { isForbiddenHost, Serves, Uses, WebhookNetworks, type ReachableNetworks } from '@cairn/platform';
import { webhooks, type Webhooks } from '@cairn/store';

@Controller()
export class WebhooksController {
  constructor(
    @Uses(webhooks) private readonly webhooks: Webhooks,
    @Inject(WebhookNetworks) private readonly networks: ReachableNetworks,
  ) {}

  @Serves('listWebhooks')
  async list({ orgId }: Principal): Promise<RouteOutput<'listWebhooks'>> {
    return { webhooks: await this.webhooks.list({ orgId }) };
  }

  @Serves('addWebhook')
  async add(caller: Principal, { body }: ParsedInput<'addWebhook'>): Promise<RouteOutput<'addWebhook'>> {
    if (isForbiddenHost(body.url, this.networks)) throw beyondReach();
    return this.webhooks.add({ author: authorOf(caller), webhook: body });
  }

  @Serves('removeWebhook')
  async remove(
    caller: Principal,
    { params: { id } }: ParsedInput<'removeWebhook'>,
  ): Promise<RouteOutput<'removeWebhook'>> {
    if (!(await this.webhooks.remove({ author: authorOf(caller), webhookId: id }))) throw unknownWebhookError(id);
    return { webhookId: id, removed: true };
  }

  @Serves('testWebhook')
  async test(caller: Principal, { params: { id } }: ParsedInput<'testWebhook'>): Promise<RouteOutput<'testWebhook'>> {
    const messageId = await this.webhooks.test({ author: authorOf(caller), webhookId: id });
    if (messageId === undefined) throw unknownWebhookError(id);
    return { webhookId: id, messageId };
  }
}

const unknownWebhookError = (id: string) => new CairnError('webhook/unknown', `no webhook ${id}`);

function beyondReach(): CairnError {
  const message = 'No webhook may be sent to this address: it is on this machine, or in a network that is not public.';
  return new CairnError('request/invalid', message, { issues: [{ field: 'url', message }] });
}
