import { randomBytes } from 'node:crypto';
import {
  WEBHOOK_TEST,
  type AuditAct,
  type EventBody,
  type MemoryId,
  type NewWebhook,
  type OrgId,
  type PrincipalId,
  type Visibility,
  type Webhook,
  type WebhookEvent,
  type WebhookId,
  type WebhookRequest,
} from '@cairn/contracts';
import { v7 as uuidv7 } from 'uuid';
import { announceEvent, announceAll } from '../kit/announce.ts';
import { auditActs } from '../kit/audit.ts';
import type { RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Author } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { healthAfter, requireRoom, type WebhookAttempt } from './webhooks.rules.ts';
import { webhook } from './webhooks.tables.ts';

export type { WebhookAttempt } from './webhooks.rules.ts';

type Row = RowOf<typeof webhook>;

const queriesOf = ofDialect(({ queries }) => {
  const ofOrganisation = (orgId: OrgId) => queries.selectFrom('webhook').selectAll().where('org_id', '=', orgId);
  return {
    all: (orgId: OrgId) => ofOrganisation(orgId).orderBy('created_at').orderBy('id'),
    one: (orgId: OrgId, id: WebhookId) => ofOrganisation(orgId).where('id', '=', id),
    insert: (row: Row) => queries.insertInto('webhook').values(row),
    change: (orgId: OrgId, id: WebhookId, fields: Partial<Row>) =>
      queries.updateTable('webhook').set(fields).where('org_id', '=', orgId).where('id', '=', id),
    remove: (orgId: OrgId, id: WebhookId) =>
      queries.deleteFrom('webhook').where('org_id', '=', orgId).where('id', '=', id),
    memory: (orgId: OrgId, id: MemoryId) =>
      queries
        .selectFrom('item')
        .select(['category', 'visibility'])
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('kind', '=', 'memory')
        .where('state', '<>', 'deleted'),
  };
});

const webhookOf = (row: Row): Webhook => ({
  webhookId: row.id as WebhookId,
  url: row.url,
  events: JSON.parse(row.events) as WebhookEvent[],
  state: row.state,
  createdBy: row.created_by as PrincipalId,
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
  failingSince: row.failing_since,
  failure: row.failure,
});

