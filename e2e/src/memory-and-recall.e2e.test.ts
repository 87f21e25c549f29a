import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { until } from './until.ts';

let dataDir: string;
let port: number;
let server: Cairn;
let client: Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-e2e-'));
  port = await freePort();
  server = await startCairn({ dataDir, port });
  client = new Client(server.url, server.key!);
});

afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const decision = {
  category: 'decision',
  title: 'Queue for the billing service',
  content:
    'We chose Postgres advisory locks over Redis for the billing job queue, because losing a payment job in a failover is not acceptable.',
  tags: ['billing', 'queue'],
};

// Behaviour 2
it('recalls a decision in other words', async () => {
  await client.post('/v1/memories?wait=indexed', decision);
  await client.post('/v1/memories?wait=indexed', { title: 'Lunch', content: 'The canteen closes at two on Fridays.' });

  const { status, body } = await client.post('/v1/recall', {
    query: 'why is our invoicing worker not using an in-memory broker?',
  });

  expect(status).toBe(200);
  expect(body.hits[0]).toMatchObject({ kind: 'memory', title: decision.title, tags: decision.tags, strength: 0.8 });
  expect(body.degraded).toEqual([]);
  expect(body.injectionBlock).toContain(decision.content);
});

it("answers mem0's clients by the key as their token, and keeps the memories of each user apart", async () => {
  const mem0 = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Token ${server.key}`, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.url}/mem0${path}`, init);
    return { status: response.status, body: (await response.json()) as { count?: number; results: { id: string }[] } };
  };
  const add = (user_id: string) =>
    mem0('POST', '/v3/memories/add/', { messages: 'The anchor weighs forty kilos.', user_id, infer: false });
  const all = (user_id: string) => mem0('POST', '/v3/memories/?page=1', { filters: { user_id } });

  const [{ body: ann }] = await Promise.all([add('ann'), add('ben')]);
  const search = { query: 'how heavy is the anchor?', filters: { user_id: 'ann' } };

  await until(async () => (await mem0('POST', '/v3/memories/search/', search)).body.results.length > 0);
  const { body: found } = await mem0('POST', '/v3/memories/search/', search);
  expect(found.results.map(({ id }) => id)).toEqual([ann.results[0]!.id]);
  expect((await mem0('DELETE', '/v1/memories/?user_id=ann')).status).toBe(200);
  await until(async () => (await all('ann')).body.count === 0);
  expect((await all('ben')).body).toMatchObject({ count: 1, next: null, results: [{ user_id: 'ben' }] });
  expect(await mem0('POST', '/v3/memories/', {})).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^filters needs/) },
  });
});

// Behaviour 12
it('answers a write with the state of its indexes, at once or when they have it', async () => {
  const write = async (query: string, content: string) =>
    client.post(`/v1/memories${query}`, { title: 'Error code', content });
  const atOnce = await write('', 'E4016 means that the printer is away.');
  const later = await write('?wait=indexed', 'E4017 means that the licence server is away.');

  expect(atOnce.status).toBe(201);
  expect(atOnce.body.items[0]).toMatchObject({ kind: 'memory', created: true, state: 'active' });
  expect(['indexed', 'pending']).toContain(atOnce.body.items[0].index.vectors);
  expect(later.body.items[0].index).toEqual({ words: 'indexed', vectors: 'indexed' });
  const found = await client.post('/v1/recall', { query: 'E4017', recipe: 'words' });
  expect(found.body.hits[0].memoryId).toBe(later.body.items[0].id);
});

it('takes all of a batch or nothing, and names the field', async () => {
  const before = (await client.get('/v1/recall/stats')).body.messages.total;
  const { status, body } = await client.post('/v1/messages', [
    { content: 'fine' },
    { content: 'also fine', channel: '' },
    { content: '   ' },
  ]);

  expect(status).toBe(400);
  expect(body.error.code).toBe('request/invalid');
  expect(body.error.issues.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining([expect.stringContaining('[1]'), expect.stringContaining('[2]')]),
  );
  expect((await client.get('/v1/recall/stats')).body.messages.total).toBe(before);
});

