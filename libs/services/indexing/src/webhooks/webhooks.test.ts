import { afterEach, expect, it } from '@jest/globals';
import type { NewWebhook, OrgId, WebhookDue, WebhookId } from '@cairn/contracts';
import type { Webhooks } from '@cairn/store';
import { aReceiver } from './receiver.fixture.ts';
import { signatureOf } from './signature.ts';
import { WebhookSender } from './webhook-sender.ts';
import { WebhooksSubscriber } from './webhooks.controller.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = '0190a000-0000-7000-8000-000000000001';
const message = {
  ...{ v: 1, outboxId: ID, orgId: ID as OrgId, webhookId: ID as WebhookId, messageId: `msg_${ID}` },
  ...{ type: 'rule.stopped', at: 1_700_000_000_000, memoryId: ID, data: { memoryId: ID, category: 'rule', times: 2 } },
} as const satisfies WebhookDue;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function receiving(answer: Parameters<typeof aReceiver>[0]) {
  const receiver = await aReceiver(answer);
  opened.push(receiver.close);
  return receiver;
}

function senderTo(networks: 'public' | 'private') {
  const sender = new WebhookSender(networks);
  opened.push(() => sender.onApplicationShutdown());
  return sender;
}

it('sends type, time and data, signed over id, time and body', async () => {
  const { received, url } = await receiving(() => ({ status: 204 }));

  expect(await senderTo('private').send({ url, secret: SECRET }, message)).toEqual({ outcome: 'delivered' });

  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(JSON.parse(body)).toEqual({ type: 'rule.stopped', timestamp: '2023-11-14T22:13:20.000Z', data: message.data });
  const parts = { id: message.messageId, timestamp: Number(headers['webhook-timestamp']), body };
  expect(headers['webhook-id']).toBe(message.messageId);
  expect(headers['webhook-signature']).toBe(signatureOf(parts, SECRET));
});

it('follows no redirect', async () => {
  const other = await receiving(() => ({ status: 200 }));
  const { url } = await receiving(() => ({ status: 307, headers: { location: other.url } }));

  const attempt = await senderTo('private').send({ url, secret: SECRET }, message);

  expect(attempt).toEqual({ outcome: 'failed', failure: 'status 307', isGone: false });
  expect(other.received).toEqual([]);
});

it('says that a receiver is gone, and that nothing answers', async () => {
  const gone = await receiving(() => ({ status: 410 }));
  const sender = senderTo('private');
  expect(await sender.send({ url: gone.url, secret: SECRET }, message)).toMatchObject({ isGone: true });

  await gone.close();
  opened.splice(0, 1);
  const attempt = await sender.send({ url: gone.url, secret: SECRET }, message);
  expect(attempt).toEqual({ outcome: 'failed', failure: 'no connection (ECONNREFUSED)', isGone: false });
});

it('connects to no private address, by number or by name, unless the setting allows it', async () => {
  const { received, url, port } = await receiving(() => ({ status: 200 }));

  for (const each of [url, `http://localhost:${port}/hook`])
    expect(await senderTo('public').send({ url: each, secret: SECRET }, message)).toMatchObject({
      failure: 'the address is in no network that webhooks may reach',
    });

  expect(received).toEqual([]);
  expect(await senderTo('private').send({ url: `http://localhost:${port}/hook`, secret: SECRET }, message)).toEqual({
    outcome: 'delivered',
  });
});

/** A subscriber whose webhook has a state before and after the attempt, and whose sender has an outcome. */
function subscriberOf(before: 'on' | 'off' | undefined, after: 'on' | 'off', outcome: 'delivered' | 'failed') {
  const sent: WebhookDue[] = [];
  const webhookIn = (state: 'on' | 'off') => ({ state, url: 'https://chat.example', secret: SECRET }) as NewWebhook;
  const webhooks = {
    withSecret: async () => before && webhookIn(before),
    settle: async () => webhookIn(after),
  } as unknown as Webhooks;
  const send = async (_: unknown, each: WebhookDue) => {
    sent.push(each);
    return outcome === 'delivered' ? { outcome } : { outcome, failure: 'status 500', isGone: false };
  };
  const subscriber = new WebhooksSubscriber(webhooks, { send } as unknown as WebhookSender);
  subscriber['logger'].warn = () => {};
  return { sent, subscriber };
}

it('throws a failure that is tried again, until the webhook is off', async () => {
  const failing = subscriberOf('on', 'on', 'failed');
  await expect(failing.subscriber.deliver(message)).rejects.toMatchObject({ code: 'webhook/failed', retry: true });

  const hopeless = subscriberOf('on', 'off', 'failed');
  await expect(hopeless.subscriber.deliver(message)).rejects.toMatchObject({ code: 'webhook/off', retry: false });
});

it('sends nothing but a test to a webhook that is off, and nothing to a removed one', async () => {
  const off = subscriberOf('off', 'on', 'delivered');
  await expect(off.subscriber.deliver(message)).rejects.toMatchObject({ code: 'webhook/off' });
  await off.subscriber.deliver({ ...message, type: 'webhook.test' });
  expect(off.sent).toMatchObject([{ type: 'webhook.test' }]);

  const removed = subscriberOf(undefined, 'on', 'delivered');
  await removed.subscriber.deliver(message);
  expect(removed.sent).toEqual([]);
});
