import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { overHttp, overHttpOlder, overStdio, overStdioOlder, type Caller } from './mcp-caller.ts';
import { until } from './until.ts';

const NEW_REVISION = '2026-07-28';
const TOOLS = [
  'crystal_archive',
  'crystal_checkpoint',
  'crystal_dependency_chain',
  'crystal_edit',
  'crystal_explain_connection',
  'crystal_explore_graph',
  'crystal_feedback',
  'crystal_forget',
  'crystal_get',
  'crystal_import_knowledge',
  'crystal_list_knowledge_bases',
  'crystal_merge_people',
  'crystal_preflight',
  'crystal_query_knowledge_base',
  'crystal_recall',
  'crystal_recent',
  'crystal_remember',
  'crystal_review',
  'crystal_search_messages',
  'crystal_share',
  'crystal_stats',
  'crystal_supersede',
  'crystal_trace',
  'crystal_update',
  'crystal_wake',
  'crystal_what_do_i_know',
  'crystal_who_owns',
  'crystal_why_did_we',
  'memory_append',
  'memory_edit',
  'memory_get',
  'memory_recall',
  'memory_save',
  'memory_search',
];
const CHANGING = [
  'crystal_archive',
  'crystal_edit',
  'crystal_forget',
  'crystal_share',
  'crystal_supersede',
  'crystal_update',
  'memory_edit',
];
const WRITING = [
  ...CHANGING,
  'crystal_checkpoint',
  'crystal_feedback',
  'crystal_import_knowledge',
  'crystal_merge_people',
  'crystal_remember',
  'crystal_review',
  'memory_append',
  'memory_save',
];
const RISING = ['crystal_checkpoint', 'crystal_merge_people', 'crystal_review', 'memory_append', 'memory_save'];
const REPEATABLE = (name: string) => !CHANGING.includes(name) && !RISING.includes(name);

let folder: string;
let dataDir: string;
let server: Cairn;
let key: string;
const startedAt = Date.now();
const callers = new Map<string, Caller>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-mcp-'));
  dataDir = join(folder, 'data');
  server = await startCairn({ dataDir, port: await freePort() });
  key = server.key!;
});