/** Lists the webhooks of an organisation in the order in which they were added, without their secrets. */
async function listWebhooks(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<Webhook[]> {
  return (await tx.all(queriesOf(tx.dialect).all(orgId))).map(webhookOf);
}

interface OneQuery {
  readonly orgId: OrgId;
  readonly webhookId: WebhookId;
}

/** Finds a webhook with its secret, for the signature of a message. */
async function withSecret(tx: ReadTransaction, { orgId, webhookId }: OneQuery): Promise<NewWebhook | undefined> {
  const row = await tx.get(queriesOf(tx.dialect).one(orgId, webhookId));
  return row && { ...webhookOf(row), secret: row.secret };
}

const lockWebhooks = (tx: Transaction, orgId: OrgId) => tx.lock({ what: 'organisation', orgId, key: 'webhooks' });

const auditWebhook = (tx: Transaction, author: Author, action: AuditAct, id: string) =>
  auditActs(tx, { author, action, kind: 'webhook', id, version: 1 });

interface AddCommand {
  readonly author: Author & { readonly principalId: PrincipalId };
  readonly webhook: WebhookRequest;
}

/**
 * Adds a webhook with a secret of its own. Throws `webhook/conflict` if the organisation has the maximum number already.
 */
async function addWebhook(tx: Transaction, { author, webhook: wanted }: AddCommand): Promise<NewWebhook> {
  const { orgId, principalId } = author;
  const queries = queriesOf(tx.dialect);
  await lockWebhooks(tx, orgId);
  requireRoom((await tx.all(queries.all(orgId))).length);
  const row: Row = {
    ...{ org_id: orgId, id: uuidv7({ msecs: tx.now }), url: wanted.url, secret: newSigningSecret() },
    ...{ events: JSON.stringify([...new Set(wanted.events)]), state: 'on', created_by: principalId },
    ...{ created_at: tx.now, delivered_at: null, failing_since: null, failure: null },
  };
  await tx.run(queries.insert(row));
  await auditWebhook(tx, author, 'write', row.id);
  return { ...webhookOf(row), secret: row.secret };
}

const SECRET_BYTES = 24;
const newSigningSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

interface OneCommand {
  readonly author: Author;
  readonly webhookId: WebhookId;
}

/** Removes a webhook. Returns false if the author's organisation has no webhook with this id. */
async function removeWebhook(tx: Transaction, { author, webhookId }: OneCommand): Promise<boolean> {
  if ((await tx.run(queriesOf(tx.dialect).remove(author.orgId, webhookId))) === 0) return false;
  await auditWebhook(tx, author, 'forget', webhookId);
  return true;
}

/** Sends a test message, also to a webhook that is off. Returns the id of the message; undefined without such a webhook. */
async function sendTestEvent(tx: Transaction, { author, webhookId }: OneCommand): Promise<string | undefined> {
  const { orgId } = author;
  const row = await tx.get(queriesOf(tx.dialect).one(orgId, webhookId));
  if (!row) return undefined;
  const messageId = messageIdOf(uuidv7({ msecs: tx.now }));
  const body: EventBody<'webhook.due'> = { webhookId, messageId, type: WEBHOOK_TEST, at: tx.now, data: {} };
  await announceEvent(tx, { event: 'webhook.due', orgId, body });
  await auditWebhook(tx, author, 'call', webhookId);
  return messageId;
}

const messageIdOf = (id: string) => `msg_${id}`;

/** An event of an organisation that its webhooks may want. */
export interface WebhookMessage {
  readonly orgId: OrgId;
  readonly type: WebhookEvent;
  /** Id of the event. The ids of the event's messages derive from it, so that a receiver recognises a repetition. */
  readonly eventId: string;
  readonly memoryId: MemoryId;
  readonly data: Readonly<Record<string, string | number>>;
}

/**
 * Announces a message to each webhook of the organisation that is on and wants the event. The message names the memory by
 * id and category alone. A forgotten memory is never announced. A memory that only one person or one peer may read is
 * announced only while it waits for review.
 */
async function insertAttempts(
  tx: Transaction,
  { orgId, type, eventId, memoryId, data }: WebhookMessage,
): Promise<void> {
  const queries = queriesOf(tx.dialect);
  const all = (await tx.all(queries.all(orgId))).map(webhookOf);
  const wanting = all.filter(({ state, events }) => state === 'on' && events.includes(type));
  const memory = wanting.length === 0 ? undefined : await tx.get(queries.memory(orgId, memoryId));
  if (!memory || (type !== 'proposal.waiting' && isOfOnePerson(memory.visibility))) return;
  const message = {
    ...{ messageId: messageIdOf(eventId), type, at: tx.now, memoryId },
    data: { memoryId, category: memory.category ?? 'fact', ...data },
  };
  await announceAll(
    tx,
    wanting.map(({ webhookId }) => ({ event: 'webhook.due', orgId, body: { ...message, webhookId } })),
  );
}

const isOfOnePerson = (visibility: Visibility) => visibility === 'private' || visibility === 'peer';

interface SettleCommand extends OneQuery {
  readonly attempt: WebhookAttempt;
}

/**
 * Records the outcome of an attempt, which may turn the webhook on or off. Returns the webhook, or undefined if it was
 * removed.
 */
async function settleAttempt(
  tx: Transaction,
  { orgId, webhookId, attempt }: SettleCommand,
): Promise<Webhook | undefined> {
  const queries = queriesOf(tx.dialect);
  await lockWebhooks(tx, orgId);
  const row = await tx.get(queries.one(orgId, webhookId));
  if (!row) return undefined;
  const health = healthAfter(webhookOf(row), attempt, tx.now);
  const { state, deliveredAt: delivered_at, failingSince: failing_since, failure } = health;
  await tx.run(queries.change(orgId, webhookId, { state, delivered_at, failing_since, failure }));
  return { ...webhookOf(row), ...health };
}

/**
 * Webhooks: addresses that receive signed events of an organisation. The store records how the last messages to each
 * address arrived.
 */
export const webhooks = feature('webhooks', {
  tables: [webhook],
  reads: { list: listWebhooks, withSecret },
  writes: {
    add: addWebhook,
    remove: removeWebhook,
    test: sendTestEvent,
    fanOut: insertAttempts,
    settle: settleAttempt,
  },
});
export type Webhooks = CallsOf<typeof webhooks>;