it('answers a repeated Idempotency-Key as the first time, and refuses it for another body', async () => {
  const send = (content: string) =>
    client.post('/v1/messages', { content, speaker: 'Ada' }, { 'idempotency-key': 'once' });
  const first = await send('Deploy is done.');
  const again = await send('Deploy is done.');
  const other = await send('Deploy is not done.');

  expect(again.body.items[0].id).toBe(first.body.items[0].id);
  expect(other.status).toBe(422);
  expect(other.body.error.code).toBe('idempotency/mismatch');
});

it('searches messages in other words, and shows recent ones oldest first', async () => {
  const say = (speaker: string, content: string, timestamp: number) => ({
    speaker,
    content,
    timestamp,
    channel: 'ops',
    sessionKey: 's1',
  });
  await client.post('/v1/messages?wait=indexed', [
    say('Grace', 'Who keeps the certificates for the public site up to date?', 1_700_000_000_000),
    say('Linus', 'I renew them every spring, next time in April.', 1_700_000_060_000),
    say('Grace', 'Great, thanks.', 1_700_000_120_000),
  ]);

  const search = await client.post('/v1/recall/messages', {
    query: 'who is responsible for TLS renewal',
    channel: 'ops',
  });
  const recent = await client.get('/v1/recall/recent?channel=ops&sessionKey=s1&limit=2&sinceMs=1700000060000');
  const beside = await client.get('/v1/recall/recent?channel=ops&limit=1&neighbours=1');

  expect(search.body.results.slice(0, 2).map(({ speaker }: { speaker: string }) => speaker)).toContain('Linus');
  expect(recent.body.messages.map(({ content }: { content: string }) => content)).toEqual([
    'I renew them every spring, next time in April.',
    'Great, thanks.',
  ]);
  expect(recent.body.query).toEqual({ limit: 2, channel: 'ops', sessionKey: 's1', sinceMs: 1_700_000_060_000 });
  expect(beside.body.turns).toMatchObject([
    {
      sessionKey: 's1',
      messages: [
        { speaker: 'Linus', isFound: false },
        { content: 'Great, thanks.', isFound: true },
      ],
    },
  ]);
});

it('knows people by their aliases: declared, listed, recalled by, withdrawn', async () => {
  const say = (speaker: string) => ({
    speaker,
    content: 'The sauna opens at six.',
    channel: 'club',
    sessionKey: speaker,
  });
  await client.post('/v1/messages?wait=indexed', [say('Ilse'), say('Robert Kim'), say('Joon')]);
  const declared = await client.call('PUT', '/v1/aliases', { alias: '@Bob', speakers: ['Robert Kim'] });

  const search = { query: 'what did Bob say about the sauna', channel: 'club' };
  const first = async () => (await client.post('/v1/recall/messages', search)).body.results[0]?.speaker;
  const wrong = await client.call('PUT', '/v1/aliases', { alias: 'Bob', speakers: 'Robert Kim' });
  const unfit = await client.call('PUT', '/v1/aliases', { alias: '!', speakers: [] });

  expect(declared).toMatchObject({ status: 200, body: { alias: '@Bob', origin: 'declared' } });
  expect((await client.get('/v1/aliases')).body.aliases).toEqual([declared.body]);
  await until(async () => (await first()) === 'Robert Kim');
  expect(wrong).toMatchObject({ status: 400, body: { error: { issues: [{ field: 'speakers' }] } } });
  expect(unfit).toMatchObject({ status: 400, body: { error: { issues: [{ field: 'alias', value: '!' }] } } });
  expect((await client.call('DELETE', '/v1/aliases?alias=bob')).body).toEqual({ alias: 'bob', withdrawn: true });
  expect((await client.call('DELETE', '/v1/aliases?alias=bob')).status).toBe(404);
});