afterAll(async () => {
  for (const caller of callers.values()) await caller.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const connect: Record<string, () => Promise<Caller>> = {
  'HTTP, pinned to the new revision': () => overHttp(server.url, key, { pin: NEW_REVISION }),
  'HTTP, negotiating': () => overHttp(server.url, key, 'auto'),
  'HTTP, 2025 generation': () => overHttpOlder(server.url, key),
  'stdio, pinned to the new revision': () => overStdio(dataDir, { pin: NEW_REVISION }),
  'stdio, 2025 generation': () => overStdioOlder(dataDir),
};
const transports = Object.keys(connect);

async function callerOf(transport: string): Promise<Caller> {
  const caller = callers.get(transport) ?? (await connect[transport]!());
  callers.set(transport, caller);
  return caller;
}

/** Facts that each client saves, with a question in other words. */
const facts = [
  [
    'Invoices go out on the first',
    'Customers get their bill at the start of each month.',
    'when do we send invoicing mails to clients?',
  ],
  [
    'Ada owns the search cluster',
    'Ask Ada before you restart a node of Elasticsearch.',
    'who looks after the search engine?',
  ],
  [
    'No releases on Fridays',
    'We ship Monday to Thursday only, nobody is around at the weekend.',
    'may I deploy right before Saturday?',
  ],
  [
    'Passwords are hashed with Argon2',
    'bcrypt was rejected, since it cuts long passphrases.',
    'how are login secrets stored?',
  ],
  [
    'The mobile app is written in Kotlin',
    'Flutter was tried and dropped for its start-up time.',
    'what language is used on Android phones?',
  ],
] as const;

describe.each(transports)('over %s', (transport) => {
  it('lists exactly the tools, with titles, annotations and schemas of both directions', async () => {
    const { tools } = await (await callerOf(transport)).listTools();

    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    for (const { name, title, annotations, inputSchema, outputSchema } of tools) {
      expect(title).toMatch(/\w/);
      expect(annotations).toEqual({
        readOnlyHint: !WRITING.includes(name),
        destructiveHint: CHANGING.includes(name),
        idempotentHint: REPEATABLE(name),
        openWorldHint: false,
      });
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
      expect(Object.keys(outputSchema?.properties ?? {}).length).toBeGreaterThan(0);
    }
  });

  it('saves, once', async () => {
    const [title, content] = facts[transports.indexOf(transport)]!;
    const save = async () =>
      (await callerOf(transport)).callTool({
        name: 'crystal_remember',
        arguments: { title, content, category: 'fact' },
      });

    const first = await save();
    const again = await save();

    expect(first.structuredContent).toMatchObject({
      ok: true,
      title,
      created: true,
      index: { words: expect.stringMatching(/indexed|pending/) },
    });
    expect(again.structuredContent).toMatchObject({ id: first.structuredContent.id, created: false });
  });
});

describe('what one client saved', () => {
  beforeAll(async () => indexed(await callerOf('HTTP, negotiating')));

  it.each(transports)('is recalled in other words over %s', async (transport) => {
    const caller = await callerOf(transport);
    for (const [title, content, query] of facts) {
      const { structuredContent, content: parts } = await caller.callTool({
        name: 'crystal_recall',
        arguments: { query },
      });
      expect(structuredContent.memories[0]).toMatchObject({
        title,
        content,
        strength: 0.8,
        author: expect.any(String),
      });
      expect(structuredContent.memories[0].timestamp).toBeGreaterThan(startedAt);
      expect(parts[0]!.text).toContain(content);
      const { injectionBlock, confidence, memories } = structuredContent;
      expect(injectionBlock).toBe(parts[0]!.text);
      expect(parts[0]!.text).toContain(` · id ${memories[0].memoryId.slice(-9)}\n`);
      expect(JSON.parse(parts[1]!.text)).toEqual({ confidence });
    }
  });
});

it('a memory is replaced by the other spelling too, archived, and forgotten for good', async () => {
  const caller = await callerOf('HTTP, negotiating');
  const use = async (name: string, args: Record<string, unknown>) => caller.callTool({ name, arguments: args });
  const said = { title: 'Lunch is at noon', content: 'The canteen of the north house closes at one.' };
  const old = (await use('crystal_remember', { ...said, category: 'fact' })).structuredContent.id;
  const since = { title: 'Lunch is at one', content: 'The canteen of the north house closes at two.' };
  const next = (await use('crystal_supercede', { oldMemoryId: old, ...since })).structuredContent.newMemoryId;

  const archived = await use('crystal_forget', { memoryId: next, reason: 'the house was sold' });
  const state = (await use('crystal_get', { id: next })).structuredContent.state;
  const told = await use('crystal_forget', { memoryId: next, permanent: true });
  const stillThere = await use('crystal_get', { id: next });
  const gone = await use('crystal_forget', { memoryId: next, permanent: true, confirm: true });
  const sought = await use('crystal_get', { id: next });

  expect(archived.structuredContent).toMatchObject({ success: true, action: 'archived', memoryId: next });
  expect(state).toBe('archived');
  expect(told.structuredContent).toMatchObject({
    action: 'preview',
    preview: { memories: 1, messages: 0, examples: [{ id: next, text: since.title }] },
  });
  expect(stillThere.isError).toBeFalsy();
  expect(gone.structuredContent).toMatchObject({ success: true, action: 'deleted', memoryId: next });
  expect(sought).toMatchObject({ isError: true });
});

it('forgets by names only after it said what would go, and never a whole channel unasked', async () => {
  const caller = await callerOf('HTTP, negotiating');
  const use = async (name: string, args: Record<string, unknown>) => caller.callTool({ name, arguments: args });
  const said = { title: 'The east gate is closed', content: 'The east gate is closed on Sundays.', channel: 'gates' };
  const { id } = (await use('crystal_remember', { ...said, category: 'fact' })).structuredContent;

  const unasked = await use('crystal_forget', { channel: 'gates' });
  const told = await use('crystal_forget', { channel: 'gates', permanent: true });
  const begun = await use('crystal_forget', { channel: 'gates', permanent: true, confirm: true });

  expect(unasked).toMatchObject({ isError: true });
  expect(told.structuredContent).toMatchObject({
    action: 'preview',
    preview: { memories: 1, examples: [{ id }] },
  });
  expect(begun.structuredContent).toMatchObject({ action: 'deleting', forgetId: expect.any(String) });
  await until(async () => (await use('crystal_get', { id, channel: 'gates' })).isError === true);

  const { forgetId } = begun.structuredContent;
  const certified = async () => (await use('crystal_forget', { forgetId })).structuredContent;
  await until(async () => (await certified()).certificate.state === 'verified');
  expect(await certified()).toMatchObject({ action: 'certified', certificate: { id: forgetId, memories: 1 } });
  expect(await use('crystal_forget', { forgetId, permanent: true })).toMatchObject({ isError: true });
});

it('a private memory is shared with everyone, and another key reads it then', async () => {
  const caller = await callerOf('HTTP, negotiating');
  const { body: other } = await new Client(server.url, key).post('/v1/keys', { name: 'other', role: 'reader' });
  const reader = new Client(server.url, other.key);
  const memory = { title: 'Nest of the osprey', content: 'It is on the third pylon.', category: 'fact' };
  const { id } = (await caller.callTool({ name: 'crystal_remember', arguments: { ...memory, visibility: 'private' } }))
    .structuredContent;

  const before = await reader.get(`/v1/memories/${id}`);
  const shared = await caller.callTool({ name: 'crystal_share', arguments: { memoryId: id, visibility: 'org' } });
  const after = await reader.get(`/v1/memories/${id}`);

  expect(before.status).toBe(404);
  expect(shared.structuredContent).toMatchObject({ success: true, memoryId: id });
  expect(after).toMatchObject({ status: 200, body: { title: memory.title } });
});

it('a checkpoint is made, listed, shown, and compared with now', async () => {
  const caller = await callerOf('HTTP, negotiating');
  const use = async (name: string, args: Record<string, unknown>) => caller.callTool({ name, arguments: args });
  const said = { title: 'Heating is set to nineteen', content: 'In the south house, from October on.' };
  const memoryId = (await use('crystal_remember', { ...said, category: 'fact' })).structuredContent.id;
  const made = await use('crystal_checkpoint', { label: 'Before winter', memoryIds: [memoryId] });
  const checkpointId = made.structuredContent.checkpoint.id;
  await use('crystal_update', { memoryId, content: 'In the south house, from November on.' });

  const later = { title: 'The boiler is serviced in May', content: 'By the firm that built it.', category: 'fact' };
  const { id: laterId } = (await use('crystal_remember', later)).structuredContent;

  const listed = await use('crystal_checkpoint', { mode: 'list' });
  const shown = await use('crystal_checkpoint', { mode: 'show', checkpointId });
  const compared = await use('crystal_checkpoint', { mode: 'compare', checkpointId });
  const refused = await use('crystal_checkpoint', { mode: 'compare' });

  expect(listed.structuredContent.checkpoints).toMatchObject([{ id: checkpointId, label: 'Before winter' }]);
  expect(shown.structuredContent.checkpoint.memories).toMatchObject([{ memoryId, version: 1, presentVersion: 2 }]);
  expect(compared.structuredContent.comparison).toMatchObject({
    ...{ added: [laterId], removed: [], same: 0 },
    changed: [{ memoryId, from: 1, to: 2 }],
  });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.content[0]!.text).toContain('checkpointId is required');
});

it('the names of one person are offered, merged, taken back and kept apart', async () => {
  const caller = await callerOf('HTTP, negotiating');
  const use = async (args: Record<string, unknown>) =>
    caller.callTool({ name: 'crystal_merge_people', arguments: args });
  for (const [person, thing] of [
    ['Ines Duarte', 'attic'],
    ['@iduarte', 'cellar'],
  ] as const)
    await caller.callTool({
      name: 'crystal_remember',
      arguments: {
        ...{ category: 'fact', title: `${person} keeps the ${thing}`, content: `${person} keeps the ${thing}.` },
        relations: [{ from: `person:${person}`, type: 'owns', to: `service:${thing}` }],
      },
    });
  const offered = async () => (await use({ mode: 'list' })).structuredContent.duplicates as { entity: string }[];
  await until(async () => (await offered()).length === 1);

  const listed = await use({});
  const [pair] = listed.structuredContent.duplicates;
  const merged = await use({ mode: 'merge', entity: pair.entity, into: pair.into });
  const whileMerged = await offered();
  const undone = await use({ mode: 'undo', correctionId: merged.structuredContent.correction.id });
  await until(async () => (await offered()).length === 1);
  const apart = await use({ mode: 'apart', entity: pair.entity, other: pair.into });
  const refused = await use({ mode: 'merge', entity: pair.entity });

  expect(pair).toEqual({ entity: 'person:@iduarte', into: 'person:ines duarte', fit: expect.any(String) });
  expect(listed.content[0]!.text).toContain('may be Ines Duarte');
  expect(merged.content[0]!.text).toContain(merged.structuredContent.correction.id);
  expect(whileMerged).toEqual([]);
  expect(undone.structuredContent.correction.id).toBe(merged.structuredContent.correction.id);
  expect(apart.structuredContent.correction.action).toBe('apart');
  expect(await offered()).toEqual([]);
  expect(refused).toMatchObject({ isError: true });
  expect(refused.content[0]!.text).toContain('into is required');
});

async function indexed(caller: Caller): Promise<void> {
  for (;;) {
    const { structuredContent } = await caller.callTool({ name: 'crystal_stats', arguments: {} });
    const { words, vectors } = structuredContent.index.pending;
    if (words + vectors === 0) return;
    await delay(100);
  }
}

describe.each(['HTTP, pinned to the new revision', 'HTTP, 2025 generation', 'stdio, 2025 generation'])(
  'a wrong call over %s',
  (transport) => {
    // Behaviour 10
    it.each([
      [
        'crystal_recall',
        { query: 'x', mode: 'telepathy' },
        'mode',
        'general, decision, project, people, workflow, conversation',
      ],
      [
        'crystal_recall',
        { query: 'x', stores: ['attic'] },
        'stores[0]',
        'sensory, episodic, semantic, procedural, prospective',
      ],
      ['crystal_recall', { query: 'x', categories: ['gossip'] }, 'categories[0]', 'decision, lesson, person'],
      ['crystal_recall', { query: 'x', limit: 21 }, 'limit', '1 to 20'],
      ['crystal_recall', {}, 'query', 'text'],
      ['crystal_recall', { query: 'x', colour: 'red' }, 'colour', 'query, mode'],
      ['crystal_search_messages', { query: 'x', limit: 51 }, 'limit', '1 to 50'],
      ['crystal_remember', { title: 'Hm', content: 'x' }, 'title', '5 to 80'],
    ])('of %s with %j names the field and what it takes', async (name, args, field, allowed) => {
      const { isError, content } = await (await callerOf(transport)).callTool({ name, arguments: args });

      expect(isError).toBe(true);
      expect(content[0]!.text).toContain(field);
      expect(content[0]!.text).toContain(allowed);
    });
  },
);

it.each([
  [0, 20],
  [1_000, 100],
  ['nonsense', 20],
  [7.9, 7],
])('draws the limit %j of crystal_recent to %d', async (limit, used) => {
  const caller = await callerOf('HTTP, 2025 generation');
  const { structuredContent } = await caller.callTool({
    name: 'crystal_recent',
    arguments: { limit, sinceMs: 'long ago' },
  });

  expect(structuredContent.query).toEqual({ limit: used, channel: null, sessionKey: null, sinceMs: null });
});

it('finds what was said, and shows it among the recent', async () => {
  const say = { speaker: 'Grace', content: 'The staging database moves to Frankfurt tonight.', channel: 'ops' };
  await new Client(server.url, key).post('/v1/messages?wait=indexed', say);
  const caller = await callerOf('stdio, pinned to the new revision');

  const found = await caller.callTool({
    name: 'crystal_search_messages',
    arguments: { query: 'where will the test environment be hosted?', channel: 'ops' },
  });
  const recent = await caller.callTool({ name: 'crystal_recent', arguments: { channel: 'ops' } });

  expect(found.structuredContent.results[0]).toMatchObject({ speaker: 'Grace', content: say.content });
  expect(recent.structuredContent.messages.map(({ content }: { content: string }) => content)).toEqual([say.content]);
});

it('answers within its budget, however long what is stored is, and reads on by pages', async () => {
  const client = new Client(server.url, key);
  const texts = Array.from({ length: 8 }, (_, at) =>
    Array.from(
      { length: 3_000 },
      (__, line) => `Chapter ${at} line ${line} of the handbook for lighthouse keepers.`,
    ).join('\n'),
  );
  const memories = texts.map((content, at) => ({
    title: `Lighthouse handbook ${at}`,
    content,
    externalId: `book ${at}`,
  }));
  await client.post('/v1/memories?wait=indexed&waitMs=30000', memories);
  const caller = await callerOf('HTTP, pinned to the new revision');

  for (const budgetChars of [1_000, undefined]) {
    const args = { query: 'handbook for lighthouse keepers', limit: 8, budgetChars };
    const { content, structuredContent } = await caller.callTool({ name: 'crystal_recall', arguments: args });
    const characters = content.reduce((sum, { text }) => sum + text.length, 0);

    expect(characters).toBeLessThanOrEqual(budgetChars ?? 12_000);
    expect(structuredContent.memories.length + (structuredContent.leftOut ?? 0)).toBe(8);
  }
  const { structuredContent } = await caller.callTool({
    name: 'crystal_recall',
    arguments: { query: 'handbook for lighthouse keepers' },
  });
  const { memoryId, cut } = structuredContent.memories[0];
  const page = await caller.callTool({ name: 'crystal_get', arguments: { id: memoryId, from: cut.to } });
  const whole = texts.find(
    (text) => text.length === cut.of && text.startsWith(structuredContent.memories[0].content, cut.from),
  )!;
  expect(whole.slice(page.structuredContent.from, page.structuredContent.to)).toBe(page.structuredContent.content);
  expect(page.structuredContent.nextFrom).toBe(page.structuredContent.to);
});

it.each(['HTTP', 'stdio'])('lets a reader recall over %s and refuses it to remember, with the reason', async (way) => {
  const made = await new Client(server.url, key).post('/v1/keys', { name: 'looker', role: 'reader' });
  const env = { CAIRN_KEY: made.body.key as string };
  const reader =
    way === 'HTTP' ? await overHttp(server.url, made.body.key, 'auto') : await overStdioOlder(dataDir, env);
  callers.set(`reader over ${way}`, reader);

  const recalled = await reader.callTool({ name: 'crystal_recall', arguments: { query: 'releases' } });
  const refused = await reader.callTool({ name: 'crystal_remember', arguments: { title: 'A title', content: 'x' } });

  expect(recalled.structuredContent.memories.length).toBeGreaterThan(0);
  const { tools } = await reader.listTools();

  expect(tools.map(({ name }) => name)).not.toContain('crystal_remember');
  expect(refused.isError).toBe(true);
  expect(refused.content[0]!.text).toContain('writer');
});

describe('the door', () => {
  it('is closed without a key, and says which kind of key opens it', async () => {
    for (const authorization of [undefined, 'Bearer cairn_nonsense', `Basic ${key}`]) {
      const { status, headers } = await knock(server.url, { ...(authorization && { authorization }) });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    await expect(overHttp(server.url, 'cairn_nonsense', 'auto')).rejects.toThrow();
    await expect(overHttpOlder(server.url, 'cairn_nonsense')).rejects.toThrow();
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['no real origin', { origin: 'null' }, 403],
    ['an origin of this machine', { origin: 'http://localhost:3000' }, 200],
    ['a foreign name', { host: 'evil.example' }, 403],
    ['its own name', {}, 200],
  ])('answers a caller with %s', async (_, headers, status) => {
    expect((await knock(server.url, { authorization: `Bearer ${key}`, ...headers })).status).toBe(status);
  });

  it('takes any name, and still no foreign origin, when the server is open to the network', async () => {
    const env = { CAIRN_HOST: '0.0.0.0', CAIRN_INSECURE_HTTP: 'on', CAIRN_EMBEDDER: 'none' };
    const open = await startCairn({ dataDir: join(folder, 'open'), port: await freePort(), env });
    const headers = { authorization: `Bearer ${open.key}`, host: 'cairn.example.org' };
    try {
      expect((await knock(open.url, headers)).status).toBe(200);
      expect((await knock(open.url, { ...headers, origin: 'https://evil.example' })).status).toBe(403);
    } finally {
      await open.stop();
    }
  });
});

/** Lists tools like a 2025-era client, with any headers; `fetch` would set some itself. */
async function knock(url: string, headers: Record<string, string>) {
  const asked = request(`${url}/mcp`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  });
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode as number, headers: answer.headers as Record<string, string> };
}
