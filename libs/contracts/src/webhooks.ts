import { z } from 'zod';
import { PrincipalId, WebhookId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs } from './vocabulary.ts';

/** Events that an organisation can have sent to its webhooks. */
export const webhookEvents = ['proposal.waiting', 'memory.confirmed', 'rule.stopped'] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Type of the message by which a manager tries a webhook; no webhook subscribes to it. */
export const WEBHOOK_TEST = 'webhook.test';
export const WebhookMessageType = z.enum([...webhookEvents, WEBHOOK_TEST]);
export type WebhookMessageType = z.infer<typeof WebhookMessageType>;

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const isSecure = (text: string) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || LOOPBACK_HOSTS.includes(hostname);
};

const hasNoLogin = (text: string) => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

/** Address of a webhook. `http` is allowed only for an address on the same machine. */
const WebhookUrl = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an https address' })
  .max(limits.webhookUrl.max)
  .refine(isSecure, 'must be an https address; http is allowed to localhost alone')
  .refine(hasNoLogin, 'must hold no user name and no password');

export const Webhook = z
  .object({
    webhookId: WebhookId,
    url: z.string(),
    events: z.array(WebhookEvent).describe('Events that are sent'),
    state: z.enum(['on', 'off']).describe('off: nothing is sent, since it failed for too long'),
    createdBy: PrincipalId,
    createdAt: EpochMs,
    deliveredAt: EpochMs.nullable().describe('When it last took a message; null: never'),
    failingSince: EpochMs.nullable().describe('Since when every attempt has failed; null: the last one arrived'),
    failure: z.string().nullable().describe('Why the last attempt failed'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

const WebhooksResponse = z.object({ webhooks: z.array(Webhook) }).meta({ id: 'WebhooksResponse' });

export const WebhookRequest = z
  .strictObject({
    url: WebhookUrl.describe('Address that takes the messages: https, or http on the same machine'),
    events: z
      .array(WebhookEvent)
      .min(1)
      .default([...webhookEvents])
      .describe('Events to send; by default all'),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

export const NewWebhook = Webhook.extend({
  secret: z.string().describe('Key of the signatures, shown this once'),
}).meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof NewWebhook>;

const RemoveWebhookResponse = z
  .object({ webhookId: WebhookId, removed: z.literal(true) })
  .meta({ id: 'RemoveWebhookResponse' });

const TestWebhookResponse = z
  .object({ webhookId: WebhookId, messageId: z.string().describe('The header `webhook-id` of the message') })
  .meta({ id: 'TestWebhookResponse' });

const params = z.object({ id: WebhookId });

export const webhookRoutes = {
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    service: 'ingest',
    role: 'manager',
    summary: 'List the webhooks of the organisation, and how their last messages arrived',
    output: WebhooksResponse,
  },
  addWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    service: 'ingest',
    role: 'manager',
    summary: 'Add a webhook: an address to which events of the organisation are sent, signed',
    body: WebhookRequest,
    errors: ['webhook/conflict'],
    status: 201,
    output: NewWebhook,
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    service: 'ingest',
    role: 'manager',
    summary: 'Remove a webhook; what waits for it is not sent',
    params,
    errors: ['webhook/unknown'],
    output: RemoveWebhookResponse,
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    service: 'ingest',
    role: 'manager',
    summary: 'Send a message of the type webhook.test; if it arrives, a webhook that was off is on again',
    params,
    errors: ['webhook/unknown'],
    output: TestWebhookResponse,
  },
} as const satisfies Routes;
