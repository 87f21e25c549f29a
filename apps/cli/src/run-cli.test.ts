import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCli } from './run-cli.ts';

type Call = { readonly method: string; readonly url: string; readonly key: string | undefined; readonly body: unknown };
type Reply = { readonly status?: number; readonly json: unknown };

let dir: string;
let server: Server;
let url: string;
let calls: Call[];
let replies: Record<string, Reply>;

const stats = {
  memories: { total: 2, archived: 0, byStore: {}, byCategory: {}, meanStrength: 0.8, last24h: 0 },
  messages: { total: 3, last24h: 0, channels: 1, sessions: 1 },
  index: { pending: { words: 0, vectors: 0 }, dead: { words: 0, vectors: 0 } },
  strongest: [],
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-cli-'));
  chmodSync(dir, 0o700);
  calls = [];
  replies = { 'GET /healthz': { json: { status: 'ok' } }, 'GET /v1/recall/stats': { json: stats } };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const [path] = (request.url ?? '').split('?');
      calls.push({
        method: request.method ?? '',
        url: request.url ?? '',
        key: request.headers.authorization,
        body: body === '' ? undefined : JSON.parse(body),
      });
      const { status = 200, json } = replies[`${request.method} ${path}`] ?? {
        status: 404,
        json: { error: { code: 'route/unknown', message: 'No such address.' } },
      };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

function keyFile(fields: object = {}, mode = 0o600): void {
  writeFileSync(
    join(dir, 'cli.json'),
    JSON.stringify({ url, key: 'cairn_local', pid: process.pid, startedAt: 1, ...fields }),
  );
  chmodSync(join(dir, 'cli.json'), mode);
}

async function cairn(argv: readonly string[], env: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli([...argv, '--data-dir', dir], {
    env,
    home: dir,
    stdin: Readable.from([]),
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    serverBundle: join(dir, 'all-in-one.mjs'),
    interrupted: new AbortController().signal,
    exitCode: 0,
  });
  return { code, out: out.join(''), err: err.join('') };
}

const recallAnswer = {
  hits: [],
  injectionBlock: 'block \u009b\u202e',
  confidence: 0.7,
  flags: [],
  degraded: [],
  reason: 'no-match',
  fromTheFuture: { kept: true },
};

test('recalls with the running server of the data folder and its key', async () => {
  keyFile();
  replies['POST /v1/recall'] = { json: recallAnswer };

  const { code, out } = await cairn([
    'recall',
    'why',
    'stairs',
    '-n',
    '3',
    '--since',
    '2026-03-01',
    '--category',
    'decision, rule',
  ]);

  expect([code, out]).toEqual([0, 'Nothing stored matches.\n']);
  expect(calls.at(-1)).toMatchObject({
    key: 'Bearer cairn_local',
    body: {
      query: 'why stairs',
      over: 'memories',
      limit: 3,
      sinceMs: Date.UTC(2026, 2, 1),
      categories: ['decision', 'rule'],
    },
  });
});

test('prints the answer of the server with --json, whole, wherever the flag stands, and inert', async () => {
  keyFile();
  replies['POST /v1/recall'] = { json: recallAnswer };

  for (const argv of [
    ['--json', 'recall', 'x'],
    ['recall', 'x', '--json'],
  ]) {
    const { out } = await cairn(argv);
    expect(JSON.parse(out)).toEqual(recallAnswer);
    expect(out).not.toMatch(/[\u0080-\u009f\u202e]/);
  }
});

test('searches messages and lists recent ones', async () => {
  keyFile();
  const message = {
    _id: '0190c0de-0000-7000-8000-000000000002',
    messageId: '0190c0de-0000-7000-8000-000000000002',
    role: 'user',
    speaker: 'Ana',
    content: 'Stairs.',
    channel: null,
    sessionKey: null,
    timestamp: 0,
  };
  replies['POST /v1/recall/messages'] = {
    json: { query: 'x', results: [], confidence: 0, flags: [], injectionBlock: '', degraded: [] },
  };
  replies['GET /v1/recall/recent'] = {
    json: { messages: [message], query: { limit: 5, channel: null, sessionKey: null, sinceMs: null } },
  };

  expect((await cairn(['search', 'x', '--session', 's'])).out).toBe('No hit.\n');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(calls.at(-1)?.body).toEqual({ query: 'x', sessionKey: 's', timeZone });
  expect((await cairn(['recent', '-n', '5'])).out).toBe('Ana  Stairs.\n');
  expect(calls.at(-1)?.url).toBe('/v1/recall/recent?limit=5');
});

test('does not give the key of the folder to a server that is named, unless it is the same', async () => {
  keyFile({ url: 'http://127.0.0.1:1' });
  replies['POST /v1/recall'] = { json: recallAnswer };

  await cairn(['recall', 'x', '--url', url]);
  expect(calls.at(-1)?.key).toBeUndefined();
  keyFile();
  await cairn(['recall', 'x', '--url', `${url}/`]);
  expect(calls.at(-1)?.key).toBe('Bearer cairn_local');
  await cairn(['recall', 'x'], { CAIRN_URL: url, CAIRN_KEY: 'cairn_other' });
  expect(calls.at(-1)?.key).toBe('Bearer cairn_other');
});

test('names the field that the server refuses, with exit code 1 and its JSON on request', async () => {
  keyFile();
  const error = {
    code: 'request/invalid',
    message: 'Bad request.',
    requestId: 'r',
    issues: [{ field: 'limit', message: 'too big', value: 500, allowed: '1 to 100' }],
  };
  replies['POST /v1/recall'] = { status: 400, json: { error } };

  const { code, err } = await cairn(['recall', 'x', '-n', '500']);
  expect([code, err]).toEqual([1, 'Bad request.\nlimit: too big (allowed: 1 to 100) [request/invalid]\n']);
  expect(JSON.parse((await cairn(['recall', 'x', '--json'])).err)).toEqual({ error });
});

test('answers wrong usage with 2 and help with 0, which tells the exit codes', async () => {
  expect((await cairn(['recall'])).code).toBe(2);
  expect((await cairn(['nonsense'])).code).toBe(2);
  expect((await cairn(['recall', 'x', '--limit', 'many'])).code).toBe(2);
  expect((await cairn(['recent', '--url', 'ftp://x'])).code).toBe(2);
  const help = await cairn(['--help']);
  expect(help.code).toBe(0);
  expect(help.out).toMatch(/Exit codes:[\s\S]*3 +no server runs/);
});

test('says how to start a server when none runs and none is built, with exit code 3', async () => {
  const { code, err } = await cairn(['recall', 'x']);

  expect(code).toBe(3);
  expect(err).toContain('npm start');
});

/** Stands in for the all-in-one bundle: it promises what the real one does, a ready line and an end with its parent. */
const fakeServer = (after = '') => `
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const log = process.env.CAIRN_DATA_DIR + '/log';
appendFileSync(log, JSON.stringify(process.argv.slice(2)) + '\\n');
${after}
const server = createServer((request, response) => {
  response.end(JSON.stringify(request.url === '/healthz' ? { status: 'ok' } : ${JSON.stringify(recallAnswer)}));
}).listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  writeFileSync(process.env.CAIRN_DATA_DIR + '/cli.json', JSON.stringify({ url, key: 'k', pid: process.pid, startedAt: 1 }));
  console.log('a line of another kind');
  console.log(JSON.stringify({ ready: true, url, pid: process.pid }));
});
process.on('SIGTERM', () => { appendFileSync(log, 'ended'); process.exit(0); });
`;

test('opens the folder by a server of its own for one command, and leaves none behind', async () => {
  writeFileSync(join(dir, 'all-in-one.mjs'), fakeServer());

  const { code, out } = await cairn(['recall', 'x']);

  expect([code, out]).toEqual([0, 'Nothing stored matches.\n']);
  expect(readFileSync(join(dir, 'log'), 'utf8')).toBe(
    '["--port","0","--quiet","--ready-json","--exit-with-parent"]\nended',
  );
});

test('tells what a server that cannot start said', async () => {
  writeFileSync(join(dir, 'all-in-one.mjs'), fakeServer("console.error('cairn: the disk is full'); process.exit(1);"));

  const { code, err } = await cairn(['recall', 'x']);

  expect(code).toBe(3);
  expect(err).toContain('the disk is full');
});

test('uses the server of somebody who was quicker to take the folder', async () => {
  replies['POST /v1/recall'] = { json: recallAnswer };
  writeFileSync(
    join(dir, 'all-in-one.mjs'),
    fakeServer("console.error('cairn: The data folder is in use by process 1.'); process.exit(1);"),
  );
  setTimeout(() => keyFile(), 400);

  expect((await cairn(['recall', 'x'])).out).toBe('Nothing stored matches.\n');
});

test('imports a folder, says what it found, and fails when a record does', async () => {
  keyFile();
  const receipt = {
    kind: 'message',
    id: '0190c0de-0000-7000-8000-000000000002',
    version: 1,
    state: 'active',
    created: true,
    index: { words: 'indexed', vectors: 'pending' },
  };
  replies['POST /v1/messages'] = { status: 201, json: { items: [receipt] } };
  writeFileSync(join(dir, 'messages.jsonl'), '{"id":"a","content":"hello"}\n{"id":"b","content":" "}\n{broken\n');

  const { code, out, err } = await cairn(['import', 'jsonl', dir, '--wait']);

  expect(err).toContain('Found 1 file: messages.jsonl (1 kB)');
  expect(out).toMatch(
    /^1 imported, 0 already there, 1 skipped as blank, 1 failed\n {2}failed messages\.jsonl:3 {2}not valid JSON/,
  );
  expect(code).toBe(1);
  expect((await cairn(['import', 'jsonl', join(dir, 'nowhere')])).err).toContain('is no folder');
});

test('lists, makes and revokes keys', async () => {
  keyFile();
  const summary = {
    keyId: '0190c0de-0000-7000-8000-000000000009',
    name: 'ci\u001b[31m',
    role: 'writer',
    prefix: 'cairn_ab',
    peers: [],
    createdAt: 0,
    revokedAt: null,
  };
  replies['GET /v1/keys'] = { json: { keys: [summary] } };
  replies['POST /v1/keys'] = { status: 201, json: { key: 'cairn_abc', summary } };
  replies[`DELETE /v1/keys/${summary.keyId}`] = { json: { keyId: summary.keyId, revoked: true } };

  const listed = await cairn(['keys', 'list']);
  expect(listed.out).toContain('cairn_ab…');
  expect(listed.out).not.toContain('\u001b');
  expect((await cairn(['keys', 'create', 'ci', '--role', 'reader', '--peer', 'coach:1'])).out).toContain(
    '\ncairn_abc\n',
  );
  expect(calls.at(-1)?.body).toEqual({ name: 'ci', role: 'reader', kind: 'agent', peers: ['coach:1'] });
  expect((await cairn(['keys', 'create', 'ci', '--role', 'king'])).code).toBe(2);
  expect((await cairn(['keys', 'revoke', summary.keyId])).code).toBe(0);
});

test('lists, sets and removes aliases', async () => {
  keyFile();
  const declared = { alias: 'Bob\u001b[31m', speakers: ['Robert Kim', 'Ada'], origin: 'declared', sightings: 0 };
  const learned = { alias: 'Mel', speakers: ['Melanie'], origin: 'learned', sightings: 3 };
  replies['GET /v1/aliases'] = { json: { aliases: [declared, learned] } };
  replies['PUT /v1/aliases'] = { json: { ...declared, alias: 'Bob', speakers: [] } };
  replies['DELETE /v1/aliases'] = { json: { alias: '@rk', withdrawn: true } };

  const listed = await cairn(['aliases', 'list']);
  expect(listed.out).toContain('is Robert Kim or Ada  (declared)\nMel is Melanie  (learned from 3 sightings)\n');
  expect(listed.out).not.toContain('\u001b');
  expect((await cairn(['aliases', 'set', 'Bob', 'Robert Kim', 'Ada'])).out).toBe('Bob is nobody  (declared)\n');
  expect(calls.at(-1)?.body).toEqual({ alias: 'Bob', speakers: ['Robert Kim', 'Ada'] });
  expect((await cairn(['aliases', 'remove', '@rk'])).out).toBe('@rk is declared no more.\n');
  expect(calls.at(-1)?.url).toBe('/v1/aliases?alias=%40rk');
  expect((await cairn(['aliases', 'set'])).code).toBe(2);
});

test('doctor finds a healthy server healthy, and names what is wrong and what to do', async () => {
  keyFile();
  replies['GET /readyz'] = {
    json: {
      ready: true,
      parts: [
        { name: 'truth', ready: true },
        { name: 'embedder', ready: true },
      ],
    },
  };
  const healthy = await cairn(['doctor', '--json']);
  expect(JSON.parse(healthy.out)).toMatchObject({ ok: true });
  expect(healthy.code).toBe(0);

  replies['GET /readyz'] = {
    status: 503,
    json: {
      ready: false,
      parts: [
        { name: 'truth', ready: false, problem: 'a thread has ended' },
        { name: 'embedder', ready: true, problem: 'degraded: no answer' },
        { name: 'words', ready: true, note: 'slower than it could be' },
      ],
    },
  };
  replies['GET /v1/recall/stats'] = {
    json: { ...stats, index: { pending: { words: 0, vectors: 9 }, dead: { words: 0, vectors: 4 } } },
  };
  keyFile({}, 0o644);
  chmodSync(dir, 0o755);
  const ill = await cairn(['doctor']);

  expect(ill.code).toBe(1);
  expect(ill.out).toMatch(/warn {2}data folder: .*mode 755[\s\S]*chmod 700/);
  expect(ill.out).toMatch(/fail {2}key file: .*mode 644[\s\S]*chmod 600/);
  expect(ill.out).toMatch(/warn {2}embedder: degraded: no answer/);
  expect(ill.out).toMatch(/fail {2}truth: a thread has ended/);
  expect(ill.out).toMatch(/warn {2}words: slower than it could be/);
  expect(ill.out).toMatch(/fail {2}indexes: .*given up: 4/);
});

test('doctor without a server warns and starts nothing; a holder that does not answer is a fault', async () => {
  const { code, out } = await cairn(['doctor']);
  expect([code, out]).toEqual([0, expect.stringMatching(/warn {2}server: no server is running/)]);

  writeFileSync(join(dir, 'cairn.holder.json'), JSON.stringify({ pid: process.pid, startedAt: 'now' }));
  expect((await cairn(['doctor'])).code).toBe(1);
});

describe('the indexes', () => {
  const generation = (id: string, status: string, more: object = {}) => ({
    id,
    target: id.split('-')[0],
    number: Number(id.split('-')[1]),
    builtBy: 'model-b',
    dims: 8,
    status,
    startedAt: 1,
    filledAt: 2,
    filled: 10,
    stored: 10,
    ...more,
  });
  const generations = [
    generation('vectors-2', 'live'),
    generation('vectors-1', 'standby'),
    generation('words-2', 'building', { filledAt: null, filled: 5 }),
  ];
  const compared = { orgId: null, next: null, stored: 3, missing: 0, phantom: 0, stale: 0, pending: 0, repaired: 0 };
  const orgId = '0197a000-0000-7000-8000-000000000001';

  beforeEach(() => {
    keyFile();
    replies['GET /v1/generations'] = { json: { generations } };
  });

  it('are listed with how far they are filled', async () => {
    const { code, out } = await cairn(['reindex', 'status']);

    expect(code).toBe(0);
    expect(out).toMatch(/vectors-2 +live +full +by model-b/);
    expect(out).toMatch(/words-2 +building +50 % filled/);
  });

  it('are built anew, switched and rolled back by one request each', async () => {
    replies['POST /v1/generations'] = { status: 201, json: generations[2] };
    const answers = { asked: 50, equal: 49, overlap: 0.998 };
    replies['POST /v1/generations/vectors-1/switch'] = { json: { generations, answers } };

    expect((await cairn(['reindex', '--target', 'words'])).out).toContain('cairn reindex switch words-2');
    expect((await cairn(['reindex', 'switch', 'vectors-1', '--force'])).code).toBe(0);
    expect((await cairn(['reindex', 'switch', 'vectors-1', '--min-overlap', '0.9'])).out).toContain(
      'Of 50 questions about stored items, 49 are answered as before; overlap 0.998',
    );
    expect((await cairn(['reindex', 'rollback'])).code).toBe(0);
    expect((await cairn(['reindex', 'rollback', '--target', 'words'])).err).toContain('no words stand by');

    const sent = calls.filter(({ method }) => method === 'POST').map(({ url: path, body }) => ({ path, body }));
    expect(sent).toEqual([
      { path: '/v1/generations', body: { target: 'words' } },
      { path: '/v1/generations/vectors-1/switch', body: { force: true } },
      { path: '/v1/generations/vectors-1/switch', body: { force: false, minOverlap: 0.9 } },
      { path: '/v1/generations/vectors-1/switch', body: { force: false } },
    ]);
  });

  it('are verified generation by generation, organisation by organisation, and a drift is an exit code', async () => {
    const example = { is: 'missing', kind: 'memory', id: orgId, version: 1 };
    const drift = { ...compared, orgId, missing: 2, examples: [example] };
    replies['POST /v1/generations/vectors-2/verify'] = { json: { ...compared, examples: [] } };
    replies['POST /v1/generations/vectors-1/verify'] = { json: drift };

    const { code, out } = await cairn(['verify', '--repair']);

    expect(code).toBe(1);
    expect(out).toMatch(/vectors-2 +live +3 items: as the truth/);
    expect(out).toMatch(/vectors-1 +standby +3 items: 2 missing, 0 phantom, 0 stale/);
    expect(out).toContain(`missing  memory ${orgId} at version 1`);
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { repair: true },
      { repair: true },
    ]);
  });
});
