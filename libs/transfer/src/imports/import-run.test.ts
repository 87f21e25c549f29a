import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IMPORT_ID, limits, MemoryInput, MessageInput, RestoreHistoryRequest } from '@cairn/contracts';
import type { ParsedLine } from '@cairn/importers';
import { CairnClient } from '../cairn-client.ts';
import { runImport, type ImportOptions } from './import-run.ts';
import { SourceLinks } from './source-links.ts';

type Stored = { readonly id: string; readonly content: string };
type Fault = (batch: number, response: ServerResponse, commit: () => object) => boolean;

/** Test server that keeps the write contract (all or nothing, external ids, idempotency keys) and fails on demand. */
class FailingServer {
  readonly stored = new Map<string, Stored>();
  readonly order: string[] = [];
  readonly answers = new Map<string, object>();
  batches = 0;
  busiest = 0;
  private underWay = 0;
  private readonly http: Server;
  fault: Fault = () => false;

  constructor() {
    this.http = createServer((request, response) => void this.handle(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.busiest = Math.max(this.busiest, ++this.underWay);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const commit = () =>
      this.commit(
        String(request.headers['idempotency-key']),
        JSON.parse(body) as { externalId: string; content: string }[],
      );
    this.underWay--;
    if (!this.fault(++this.batches, response, commit)) respond(response, 201, commit());
  }

  private commit(key: string, items: { externalId: string; content: string }[]): object {
    const known = this.answers.get(key);
    if (known) return known;
    const poison = items.find(({ content }) => content.includes('poison'));
    if (poison)
      return {
        refused: 400,
        error: { code: 'request/invalid', message: 'no poison', issues: [{ field: 'content', message: 'is poison' }] },
      };
    const foreign = items.some(({ content }) => content.includes('for another peer'));
    if (foreign)
      return {
        refused: 403,
        error: { code: 'auth/forbidden', message: 'no', issues: [{ field: 'channel', message: 'is not yours' }] },
      };
    const clash = items.find(
      ({ externalId, content }) => (this.stored.get(externalId)?.content ?? content) !== content,
    );
    if (clash) return { refused: 409, error: { code: 'item/conflict', message: 'taken' } };
    const answer = { items: items.map((item) => this.store(item)) };
    this.answers.set(key, answer);
    return answer;
  }

  private store({ externalId, content }: { externalId: string; content: string }): object {
    const present = this.stored.get(externalId);
    const id = present?.id ?? crypto.randomUUID();
    if (!present) {
      this.stored.set(externalId, { id, content });
      this.order.push(externalId);
    }
    return {
      kind: 'message',
      id,
      version: 1,
      state: 'active',
      created: !present,
      index: { words: 'indexed', vectors: 'pending' },
    };
  }
}

function respond(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  const refused = 'refused' in body && typeof body.refused === 'number' ? body.refused : status;
  response.writeHead(refused, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const place = (line: number) => ({ file: 'messages.jsonl', line });

function messageOf(n: number, fields: object = {}): ParsedLine {
  const input = MessageInput.parse({
    content: `message ${n}`,
    source: 'jsonl',
    externalId: `m${n}`,
    channel: 'c',
    sessionKey: `s${n % 7}`,
    ...fields,
  });
  return { type: 'message', place: place(n + 1), input };
}

async function* messages(count: number, from = 0): AsyncGenerator<ParsedLine> {
  for (let n = from; n < count; n++) yield messageOf(n);
}

let server: FailingServer;
let url: string;
beforeEach(async () => {
  server = new FailingServer();
  url = await server.listen();
});
afterEach(() => server.close());

const run = (items: AsyncIterable<ParsedLine>, options: Partial<ImportOptions> = {}) =>
  runImport(items, new CairnClient({ url, key: 'k' }), {
    signal: new AbortController().signal,
    conflicts: 'fail',
    patienceMs: 30_000,
    ...options,
  });

const failing: Fault = (batch, response, commit) => {
  if (batch % 8 === 1)
    respond(response, 429, { error: { code: 'truth/overloaded', message: 'later' } }, { 'retry-after': '0' });
  else if (batch % 8 === 2) respond(response, 503, { error: { code: 'truth/unavailable', message: 'down' } });
  else if (batch % 8 === 3) response.destroy();
  else if (batch % 8 === 4) {
    commit();
    response.destroy();
  } else return false;
  return true;
};

test('leaves no gap and no duplicate when the server fails every other time, and keeps the turns of a session in order', async () => {
  server.fault = failing;

  const report = await run(messages(1_600));

  expect(report).toMatchObject({ imported: 1_600, alreadyThere: 0, failed: 0, ended: 'complete' });
  expect(server.order).toHaveLength(1_600);
  expect(new Set(server.order).size).toBe(1_600);
  for (let session = 0; session < 7; session++) {
    const turns = server.order.map((id) => Number(id.slice(1))).filter((n) => n % 7 === session);
    expect(turns).toEqual([...turns].sort((a, b) => a - b));
  }
  expect(server.busiest).toBeGreaterThan(1);
  expect(server.busiest).toBeLessThanOrEqual(4);
});

test('imports nothing twice when it is run again', async () => {
  await run(messages(1_000));

  const again = await run(messages(1_000));

  expect(again).toMatchObject({ imported: 0, alreadyThere: 1_000, failed: 0 });
  expect(server.stored.size).toBe(1_000);
});

test('stops at an interruption, and the next run fills what is missing', async () => {
  const interruption = new AbortController();
  server.fault = (batch) => {
    if (batch === 6) interruption.abort();
    return false;
  };

  const first = await run(messages(8_000), { signal: interruption.signal });
  const second = await run(messages(8_000));

  expect(first.ended).toBe('interrupted');
  expect(first.imported).toBeGreaterThan(0);
  expect(first.imported).toBeLessThan(8_000);
  expect(second).toMatchObject({ alreadyThere: first.imported, imported: 8_000 - first.imported, ended: 'complete' });
  expect(server.stored.size).toBe(8_000);
});

test('does not wait out its patience after an interruption', async () => {
  const interruption = new AbortController();
  server.fault = (_, response) => {
    respond(response, 503, { error: { message: 'down' } }, { 'retry-after': '60' });
    return true;
  };
  const onRetry = () => void setImmediate(() => interruption.abort());

  const report = await run(messages(10), { signal: interruption.signal, patienceMs: 600_000, onRetry });

  expect(report).toMatchObject({ ended: 'interrupted', imported: 0 });
});

test('stops and says so when the server stays away, with nothing counted that was not acknowledged', async () => {
  server.fault = (batch, response) => {
    if (batch <= 2) return false;
    respond(response, 503, { error: { code: 'truth/unavailable', message: 'The store is down.' } });
    return true;
  };

  const report = await run(messages(3_000), { patienceMs: 600 });

  expect(report).toMatchObject({
    ended: 'stopped',
    imported: server.stored.size,
    problem: 'The store is down. [truth/unavailable]',
  });
  expect(await run(messages(3_000), { patienceMs: 100 })).toMatchObject({ ended: 'stopped' });
  server.fault = () => false;
  expect(await run(messages(3_000))).toMatchObject({ ended: 'complete' });
  expect(server.stored.size).toBe(3_000);
});

test('does not try again what no time heals: a key that is refused', async () => {
  server.fault = (_, response) => {
    respond(response, 401, { error: { code: 'auth/missing', message: 'No key.' } });
    return true;
  };

  const report = await run(messages(500));

  expect(report).toMatchObject({ ended: 'stopped', imported: 0, problem: 'No key. [auth/missing]' });
  expect(server.batches).toBeLessThanOrEqual(4);
});

test('finds the one record that the server refuses and stores all others, in order', async () => {
  async function* withPoison(): AsyncGenerator<ParsedLine> {
    for (let n = 0; n < 600; n++) yield messageOf(n, { sessionKey: 'one', ...(n === 333 && { content: 'poison' }) });
  }

  const report = await run(withPoison());

  expect(report).toMatchObject({ imported: 599, failed: 1 });
  expect(report.reasons).toEqual([{ ...place(334), reason: 'content: is poison [request/invalid]' }]);
  expect(server.order.map((id) => Number(id.slice(1)))).toEqual(
    Array.from({ length: 600 }, (_, n) => n).filter((n) => n !== 333),
  );
});

test('goes on after a record that this key may not write, and stops where it may write none', async () => {
  async function* withForeign(): AsyncGenerator<ParsedLine> {
    for (let n = 0; n < 50; n++) yield messageOf(n, n === 33 ? { content: 'for another peer' } : {});
  }

  const report = await run(withForeign());
  server.fault = (_, response) => {
    respond(response, 403, { error: { code: 'auth/forbidden', message: 'A reader.' } });
    return true;
  };

  expect(report).toMatchObject({ ended: 'complete', imported: 49, failed: 1 });
  expect(report.reasons).toEqual([{ ...place(34), reason: 'channel: is not yours [auth/forbidden]' }]);
  expect(await run(withForeign())).toMatchObject({ ended: 'stopped', problem: 'A reader. [auth/forbidden]' });
});

test.each([
  ['fail', { imported: 499, alreadyThere: 0, failed: 1 }],
  ['present', { imported: 499, alreadyThere: 1, failed: 0 }],
] as const)('an id that is taken by other content counts as the importer says: %s', async (conflicts, counts) => {
  server.stored.set('m7', { id: crypto.randomUUID(), content: 'something else' });

  expect(await run(messages(500), { conflicts })).toMatchObject(counts);
});

test('counts blank, ignored and failed lines, and names the first twenty reasons', async () => {
  async function* items(): AsyncGenerator<ParsedLine> {
    yield { type: 'blank', place: place(1) };
    yield { type: 'ignored', place: place(2), why: 'a tool call' };
    for (let n = 0; n < 30; n++) yield { type: 'failed', place: place(n), reason: 'broken' };
    yield messageOf(1);
  }

  const report = await run(items());

  expect(report).toMatchObject({ blank: 1, ignored: 1, failed: 30, imported: 1 });
  expect(report.reasons).toHaveLength(20);
});

test('counts items that have another time than the file says, by what became of it, with three examples', async () => {
  async function* items(): AsyncGenerator<ParsedLine> {
    for (let n = 0; n < 5; n++)
      yield { ...messageOf(n), retimed: { took: 'nearest', given: '"2150-01-01"' } } as ParsedLine;
    yield { ...messageOf(5), retimed: { took: 'nothing' } } as ParsedLine;
  }

  const { retimed } = await run(items());

  expect(retimed.map(({ reason, count, examples }) => [reason, count, examples.length])).toEqual([
    ['with an impossible time, or one without a zone, took the nearest of the conversation', 5, 3],
    ['without a time got none', 1, 1],
  ]);
  expect(retimed[0]?.examples[0]).toMatchObject({ text: expect.stringMatching(/^"2150-01-01"  /u) as unknown });
});

test('keeps bodies below the limit of the server, however large the items are', async () => {
  let largest = 0;
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    largest = Math.max(largest, Buffer.byteLength(String(init?.body)));
    return send(input, init);
  };
  async function* large(): AsyncGenerator<ParsedLine> {
    for (let n = 0; n < 12; n++) yield messageOf(n, { content: '\u0001'.repeat(1_048_576), sessionKey: 'one' });
  }

  const report = await run(large()).finally(() => (globalThis.fetch = send));

  expect(report.imported).toBe(12);
  expect(largest).toBeLessThan(16 * 1024 * 1024);
});

test('sends memories and messages to their own routes', async () => {
  async function* both(): AsyncGenerator<ParsedLine> {
    for (let n = 0; n < 50; n++) {
      yield messageOf(n);
      yield {
        type: 'memory',
        place: place(n),
        input: MemoryInput.parse({ title: 't', content: `memory ${n}`, source: 'jsonl', externalId: `k${n}` }),
      };
    }
  }

  expect(await run(both())).toMatchObject({ imported: 100, failed: 0 });
});

test('links a memory with one that came after it and whose place it took', async () => {
  const restored: object[] = [];
  const call = (route: string, { body, params }: { body: { content: string }[] & object; params?: object }) => {
    if (route === 'restoreHistory') restored.push({ ...params, ...body });
    const items = Array.isArray(body) ? body.map(({ content }) => ({ id: `${content} here`, created: true })) : [];
    return Promise.resolve({ answer: { items }, json: '' });
  };
  const exported = (content: string, exportedId: string, history: object): ParsedLine => ({
    ...{ type: 'memory', place: { file: 'export.jsonl', line: 1 }, exportedId },
    input: MemoryInput.parse({ title: content, content, category: 'decision', source: 'test' }),
    history: RestoreHistoryRequest.parse(history),
  });
  const ids = ['0198c5b0-0000-7000-8000-000000000001', '0198c5b0-0000-7000-8000-000000000002'] as const;
  async function* items() {
    yield exported('new', ids[0], { version: 1, state: 'active', supersedes: ids[1] });
    yield exported('old', ids[1], { version: 2, state: 'superseded' });
  }

  const links = new SourceLinks(new Set(ids));
  await runImport(items(), { call } as unknown as CairnClient, {
    signal: new AbortController().signal,
    conflicts: 'fail',
    links,
  });

  expect(restored).toMatchObject([
    { id: 'old here', supersedes: [] },
    { id: 'new here', supersedes: ['old here'] },
  ]);
});

test('takes a proposal over with the messages that are here, and leaves it out once none is', async () => {
  const restored: object[] = [];
  const sent: string[] = [];
  const ofImport: boolean[] = [];
  const here = (id: string) => id.replace(/^0198/, '0199');
  const call = (
    route: string,
    { body }: { body: { content: string; externalId: string; provenance: object }[] & object },
  ) => {
    if (route === 'restoreHistory') restored.push(body);
    if (!Array.isArray(body)) return Promise.resolve({ answer: { items: [] }, json: '' });
    sent.push(...body.map(({ content }) => content));
    ofImport.push(...body.map(({ provenance }) => IMPORT_ID in provenance));
    const items = body.map(({ externalId }) => ({ id: here(externalId), created: true }));
    return Promise.resolve({ answer: { items }, json: '' });
  };
  const idAt = (at: number) => `0198c5b0-0000-7000-8000-00000000000${at}`;
  const place = { file: 'export.jsonl', line: 1 };
  const proposed = (content: string, at: number, ...quoted: number[]): ParsedLine => ({
    ...{ type: 'memory', place, exportedId: idAt(at) },
    input: MemoryInput.parse({ title: content, content, category: 'decision', source: 'test', externalId: idAt(at) }),
    history: RestoreHistoryRequest.parse({
      ...{ version: 1, state: 'proposed' },
      proposal: {
        ...{ kind: 'decision', status: 'waiting', certainty: 0.5, visibility: 'org' },
        sightings: quoted.map((each) => ({ at: 1e12, quotes: [{ messageId: idAt(each), start: 0, end: 2 }] })),
      },
    }),
  });
  async function* items(): AsyncGenerator<ParsedLine> {
    const input = MessageInput.parse({ role: 'user', content: 'said', source: 'test', externalId: idAt(1) });
    yield { type: 'message', place, input, exportedId: idAt(1) };
    yield proposed('by two messages', 3, 1, 2);
    yield proposed('by a forgotten one', 4, 2);
  }

  const report = await runImport(items(), { call } as unknown as CairnClient, {
    ...{ signal: new AbortController().signal, conflicts: 'fail' },
    links: new SourceLinks(new Set([idAt(1), idAt(2)])),
  });

  expect(sent).toEqual(['said', 'by two messages']);
  expect(ofImport).toEqual([false, true]);
  expect(restored).toMatchObject([{ proposal: { sightings: [{ quotes: [{ messageId: here(idAt(1)) }] }] } }]);
  expect(report).toMatchObject({ imported: 2, forgotten: 1 });
});

test('tells the server what kind of files it reads, and lets no file name its import or do without one', async () => {
  const sent: { query: object; provenance: Record<string, string> }[] = [];
  const call = (_: string, { query, body }: { query: object; body: { provenance: Record<string, string> }[] }) => {
    sent.push(...body.map(({ provenance }) => ({ query, provenance })));
    const items = body.map(() => ({ created: true }));
    return Promise.resolve({ answer: { items }, json: '' });
  };
  const full = Object.fromEntries(Array.from({ length: limits.provenance.max }, (_, at) => [`field${at}`, 'x']));
  const parsed = (provenance: Record<string, string>, more: Partial<MemoryInput> = {}): ParsedLine => ({
    ...{ type: 'memory', place: { file: 'a.jsonl', line: 1 }, exportedId: '0198c5b0-0000-7000-8000-000000000001' },
    input: MemoryInput.parse({ title: 'A', content: 'A.', externalId: 'a', provenance, ...more }),
  });
  async function* items(): AsyncGenerator<ParsedLine> {
    yield parsed({ importId: 'of-the-file' }, { category: 'rule' });
    yield parsed(full, { forbids: [{ names: ['yak'], strength: 'must' }] });
    yield parsed({});
  }
  const options = { signal: new AbortController().signal, conflicts: 'fail' } as const;
  const client = { call } as unknown as CairnClient;

  const report = await runImport(items(), client, options);
  const ofRules = await runImport(items(), client, { ...options, importKind: 'rules' });

  expect(report.unconfirmed).toBe(2);
  expect(ofRules.unconfirmed).toBe(0);
  expect(sent.map(({ provenance }) => provenance['importId'])).toEqual([
    ...Array.from({ length: 3 }, () => report.importId),
    ...Array.from({ length: 3 }, () => ofRules.importId),
  ]);
  expect(Object.keys(sent[1]!.provenance)).toHaveLength(limits.provenance.max);
  expect(sent.map(({ query }) => query)).toEqual([
    {},
    {},
    {},
    ...Array.from({ length: 3 }, () => ({ importKind: 'rules' })),
  ]);
});