it('puts memories and messages on one scale, and explains each hit', async () => {
  const { body } = await client.post('/v1/recall', { query: 'certificates', sources: 'without-notes', explain: true });

  expect(body.explain).toMatchObject({ recipe: 'fused', lanes: { words: {}, vectors: {} } });
  const scores = body.hits.map(({ rankScore }: { rankScore: number }) => rankScore);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  for (const { rankScore, parts } of body.hits) {
    const points = parts.reduce((sum: number, part: { points: number }) => sum + part.points, 0);
    expect(points).toBeCloseTo(rankScore, 6);
  }
});

it('forgets: gone by id, from recall and from search', async () => {
  const { body } = await client.post('/v1/memories?wait=indexed', {
    title: 'Secret plan',
    content: 'The quokka launch is on the ninth.',
  });
  const { id } = body.items[0];

  const forgotten = await client.call('DELETE', `/v1/memories/${id}`);

  expect(forgotten.status).toBe(200);
  expect((await client.get(`/v1/memories/${id}`)).status).toBe(404);
  expect(JSON.stringify((await client.post('/v1/recall', { query: 'quokka launch' })).body)).not.toContain(
    'quokka launch is',
  );
});

it('stores no key that stands in a text, and says so', async () => {
  const secret = `gh${'p_'}${'a1B2'.repeat(9)}`;
  const said = { content: `The walrus deploys with ${secret} <private>and my salary</private>`, externalId: 'walrus' };
  const [first] = (await client.post('/v1/messages?wait=indexed', said)).body.items;
  const [again] = (await client.post('/v1/messages', said)).body.items;
  const found = await client.post('/v1/recall/messages', { query: 'how does the walrus deploy' });

  expect(first).toMatchObject({ created: true, masked: { 'github-token': 1, private: 1 } });
  expect(again).toMatchObject({ id: first.id, created: false });
  expect(found.body.results[0].content).toBe('The walrus deploys with [masked: github-token] [masked: private]');
  expect(JSON.stringify(found.body)).not.toContain('salary');
});

// Behaviour 15
it('keeps what belongs to a peer from everybody else', async () => {
  await client.post('/v1/memories?wait=indexed', {
    title: 'Marathon',
    content: 'Sam trains for the marathon in Lisbon.',
    channel: 'coach:511',
  });
  const ask = (channel?: string) =>
    client.post('/v1/recall', { query: 'who trains for a marathon', ...(channel ? { channel } : {}) });

  expect((await ask('coach:511')).body.hits[0]?.title).toBe('Marathon');
  for (const channel of [undefined, 'coach:512', 'coach:main', 'coach', 'coach:', 'team']) {
    expect(JSON.stringify((await ask(channel)).body)).not.toContain('Lisbon');
  }
});

it('reads a time in the question from where and when it is asked, and says who said what fits', async () => {
  const said = (speaker: string, day: string) => ({
    role: 'user',
    speaker,
    sessionKey: `standup ${day}`,
    channel: 'harbour',
    content: 'The crane in dock four is out of order.',
    timestamp: Date.parse(`${day}T09:00:00Z`),
  });
  await client.post('/v1/messages?wait=indexed', [said('Ilse', '2026-03-03'), said('Joon', '2026-03-19')]);
  const ask = (query: string, askedAt: string) =>
    client.post('/v1/recall/messages', {
      query,
      channel: 'harbour',
      askedAtMs: Date.parse(askedAt),
      timeZone: 'Europe/Lisbon',
      explain: true,
    });

  const lastWeek = 'What was out of order in the dock last week?';
  const early = (await ask(lastWeek, '2026-03-10T10:00:00Z')).body;
  expect(early.results[0]).toMatchObject({ speaker: 'Ilse' });
  expect(early.explain.times).toEqual([{ from: Date.UTC(2026, 2, 2), to: Date.UTC(2026, 2, 9) }]);
  expect(early.confidence).toBeGreaterThan(0);
  expect((await ask(lastWeek, '2026-03-25T10:00:00Z')).body.results[0]).toMatchObject({ speaker: 'Joon' });
  expect((await ask('What did Joon say of the crane on 19 March 2026?', '2026-03-25T10:00:00Z')).body).toMatchObject({
    flags: [],
    results: [{ speaker: 'Joon' }, { speaker: 'Ilse' }],
  });
});

