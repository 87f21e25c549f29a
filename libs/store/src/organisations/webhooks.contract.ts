import { limits, webhookEvents, type ItemId, type MemoryId, type Webhook, type WebhookDue } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { Outbox, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal, type SettableClock } from '@cairn/testing';
import type { WebhookMessage, Webhooks } from './webhooks.ts';

export interface WebhooksWorld {
  readonly webhooks: Webhooks;
  readonly truth: Truth;
  readonly outbox: Outbox;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const EVENT = '0190a000-0000-7000-8000-00000000000e';
const aWebhook = (fields: Partial<Webhook> = {}) => ({
  ...{ url: 'https://chat.example/hook', events: [...webhookEvents] },
  ...fields,
});

/** Runs the contract suite of `webhooks` against one adapter; `make` opens an empty store with truth and outbox. */
export function webhooksContract(adapter: string, make: () => Promise<WebhooksWorld>): void {
  describe(`${adapter} keeps the promises of webhooks`, () => {
    let world: WebhooksWorld;
    let webhooks: Webhooks;

    beforeAll(async () => {
      world = await make();
      ({ webhooks } = world);
    });
    afterAll(() => world.close());

    async function aMemory(fields: Parameters<typeof aNewMemory>[0] = {}) {
      const ada = aPrincipal();
      const memory = aNewMemory({ category: 'rule', ...fields });
      await world.truth.write(ada, [memory]);
      return { ada, memoryId: memory.id as ItemId as MemoryId };
    }

    /** Takes the waiting messages of all webhooks out of the outbox. */
    async function sent(): Promise<WebhookDue[]> {
      const deliveries = await world.outbox.claim(['webhook.due.delivery'], 100, HOUR_MS);
      await world.outbox.complete(deliveries.map(({ id }) => id));
      return deliveries.map(({ payload }) => payload as unknown as WebhookDue);
    }

    const message = (fields: Pick<WebhookMessage, 'orgId' | 'memoryId'> & Partial<WebhookMessage>) =>
      ({ type: 'memory.confirmed', eventId: EVENT, data: {}, ...fields }) as const;

    it('shows the secret of a webhook once, and lists it for its organisation alone', async () => {
      const [ada, eve] = [aPrincipal(), aPrincipal()];
      const { secret, ...added } = await webhooks.add({ author: ada, webhook: aWebhook() });

      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
      expect(await webhooks.list({ orgId: ada.orgId })).toEqual([added]);
      expect(added).toMatchObject({ ...aWebhook(), state: 'on', createdBy: ada.principalId, failure: null });
      expect(await webhooks.withSecret({ orgId: ada.orgId, webhookId: added.webhookId })).toEqual({ ...added, secret });
      expect(await webhooks.list({ orgId: eve.orgId })).toEqual([]);
      expect(await webhooks.withSecret({ orgId: eve.orgId, webhookId: added.webhookId })).toBeUndefined();
      expect(await webhooks.remove({ author: eve, webhookId: added.webhookId })).toBe(false);
      expect(await webhooks.test({ author: eve, webhookId: added.webhookId })).toBeUndefined();
      expect(await webhooks.remove({ author: ada, webhookId: added.webhookId })).toBe(true);
      expect(await webhooks.list({ orgId: ada.orgId })).toEqual([]);
    });

    it('refuses more webhooks than an organisation may have', async () => {
      const ada = aPrincipal();
      for (let at = 0; at < limits.webhooks.max; at += 1) await webhooks.add({ author: ada, webhook: aWebhook() });

      await expect(webhooks.add({ author: ada, webhook: aWebhook() })).rejects.toMatchObject({
        code: 'webhook/conflict',
      });
    });

    it('announces an event to each webhook that wants it, by ids and fixed words alone', async () => {
      const { ada, memoryId } = await aMemory({ title: 'Never drop the ledger' });
      const wanting = await webhooks.add({ author: ada, webhook: aWebhook({ events: ['rule.stopped'] }) });
      const all = await webhooks.add({ author: ada, webhook: aWebhook() });
      await webhooks.add({ author: ada, webhook: aWebhook({ events: ['proposal.waiting'] }) });
      await webhooks.add({ author: aPrincipal(), webhook: aWebhook() });

      await webhooks.fanOut(message({ orgId: ada.orgId, type: 'rule.stopped', memoryId, data: { times: 2 } }));

      const messages = await sent();
      expect(messages.map(({ webhookId }) => webhookId).sort()).toEqual([wanting.webhookId, all.webhookId].sort());
      expect(messages[0]).toMatchObject({
        messageId: `msg_${EVENT}`,
        type: 'rule.stopped',
        data: { memoryId, category: 'rule', times: 2 },
      });
      expect(JSON.stringify(messages)).not.toContain('ledger');
    });

    it('announces a memory of one person only while it waits for review, and a forgotten one never', async () => {
      const { ada, memoryId } = await aMemory({ visibility: 'private' });
      await webhooks.add({ author: ada, webhook: aWebhook() });
      const tell = (type: WebhookMessage['type']) => webhooks.fanOut(message({ orgId: ada.orgId, type, memoryId }));

      await tell('memory.confirmed');
      await tell('rule.stopped');
      expect(await sent()).toEqual([]);
      await tell('proposal.waiting');
      expect(await sent()).toHaveLength(1);
      await world.truth.forget(scopeOf(ada), ada, 'memory', memoryId);
      await tell('proposal.waiting');
      expect(await sent()).toEqual([]);
    });

    it('turns a webhook off after a day of failures alone, and on again when a test arrives', async () => {
      const { ada, memoryId } = await aMemory();
      const { webhookId } = await webhooks.add({ author: ada, webhook: aWebhook() });
      const { orgId } = ada;
      const settled = (attempt: Parameters<Webhooks['settle']>[0]['attempt']) =>
        webhooks.settle({ orgId, webhookId, attempt });
      const failed = { outcome: 'failed', failure: 'status 500', isGone: false } as const;
      const begin = world.clock.now();

      expect(await settled(failed)).toMatchObject({ state: 'on', failingSince: begin, failure: 'status 500' });
      world.clock.advance(23 * HOUR_MS);
      expect(await settled(failed)).toMatchObject({ state: 'on', failingSince: begin });
      world.clock.advance(HOUR_MS);
      expect(await settled(failed)).toMatchObject({ state: 'off', failingSince: begin });
      await webhooks.fanOut(message({ orgId, memoryId }));
      expect(await sent()).toEqual([]);

      const messageId = await webhooks.test({ author: aColleagueOf(ada), webhookId });
      expect(await sent()).toMatchObject([{ webhookId, messageId, type: 'webhook.test' }]);
      const now = world.clock.now();
      expect(await settled({ outcome: 'delivered' })).toMatchObject({
        ...{ state: 'on', deliveredAt: now, failingSince: null, failure: null },
      });
      expect(await settled({ ...failed, isGone: true })).toMatchObject({ state: 'off', deliveredAt: now });
      await webhooks.remove({ author: ada, webhookId });
      expect(await settled(failed)).toBeUndefined();
    });
  });
}
