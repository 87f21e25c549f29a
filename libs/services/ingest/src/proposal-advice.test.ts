import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { OpenAiCompletions } from '@cairn/adapter-embedders';
import type { OrgId, Proposal } from '@cairn/contracts';
import { aMemoryId, aPrincipal } from '@cairn/testing';
import { ProposalAdvice } from './proposal-advice.ts';

interface Exchange {
  readonly exchange: string;
  readonly sent: readonly string[];
  readonly response: unknown;
}

const file = fileURLToPath(new URL('./exchanges/proposal-advice.json', import.meta.url));
const exchanges = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as Exchange[]).map((one) => [one.exchange, one] as const),
);
const [sound, invented, ...broken] = [...exchanges.values()];

let server: Server;
let requests: { messages: { content: string }[] }[];
let reply: { status: number; body: string };

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    void bodyOf(request).then((raw) => {
      requests.push(JSON.parse(raw) as (typeof requests)[number]);
      response.writeHead(reply.status).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const owner = aPrincipal();
const proposal = (content: string, fields: Partial<Proposal> = {}): Proposal =>
  ({
    ...{ memoryId: aMemoryId(), kind: 'rule', content, visibility: 'org', channel: null, project: null },
    owner: { principalId: owner.principalId, name: 'Ada' },
    ...fields,
  }) as Proposal;

/** Advises on these proposals with a model that answers like the exchange, and a budget that grants this many. */
async function advise(exchange: Exchange, waiting: Proposal[], { perDay = 50, left = 50 } = {}) {
  reply = { status: 200, body: JSON.stringify(exchange.response) };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = new OpenAiCompletions({ baseUrl, model: 'small-model', timeoutMs: 10_000, attemptsMax: 1 });
  const spendAdvice = async ({ wanted }: { wanted: number }) => ({ granted: Math.min(wanted, left), remaining: 0 });
  return new ProposalAdvice({ spendAdvice } as never, model).of({ orgId: '' as OrgId, waiting, perDay });
}

const waitingOf = ({ sent }: Exchange) => sent.map((content) => proposal(content));

it('ranks, titles and groups proposals by an answer that their texts bear out', async () => {
  const waiting = waitingOf(sound!);

  const { proposals, merges, asked, dropped } = await advise(sound!, waiting);

  const [first, second, third] = waiting.map(({ memoryId }) => memoryId);
  expect(proposals.map(({ memoryId, title }) => [memoryId, title])).toEqual([
    [third, undefined],
    [first, undefined],
    [second, 'Staging database: backups 35 days'],
  ]);
  expect(merges).toMatchObject([{ into: first, ids: [third] }]);
  expect(dropped).toEqual([]);
  expect(asked).toMatchObject({ model: 'small-model', proposals: 3, remaining: 0, promptTokens: 402 });
});

it('drops what names no item that was sent, adds words, or has no evidence in the texts', async () => {
  const waiting = waitingOf(invented!);

  const { proposals, merges, dropped } = await advise(invented!, waiting);

  expect(proposals.map(({ memoryId }) => memoryId)).toEqual([1, 0, 2].map((at) => waiting[at]!.memoryId));
  expect(proposals.flatMap(({ title }) => title ?? [])).toEqual([]);
  expect(merges).toEqual([]);
  expect(dropped).toEqual([
    'item 9 was not sent',
    'item 7 was not sent',
    'title of item 1: "to" is not in the text',
    'merge of items 1, 2: the evidence for item 2 is not in its text',
    'merge of items 1, 3: the evidence for item 1 is not in its text',
    'merge of items 1, 3: the evidence for item 1 is not in its text',
    'merge of items 1, 8: an item was not sent',
    'merge of items 1, 1: an item stands twice in it',
  ]);
});

it.each([
  [{ owner: { principalId: aPrincipal().principalId, name: 'Bo' } }],
  [{ visibility: 'private' as const }],
  [{ project: 'acme/shop' }],
  [{ channel: 'ops' }],
  [{ kind: 'fact' as const }],
])('groups no proposal that differs in %j', async (fields) => {
  const waiting = sound!.sent.map((content, at) => proposal(content, at === 2 ? fields : {}));

  expect((await advise(sound!, waiting)).merges).toEqual([]);
});

it.each(broken.map((one) => [one.exchange, one] as const))('refuses an answer of %s', async (_, exchange) => {
  await expect(advise(exchange, waitingOf(exchange))).rejects.toMatchObject({ code: 'proposals/broken-answer' });
});

it('masks private text and secrets, and sends no id, name or project', async () => {
  const content = 'The pin is <private>4711 Elm</private>, the token ghp_16C7e42F292c6912E7710c838347Ae178B4a.';
  const [one] = [proposal(content, { project: 'acme/pay' })];

  await advise(sound!, [one!]);

  const said = requests[0]!.messages.map((message) => message.content).join('\n');
  expect(said).toContain('The pin is');
  for (const hidden of ['4711 Elm', 'ghp_16C7', 'acme/pay', 'Ada', one!.memoryId]) expect(said).not.toContain(hidden);
});

it('sends no more than the budget of the day, and nothing without a budget, a model or a proposal', async () => {
  const waiting = waitingOf(sound!);

  expect((await advise(sound!, waiting, { left: 2 })).asked).toMatchObject({ proposals: 2 });
  await expect(advise(sound!, waiting, { left: 0 })).rejects.toMatchObject({ code: 'proposals/spent' });
  await expect(advise(sound!, waiting, { perDay: 0 })).rejects.toMatchObject({
    code: 'proposals/off',
    message: expect.stringContaining('review.advisedPerDay'),
  });
  expect(await advise(sound!, [])).toEqual({ proposals: [], merges: [], dropped: [] });
  const off = new ProposalAdvice({} as never);
  await expect(off.of({ orgId: '' as OrgId, waiting, perDay: 9 })).rejects.toMatchObject({ code: 'proposals/off' });
  expect(requests).toHaveLength(1);
});
