import { Controller, Logger } from '@nestjs/common';
import {
  CairnError,
  WEBHOOK_TEST,
  type MemoryId,
  type Payload,
  type RuleStopped,
  type WebhookDue,
  type WebhookEvent,
} from '@cairn/contracts';
import { OnEvent, Uses } from '@cairn/platform';
import { webhooks, type WebhookMessage, type Webhooks } from '@cairn/store';
import { WebhookSender } from './webhook-sender.ts';

/**
 * Sends the events of an organisation to its webhooks. Each webhook has its own delivery, so that a failing webhook
 * delays no other.
 */
@Controller()
export class WebhooksSubscriber {
  private readonly logger = new Logger(WebhooksSubscriber.name);

  constructor(
    @Uses(webhooks) private readonly webhooks: Webhooks,
    private readonly sender: WebhookSender,
  ) {}

  @OnEvent('proposal.waiting', 'webhooks')
  waiting(event: Payload<'proposal.waiting'>): Promise<void> {
    return this.webhooks.fanOut(messageOf('proposal.waiting', event));
  }

  @OnEvent('memory.confirmed', 'webhooks')
  confirmed(event: Payload<'memory.confirmed'>): Promise<void> {
    return this.webhooks.fanOut(messageOf('memory.confirmed', event));
  }

  @OnEvent('rule.stopped', 'webhooks')
  stopped(event: RuleStopped): Promise<void> {
    const { principalId, times } = event;
    return this.webhooks.fanOut(messageOf('rule.stopped', event, { principalId, times }));
  }

  /**
   * Sends a message to its webhook. Throws after a failure, so that the message is sent again. A message for a webhook
   * that is off becomes a dead letter; a message for a removed webhook is dropped.
   */
  @OnEvent('webhook.due', 'delivery')
  async deliver(message: WebhookDue): Promise<void> {
    const { orgId, webhookId, type } = message;
    const webhook = await this.webhooks.withSecret({ orgId, webhookId });
    if (!webhook) return;
    if (webhook.state === 'off' && type !== WEBHOOK_TEST) throw webhookOffError(webhookId);
    const attempt = await this.sender.send(webhook, message);
    const after = await this.webhooks.settle({ orgId, webhookId, attempt });
    if (!after || attempt.outcome === 'delivered') return;
    if (after.state === 'on') throw new CairnError('webhook/failed', `The webhook ${webhookId}: ${attempt.failure}.`);
    if (webhook.state === 'on') this.logger.warn(`The webhook ${webhookId} is off now: ${attempt.failure}.`);
    throw webhookOffError(webhookId);
  }
}

const messageOf = (
  type: WebhookEvent,
  { orgId, outboxId, memoryId }: { orgId: WebhookMessage['orgId']; outboxId: string; memoryId: string },
  data: WebhookMessage['data'] = {},
): WebhookMessage => ({ orgId, type, eventId: outboxId, memoryId: memoryId as MemoryId, data });

const webhookOffError = (id: string) =>
  new CairnError(
    'webhook/off',
    `The webhook ${id} is off, since it failed for too long. Try it: cairn webhooks test ${id}`,
  );