it('says why nothing is found', async () => {
  const none = await client.post('/v1/recall', {
    query: 'tides of the moons of Jupiter',
    channel: 'ops',
    sources: 'messages',
    minScore: 0.99,
  });

  expect(none.body.hits).toEqual([]);
  expect(['below-min-score', 'foreign-topic', 'no-match']).toContain(none.body.reason);
});

it.each([
  ['an unknown mode', { query: 'x', mode: 'telepathy' }, 'mode', /general.*conversation/],
  ['an unknown store', { query: 'x', stores: ['attic'] }, 'stores', /semantic/],
  ['an unknown category', { query: 'x', categories: ['gossip'] }, 'categories', /decision/],
  ['a limit of 0', { query: 'x', limit: 0 }, 'limit', /1/],
  ['a limit of 101', { query: 'x', limit: 101 }, 'limit', /100/],
  ['a time zone that is none', { query: 'x', timeZone: 'Mars/Olympus' }, 'timeZone', /Europe.Berlin/],
  ['a blank query', { query: '  ' }, 'query', /./],
  ['no query', {}, 'query', /./],
  ['a field that is not there', { query: 'x', colour: 'red' }, 'colour', /./],
])('refuses %s with the field and what is allowed', async (_, request, field, allowed) => {
  const { status, body } = await client.post('/v1/recall', request);

  expect(status).toBe(400);
  const issue = body.error.issues.find((each: { field: string }) => each.field.startsWith(field));
  expect(JSON.stringify(issue)).toMatch(allowed);
});

it('never answers hostile bytes with a fault of its own', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const bodies = [
    '{',
    '\u0000',
    deep,
    '{"query":"\\ud800 \\udfff"}',
    '{"__proto__":{"a":1},"query":"x"}',
    'null',
    '[]',
    '"x"',
    `{"query":"${'x'.repeat(10_001)}"}`,
  ];
  for (const body of bodies) {
    expect((await client.post('/v1/recall', body)).status).toBeLessThan(500);
  }
});

it('refuses a missing, an unknown and a revoked key', async () => {
  const made = await client.post('/v1/keys', { name: 'short-lived', role: 'reader' });
  const reader = new Client(server.url, made.body.key);

  expect((await new Client(server.url, 'cairn_nonsense').get('/v1/recall/stats')).status).toBe(401);
  expect((await reader.get('/v1/recall/stats')).status).toBe(200);
  expect((await reader.post('/v1/messages', { content: 'hello' })).status).toBe(403);
  await client.call('DELETE', `/v1/keys/${made.body.summary.keyId}`);
  // Every service caches a known key for some seconds.
  await until(async () => (await reader.get('/v1/recall/stats')).status === 401);
});

it('has a page, documentation, health and metrics', async () => {
  const page = await fetch(server.url);
  const docs = await fetch(`${server.url}/docs-json`).then((response) => response.json());
  const metrics = (await client.get('/metrics')).body;

  expect(await page.text()).toContain('Cairn');
  expect(Object.keys((docs as { paths: object }).paths)).toEqual(
    expect.arrayContaining(['/v1/recall', '/v1/messages', '/v1/memories']),
  );
  expect(metrics).toContain('cairn_');
  const manual = await fetch(`${server.url}/docs/start/connect`);
  expect(manual.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await manual.text()).toContain('<a href="/docs/start/connect" aria-current="page">Connect an agent</a>');
  expect(await (await fetch(`${server.url}/llms.txt`)).text()).toContain(`${server.url}/docs/start/connect.md)`);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ ready: true });
  expect((await client.get('/readyz')).body.parts).toEqual(expect.any(Array));
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
});

it('keeps the data over a restart, and its key file to its owner', async () => {
  expect(await server.stop()).toBe(0);
  server = await startCairn({ dataDir, port });

  const { body } = await client.post('/v1/recall', {
    query: 'why is our invoicing worker not using an in-memory broker?',
  });

  expect(server.key).toBeUndefined();
  expect(body.hits[0].title).toBe(decision.title);
  expect(statSync(join(dataDir, 'cli.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')).url).toBe(server.url);
});
