import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from '../cairn.ts';
import { Client, type Answer } from '../client.ts';
import { until } from '../until.ts';
import { factOf, hideIn, keyOf, openTwin, picking, sessionOf, textOf, type Pick, type Twin } from './twin-worlds.ts';

const SEED = Number(process.env['CAIRN_SCOPE_SEED'] ?? 7);
const STEPS = Number(process.env['CAIRN_SCOPE_WRITES'] ?? 150);
const OPERATOR_KEY = `cairn_operator_${'s'.repeat(40)}`;

let folder: string;
let server: Cairn;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-writes-'));
  const env = {
    ...{ CAIRN_EMBEDDER: 'none', CAIRN_PEER_PREFIXES: 'coach', CAIRN_OPERATOR_KEY: OPERATOR_KEY },
    CAIRN_RATE_LIMIT_PER_MINUTE: '1000000',
  };
  server = await startCairn({ dataDir: join(folder, 'data'), port: await freePort(), env });
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Step {
  readonly who: 'writer' | 'manager';
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const tool = (name: string, args: object) => ({
  ...{ method: 'POST', path: '/mcp' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
});

const place = (pick: Pick) =>
  pick([{}, {}, { channel: 'dev' }, { visibility: 'private' }, { channel: 'deals' }, { channel: 'coach:1' }]);

/** Random request: `own` are ids of earlier items, `hidden` ids that no outsider knows. */
function stepOf(pick: Pick, own: readonly string[], hidden: readonly string[]): Step {
  const id = pick([...own, pick(hidden)]);
  const who = pick(['writer', 'writer', 'manager'] as const);
  const message = { content: `Ann, ${textOf(pick)}`, ...keyOf(pick), ...sessionOf(pick), ...place(pick) };
  const memory = {
    title: pick(['Title 0', 'Title 1']),
    content: textOf(pick),
    ...keyOf(pick),
    ...factOf(pick),
    ...place(pick),
  };
  const sourced = { ...memory, sourceIds: [pick(['e0', 'e1']), pick(hidden)] };
  const note = { workspace: pick(['w0', 'w1', 'w2']), path: 'a.md', text: textOf(pick) };
  const post = (path: string, body: object) => ({ method: 'POST', path, body });
  const inPlace = pick(['', '', '?channel=dev', '?channel=deals']);
  const steps: readonly Omit<Step, 'who'>[] = [
    ...[
      post('/v1/messages', message),
      post('/v1/messages', message),
      post('/v1/messages', [message, { ...message, content: 'Another.' }]),
    ],
    ...[
      post('/v1/memories', memory),
      post('/v1/memories', sourced),
      post('/v1/memories', { ...memory, externalId: pick(hidden) }),
    ],
    post(`/v1/memories/${id}/update${inPlace}`, { content: textOf(pick), ...factOf(pick) }),
    post(`/v1/memories/${id}/supersede${inPlace}`, { title: 'A new one', content: textOf(pick), ...factOf(pick) }),
    ...['archive', 'restore'].map((act) => post(`/v1/memories/${id}/${act}${inPlace}`, {})),
    post(`/v1/memories/${id}/share`, { visibility: 'org' }),
    post('/v1/feedback', { memoryId: id, kind: pick(['helpful', 'wrong']) }),
    { method: 'DELETE', path: `/v1/memories/${id}` },
    { method: 'PUT', path: '/v1/notes', body: { ...note, ...pick([{}, { channel: 'dev' }, { expectedVersion: 1 }]) } },
    post('/v1/notes/append', { ...note, ...pick([{}, { channel: 'dev' }]) }),
    { method: 'DELETE', path: `/v1/notes?workspace=${note.workspace}&path=a.md` },
    post('/v1/knowledge-bases', { name: 'Handbook' }),
    post('/v1/knowledge-imports', { knowledgeBaseName: 'Handbook', chunks: [{ content: textOf(pick) }] }),
    post('/v1/forgets', { sessionKey: pick(['s0', 's1']) }),
    post('/v1/checkpoints', { label: 'now', memoryIds: [id] }),
    post('/v1/patterns', { pattern: textOf(pick), category: 'convention' }),
    { method: 'GET', path: '/v1/limits' },
    { method: 'GET', path: `/v1/memories/${id}/revisions` },
    tool('crystal_remember', memory),
    tool('crystal_supersede', {
      oldMemoryId: id,
      title: 'A new one',
      content: textOf(pick),
      ...pick([{}, { channel: 'dev' }]),
    }),
    tool('memory_append', { path: 'a.md', text: textOf(pick), workspace: note.workspace }),
  ];
  return { who, ...pick(steps) };
}

/** Normalises answers by removing differences between organisations: ids, times, and headers of the connection. */
class Alike {
  private readonly names = new Map<string, string>();

  of({ status, body, headers }: Answer): string {
    const told = [...headers].filter(([name]) => !ofConnection.test(name));
    return JSON.stringify([status, body, told])
      .replace(UUID, (id) => {
        this.names.set(id, this.names.get(id) ?? `id${this.names.size}`);
        return this.names.get(id)!;
      })
      .replace(/\b\d{13}\b/g, 'time')
      .replace(/\b\d{9}\b/g, 'short id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, 'day')
      .replace(/mem_\w+/g, 'mem')
      .replace(/\[\[cairn:[\w-]+/g, '[[cairn:frame');
  }
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const ofConnection =
  /^(date|content-length|connection|keep-alive|server-timing|traceparent|x-request-id|x-ratelimit|ratelimit|retry-after)/;

/** Outsiders of an organisation, who write what a seed decides. */
class Outsiders {
  readonly answers: string[] = [];
  private readonly alike = new Alike();
  private readonly own: string[] = [];

  constructor(private readonly twin: Twin) {}

  async write(hidden: readonly string[]): Promise<void> {
    const pick = picking(SEED);
    for (let at = 0; at < STEPS; at += 1) {
      const step = stepOf(pick, this.own, hidden);
      const answer = await this.ask(step);
      const stored: unknown = answer.body?.items?.[0]?.id ?? answer.body?.newMemoryId;
      if (typeof stored === 'string') this.own.push(stored);
      const { who, method, path } = step;
      this.answers.push(`${at} ${who} ${method} ${path.replace(UUID, 'id')} ${this.alike.of(answer)}`);
    }
  }

  /** Reads data that the server derives from written items in the background. */
  async derived(): Promise<string[]> {
    const paths = [
      '/v1/aliases',
      '/v1/contradictions',
      '/v1/recall/stats',
      ...this.own.map((id) => `/v1/recall/links/${id}`),
    ];
    const answers: string[] = [];
    for (const path of paths) answers.push(this.alike.of(await this.ask({ who: 'manager', method: 'GET', path })));
    return answers;
  }

  private ask({ who, method, path, body }: Step): Promise<Answer> {
    return this.twin[who].call(method, path, body, { accept: 'application/json, text/event-stream' });
  }
}

it('answers writes alike, refusals, receipts and headers too, whatever is hidden from the writer', async () => {
  const operator = new Client(server.url, OPERATOR_KEY);
  const [full, bare] = [await openTwin(operator, 'Full'), await openTwin(operator, 'Bare')];
  const hidden = await hideIn(full, SEED + 1);

  const [withHidden, without] = [new Outsiders(full), new Outsiders(bare)];
  await withHidden.write(hidden);
  await without.write(hidden);

  const statuses = Object.entries(Object.groupBy(withHidden.answers, (line) => /\[(\d{3}),/.exec(line)?.[1] ?? '?'));
  process.stdout.write(
    `writes seed=${SEED} ${statuses.map(([status, all]) => `${status}: ${all?.length}`).join(', ')}\n`,
  );
  expect(withHidden.answers).toEqual(without.answers);
  await until(async () => isDeepStrictEqual(await withHidden.derived(), await without.derived()));
  expect(withHidden.answers.filter((line) => /\[20[01],/.test(line)).length).toBeGreaterThan(STEPS / 4);
}, 300_000);
