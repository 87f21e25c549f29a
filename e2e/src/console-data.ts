import type { Client } from './client.ts';
import { until } from './until.ts';

/** Texts that would be markup, a script or reversed text if the console did not escape them. */
export const hostile = [
  '<img src=x onerror="alert(1)" id="from-a-memory">',
  '<script>alert(2)</script></title></textarea><svg onload=alert(3)>',
  '"><iframe src="https://example.org/"></iframe> {{7*7}} ${7*7} javascript:alert(4)',
  '[a link](javascript:alert(5)) ![picture](https://example.org/a.png)',
  '\u202Egnihtyreve sesrever txet siht\u202C',
].join('\n');

const DAY_MS = 86_400_000;

const memory = (title: string, content: string, more: object = {}) => ({ title, content, ...more });

/** Stores a small team's memory, some of it hostile, and waits until it is found. Returns the ids of its memories. */
export async function storeTeam(api: Client): Promise<string[]> {
  const now = Date.now();
  const messages = [
    ['Ana', 'Invoices go out on the first of the month, never on a Friday.'],
    ['Ben', 'Then the queue must be drained before the first.'],
    ['Ana', 'Agreed. We chose RabbitMQ over Kafka because one node is enough for our load.'],
    [hostile.slice(0, 40), `hostile markup in a message\n${hostile}`],
  ].map(([speaker, content], turn) => ({
    role: 'user',
    speaker,
    content,
    channel: 'billing',
    sessionKey: 'standup',
    externalId: `m${turn}`,
    timestamp: now - DAY_MS / 24 + turn * 60_000,
  }));
  await must(api.post('/v1/messages', messages));
  const memories = [
    memory('Invoices go out on the first', 'Invoices go out on the first of the month, never on a Friday.', {
      category: 'rule',
      tags: ['billing'],
      sourceIds: ['m0'],
    }),
    memory(
      'RabbitMQ rather than Kafka for the billing queue',
      'We decided to use RabbitMQ for the billing queue because one node is enough for our load. We rejected Kafka because it needs three nodes.',
      {
        category: 'decision',
        tags: ['billing', 'queue'],
        sourceIds: ['m2'],
        entities: [
          { name: 'billing', type: 'service' },
          { name: 'RabbitMQ', type: 'system' },
          { name: 'Ana', type: 'person' },
        ],
        relations: [
          { from: 'billing', type: 'depends_on', to: 'RabbitMQ' },
          { from: 'Ana', type: 'owns', to: 'billing' },
        ],
      },
    ),
    memory('Drain the queue first', 'Drain the billing queue before invoices are sent, or some go out twice.', {
      category: 'lesson',
      tags: ['billing'],
    }),
    memory('Billing window', 'The billing window opens at 02:00 UTC.', {
      subject: 'billing',
      attribute: 'window',
      validTo: now + 3 * DAY_MS,
      tags: ['billing'],
    }),
    // Their titles differ, so only the shared subject makes them contradict each other.
    memory('Ledger quota', 'The ledger takes 1000 calls a day.', { tags: ['ledger'], subject: 'ledger' }),
    memory('Ledger quota, by Ben <b>', 'The ledger takes 1200 calls a day.', { tags: ['ledger'], subject: 'ledger' }),
    memory(`hostile markup ${hostile.slice(0, 60)}`, hostile, { category: 'fact', tags: ['<b>tag</b>'] }),
  ].map((one) => ({ ...one, timestamp: now - 2 * DAY_MS }));
  const { items } = (await must(api.post('/v1/memories?wait=indexed', memories))) as { items: { id: string }[] };
  await Promise.all([
    until(async () => (await api.post('/v1/graph/owners', { entity: 'billing' })).body.owners?.length > 0),
    until(async () => {
      const pending = (await api.get('/v1/recall/stats')).body.index?.pending;
      return pending && pending.words + pending.vectors === 0;
    }),
  ]);
  return items.map(({ id }) => id);
}

async function must(asked: ReturnType<Client['post']>): Promise<unknown> {
  const { status, body } = await asked;
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
