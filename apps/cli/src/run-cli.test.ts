import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { categories, modes, recipeNames, stores } from '@cairn/contracts';
import { until } from '@cairn/testing';
import { checkReachability } from './doctor/security-server.ts';
import { timeOf } from './terminal/print-hits.ts';
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

const receiptOf = (kind: 'message' | 'memory') => ({
  kind,
  id: '0190c0de-0000-7000-8000-000000000002',
  version: 1,
  state: 'active',
  created: true,
  index: { words: 'indexed', vectors: 'pending' },
});

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

async function cairn(
  argv: readonly string[],
  env: Record<string, string> = {},
  stdin: Readable & { isTTY?: boolean } = Readable.from([]),
  interrupted: AbortSignal = new AbortController().signal,
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli([...argv, '--data-dir', dir], {
    env,
    home: dir,
    stdin,
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text), isTTY: stdin.isTTY },
    serverBundle: join(dir, 'all-in-one.mjs'),
    interrupted,
    exitCode: 0,
  });
  return { code, out: out.join(''), err: err.join('') };
}

const recallAnswer = {
  hits: [],
  searched: ['memories', 'documents'],
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

  expect([code, out]).toEqual([0, 'Searched memories, documents.\nNothing stored matches.\n']);
  expect(calls.at(-1)).toMatchObject({
    key: 'Bearer cairn_local',
    body: {
      query: 'why stairs',
      limit: 3,
      sinceMs: Date.UTC(2026, 2, 1),
      categories: ['decision', 'rule'],
    },
  });
});

test('recalls by the default of the server, unless something is asked for', async () => {
  keyFile();
  replies['POST /v1/recall'] = { json: recallAnswer };

  await cairn(['recall', 'why stairs']);
  expect(calls.at(-1)?.body).not.toHaveProperty('sources');
  await cairn(['recall', 'why stairs', '--sources', 'messages']);
  expect(calls.at(-1)?.body).toMatchObject({ sources: 'messages' });
});

test('prints the answer of the server with --json, whole, wherever the flag stands, and neutralised', async () => {
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
    timestamp: null,
    createdAt: new Date(2026, 2, 2, 8, 1).getTime(),
    author: null,
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
  expect((await cairn(['recent', '-n', '5'])).out).toBe('saved 2026-03-02 08:01 · Ana  Stairs.\n');
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

test('takes a server that does not know the key of the folder for that of another folder', async () => {
  keyFile();
  replies['GET /v1/recall/recent'] = { status: 401, json: { error: { code: 'auth/missing', message: 'No key.' } } };

  const { code, err } = await cairn(['recall', 'x']);

  expect(code).toBe(3);
  expect(err).toContain(`cairn --data-dir ${dir} start`);
});

test('says once what the server refuses of a request, as wrong usage, with its JSON on request', async () => {
  keyFile();
  const error = {
    code: 'request/invalid',
    message: 'limit must be 1 to 100 (and 1 more)',
    requestId: 'r',
    issues: [
      { field: 'limit', message: 'must be 1 to 100', value: 500, allowed: '1 to 100' },
      { field: 'cursor', message: 'is no cursor of a list', allowed: 'nextCursor' },
    ],
  };
  replies['POST /v1/recall'] = { status: 400, json: { error } };

  const { code, err } = await cairn(['recall', 'x', '-n', '500']);
  const lines = ['limit: must be 1 to 100', 'cursor: is no cursor of a list (allowed: nextCursor) [request/invalid]'];
  expect([code, err]).toEqual([2, lines.map((line) => `${line}\n`).join('')]);
  expect(JSON.parse((await cairn(['recall', 'x', '--json'])).err)).toEqual({ error });
});

test('answers wrong usage with 2 and help with 0, which tells the exit codes', async () => {
  expect((await cairn(['recall'])).code).toBe(2);
  expect((await cairn(['nonsense'])).code).toBe(2);
  expect((await cairn(['recall', 'x', '--limit', 'many'])).code).toBe(2);
  expect((await cairn(['recent', '--url', 'ftp://x'])).code).toBe(2);
  const help = await cairn(['--help']);
  expect(help.code).toBe(0);
  expect(help.out).toMatch(/Exit codes:[\s\S]*3 +no server answers/);
});

test('names the words of the vocabulary in help, and refuses others before it asks a server', async () => {
  keyFile();
  const { out } = await cairn(['recall', '--help']);
  const help = out.replace(/\s+/g, ' ');

  for (const words of [stores, categories]) expect(help).toContain(words.join(', '));
  for (const words of [modes, recipeNames]) expect(help).toContain(words.map((word) => `"${word}"`).join(', '));
  for (const option of ['--sources', '--mode', '--store', '--category', '--recipe'])
    expect(await cairn(['recall', 'x', option, 'telepathy'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/Allowed choices are \w+, /),
    });
  expect(calls).toEqual([]);
});

test('says in one sentence what nobody foresaw, without a trace of the stack', async () => {
  keyFile();
  replies['POST /v1/recall'] = { json: { hits: 'none' } };

  const { code, out, err } = await cairn(['recall', 'x']);

  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^The server's answer to recall is not one that this version of cairn knows: hits: .*\n$/);
  expect(JSON.parse((await cairn(['recall', 'x', '--json'])).err).error.message).toContain('not one that');

  const broken = new Readable({ read: () => void broken.destroy(new TypeError('odd\u001b')) });
  expect(await cairn(['remember'], {}, broken)).toMatchObject({ code: 1, err: 'cairn failed: odd⟨U+001B⟩\n' });
});

test.each([
  ['recall', 'x'],
  ['search', 'x'],
  ['recent'],
  ['list', 'messages'],
  ['show', 'x'],
  ['remember', 'x'],
  ['export'],
])('stops waiting for an answer when it is interrupted: %s', async (...argv) => {
  keyFile();
  const interruption = new AbortController();
  server.removeAllListeners('request');
  server.on('request', ({ url: path }, response) => {
    const isProbe = path === '/healthz' || path === '/v1/recall/recent?limit=1';
    if (isProbe) response.end('{"status":"ok"}');
    else interruption.abort();
  });

  const { code, out, err } = await cairn(argv, {}, Readable.from([]), interruption.signal);

  expect([code, out, err]).toEqual([130, '', 'Interrupted.\n']);
});

test('preflight prints each rule with its text, the reason, who wrote it and its id', async () => {
  keyFile();
  const rule = {
    ...{
      id: '0190c0de-0000-7000-8000-000000000007',
      kind: 'rule',
      title: 'No forced pushes',
      severity: 'stop',
      score: 1,
    },
    ...{ excerpt: 'Never force a push to main.\u001b[31m Use git revert instead.', instead: 'Use git revert instead.' },
    ...{ why: 'given', matched: 'git push --force', trust: 'trusted', author: 'Mara', createdAt: 0 },
    findings: [
      { act: 'git push --force', matched: 'git push --force', by: 'given', parts: { act: 'met', within: 'open' } },
    ],
    understood: ['rule: forbids git push --force | stops: yes (given)'],
  };
  const answer = { verdict: 'stop', items: [rule], readAs: 'shell', reached: [], degraded: [], action: 'x' };
  replies['POST /v1/recall/preflight'] = { json: { ...answer, checklist: '', itemCount: 1 } };
  const { out } = await cairn(['preflight', 'git push --force', '--explain']);

  expect(out).toContain('stop: read as shell, 1 item of the store\n');
  expect(out).toContain('stop  [rule] No forced pushes\n    Never force a push to main.');
  expect(out).toContain('    instead: Use git revert instead.\n');
  expect(out).toMatch(
    / {4}forbidden: git push --force; by Mara \(trusted\), 19(69|70)-.*; 0190c0de-0000-7000-8000-000000000007\n/,
  );
  expect(out).toContain('    "git push --force" on "git push --force": act met, within open\n');
  expect(out).toContain('    rule: forbids git push --force | stops: yes (given)\n');
  expect(calls.at(-1)?.body).toMatchObject({ explain: true });
  expect(out).not.toContain('\u001b');

  replies['POST /v1/recall/preflight'] = {
    json: { ...answer, verdict: 'not-checked', items: [], checklist: '', itemCount: 0 },
  };
  expect((await cairn(['preflight', 'git push'])).out).toContain('not-checked: the store did not answer in time');
});

test.each([
  [['import', 'notion', 'notes'], /import has no "notion"; there are: jsonl, claude-code, .*markdown.*adr/],
  [['import', 'notion', '--dry-run'], /import has no "notion"; there are: /],
  [['reindex', 'words'], /reindex has no "words"; there are: graph, status, switch, rollback, retire/],
  [['import', '--undo', 'x', '--always'], /unknown option '--always'/],
  [['keys', '--always'], /unknown option '--always'/],
  [['keys', 'remove', 'x'], /keys has no "remove"; there are: list, create, rotate, revoke/],
])('says of %j which there are, as wrong usage', async (argv, sentence) => {
  const { code, out, err } = await cairn(argv);

  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(sentence);
});

test('says how to start a server when none runs and none is built, with exit code 3', async () => {
  const { code, err } = await cairn(['recall', 'x']);

  expect(code).toBe(3);
  expect(err).toContain(`cairn --data-dir ${dir} start`);
});

/** Fake of the all-in-one bundle with the same promises: it prints a ready line and ends with its parent. */
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

  const { code, out, err } = await cairn(['recall', 'x'], { CAIRN_PORT: new URL(url).port });

  expect([code, out]).toEqual([0, 'Searched memories, documents.\nNothing stored matches.\n']);
  expect(err).toBe(
    `No server runs on ${dir}, which holds nothing yet: opened for this command. The server at ${url} serves another folder: name that with --data-dir, or the server with --url and --key.\n`,
  );
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
  const asked = cairn(['recall', 'x']);
  await until(() => existsSync(join(dir, 'log')));
  keyFile();

  expect((await asked).out).toBe('Searched memories, documents.\nNothing stored matches.\n');
});

test('imports a folder, says what it found and what it could not read, and fails for that only when it is strict', async () => {
  keyFile();
  replies['POST /v1/messages'] = { status: 201, json: { items: [receiptOf('message')] } };
  writeFileSync(join(dir, 'messages.jsonl'), '{"id":"a","content":"hello"}\n{"id":"b","content":" "}\n{broken\n');

  const { code, out, err } = await cairn(['import', 'jsonl', dir, '--wait']);

  expect(err).toContain('Found 1 file: messages.jsonl (1 kB)');
  expect(out).toMatch(
    /^1 imported, 0 already there, 1 skipped as blank, 1 failed\n {2}failed messages\.jsonl:3 {2}not valid JSON/,
  );
  expect(code).toBe(0);
  expect((await cairn(['import', 'jsonl', dir, '--strict'])).code).toBe(1);
  expect((await cairn(['import', 'jsonl', join(dir, 'nowhere')])).err).toContain('is no folder');
});

test.each([
  ['nothing but blanks', '{"id":"b","content":" "}\n'],
  ['nothing that can be read', '{broken\n'],
  ['nothing at all', ''],
])('an import of %s is a failure', async (_, lines) => {
  keyFile();
  writeFileSync(join(dir, 'messages.jsonl'), lines);

  const { code, out } = await cairn(['import', 'jsonl', dir]);

  expect(code).toBe(1);
  expect(out).toContain('There was nothing to import.');
});

test('says how far the indexes are while an import waits for them', async () => {
  keyFile();
  replies['POST /v1/messages'] = { status: 201, json: { items: [receiptOf('message')] } };
  const behind = (vectors: number) => ({ ...stats, index: { ...stats.index, pending: { words: 0, vectors } } });
  const answers = [behind(4), behind(1)];
  Object.defineProperty(replies, 'GET /v1/recall/stats', { get: () => ({ json: answers.shift() ?? stats }) });
  writeFileSync(join(dir, 'messages.jsonl'), '{"id":"a","content":"hello"}\n');

  const { code, err } = await cairn(['import', 'jsonl', dir, '--wait']);

  expect(code).toBe(0);
  expect(err).toContain('indexing: 0 of 4\n');
});

describe('importing what was said in private', () => {
  const transcript = { type: 'user', uuid: 'u1', sessionId: 's', message: { role: 'user', content: 'hello' } };
  const sent = () => calls.filter(({ url: path }) => path === '/v1/messages').map(({ body }) => body);
  const importIt = (...options: string[]) => {
    keyFile();
    const file = join(dir, 'session.jsonl');
    writeFileSync(file, `${JSON.stringify(transcript)}\n`);
    replies['POST /v1/messages'] = { status: 201, json: { items: [receiptOf('message')] } };
    return cairn(['import', 'claude-code', file, ...options]);
  };

  test.each([
    [[], 'private', /^Only the key that imports them will read these conversations\.$/m],
    [['--visibility', 'private'], 'private', /^Only the key/m],
    [['--visibility', 'org'], undefined, /^Everyone of the organisation will read these conversations\.$/m],
  ])(
    'with %j and no terminal sends visibility %p, and says who will read it',
    async (options, visibility, sentence) => {
      const { code, err } = await importIt(...options);

      expect(sent()).toEqual([[expect.objectContaining({ content: 'hello' })]]);
      expect((sent() as { visibility?: string }[][])[0]?.[0]?.visibility).toBe(visibility);
      expect(err).toMatch(sentence);
      expect(code).toBe(0);
    },
  );

  test('takes no other reader', async () => {
    expect(await importIt('--visibility', 'team')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/private, org/),
    });
    expect(sent()).toEqual([]);
  });
});

test('tells of an import which secrets the server masked', async () => {
  keyFile();
  const masked = { 'github-token': 2, private: 1 };
  replies['POST /v1/messages'] = { status: 201, json: { items: [{ ...receiptOf('message'), masked }] } };
  writeFileSync(join(dir, 'messages.jsonl'), '{"id":"a","content":"hello"}\n');

  const { out } = await cairn(['import', 'jsonl', dir]);

  expect(out).toContain('Secrets that were masked: github-token (2), private (1)');
});

test('counts the fields of a line that nothing is made of, and fails such lines with --strict', async () => {
  keyFile();
  replies['POST /v1/messages'] = { status: 201, json: { items: [receiptOf('message')] } };
  writeFileSync(join(dir, 'messages.jsonl'), '{"id":"a","content":"hello","mood":"good"}\n');

  const lenient = await cairn(['import', 'jsonl', dir]);
  const strict = await cairn(['import', 'jsonl', dir, '--strict']);

  expect(lenient).toMatchObject({ code: 0, out: expect.stringContaining('Fields that nothing was made of: mood (1)') });
  expect(strict).toMatchObject({ code: 1, out: expect.stringContaining('messages.jsonl:1  not read: mood') });
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('revokes the last admin key by force alone, and says the way back', async () => {
  keyFile();
  const message = "It is the organisation's last admin key";
  const id = '0190c0de-0000-7000-8000-000000000003';
  replies[`DELETE /v1/keys/${id}`] = { status: 409, json: { error: { code: 'key/last-admin', message } } };

  expect(await cairn(['keys', 'revoke', id, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(message),
  });
  await cairn(['keys', 'revoke', id, '--force', '--yes']);

  const asked = calls.filter(({ method }) => method === 'DELETE').map(({ url: path }) => path.split('?')[1]);
  expect(asked).toEqual([undefined, 'force=true']);
  expect((await cairn(['keys', '--help'])).out).toMatch(
    /no admin key is left[^]*keys create NAME --role admin[^]*--admin-key/,
  );
});

test('shows and changes whether secrets are masked', async () => {
  keyFile();
  replies['GET /v1/settings'] = { json: { masking: 'on' } };
  replies['PUT /v1/settings'] = { json: { masking: 'off' } };

  expect((await cairn(['masking'])).out).toMatch(/^Masking is on/);
  expect((await cairn(['masking', 'off'])).out).toMatch(/^Masking is off/);
  expect((await cairn(['masking', 'maybe'])).code).toBe(2);
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ masking: 'off' }]);
});

test('lists, makes and revokes keys', async () => {
  keyFile();
  const summary = {
    keyId: '0190c0de-0000-7000-8000-000000000009',
    principalId: '0190c0de-0000-7000-8000-00000000000a',
    name: 'ci\u001b[31m',
    kind: 'agent',
    label: 'laptop',
    role: 'writer',
    prefix: 'cairn_ab',
    peers: [],
    createdAt: 0,
    expiresAt: null,
    lastUsedAt: 0,
    revokedAt: null,
  };
  const ada = { ...summary, name: 'Ada', kind: 'person', leftAt: null, keys: 1 };
  replies['GET /v1/principals'] = { json: { principals: [ada] } };
  replies[`PUT /v1/principals/${ada.principalId}`] = { json: ada };
  const left = { principalId: ada.principalId, keysRevoked: 1, handedOver: 0, forgetId: ada.principalId };
  replies[`POST /v1/principals/${ada.principalId}/leave`] = { json: left };
  replies[`POST /v1/keys/${summary.keyId}/rotate`] = { status: 201, json: { key: 'cairn_new', summary } };
  replies['GET /v1/keys'] = { json: { keys: [summary] } };
  replies['POST /v1/keys'] = { status: 201, json: { key: 'cairn_abc', summary } };
  replies[`DELETE /v1/keys/${summary.keyId}`] = { json: { keyId: summary.keyId, revoked: true } };

  const listed = await cairn(['keys', 'list']);
  expect(listed.out).toContain('cairn_ab…');
  expect(listed.out).not.toContain('\u001b');
  expect((await cairn(['keys', 'create', 'ci', '--role', 'reader', '--peer', 'coach:1'])).out).toContain(
    '\ncairn_abc\n',
  );
  expect(calls.at(-1)?.body).toEqual({ name: 'ci', role: 'reader', peers: ['coach:1'] });
  await cairn(['keys', 'create', '--for', 'Ada', '--label', 'laptop', '--expires', '2030-01-01']);
  const { principalId } = ada;
  expect(calls.at(-1)?.body).toEqual({ principalId, label: 'laptop', expiresAt: Date.UTC(2030, 0, 1) });
  expect((await cairn(['keys', 'create', '--for', 'Bob'])).code).toBe(1);
  expect((await cairn(['keys', 'rotate', summary.keyId, '--overlap', '0'])).out).toContain('\ncairn_new\n');
  expect(calls.at(-1)?.body).toEqual({ overlapSeconds: 0 });
  expect((await cairn(['people', 'list'])).out).toMatch(/person +writer +Ada +1 key/);
  expect((await cairn(['people', 'leave', 'Ada'])).code).toBe(2);
  expect((await cairn(['people', 'leave', 'Ada', '--forget', '--force', '--yes'])).out).toContain(left.forgetId);
  expect(calls.at(-1)?.body).toEqual({ forget: true });
  await cairn(['people', 'leave', 'Ada', '--hand-over-to', 'Ada', '--yes']);
  expect(calls.at(-1)?.body).toEqual({ handOverTo: principalId });
  await cairn(['people', 'set', 'Ada', '--role', 'manager']);
  expect(calls.at(-1)?.body).toEqual({ role: 'manager' });
  expect((await cairn(['keys', 'create', 'ci', '--role', 'king'])).code).toBe(2);
  expect((await cairn(['keys', 'revoke', summary.keyId, '--yes'])).code).toBe(0);
});

test('lists dead letters with their reasons as data, and replays them', async () => {
  keyFile();
  const id = '0190a000-0000-7000-8000-00000000000a';
  const written = { event: 'message.written', kind: 'message', itemId: id, version: 2 };
  const letter = { id, ...written, subscriber: 'vectors', attempts: 12, givenUpAt: 0 };
  const deadLetters = [{ ...letter, reason: 'embedder/broken-answer: \u001b[31mno numbers' }];
  replies['GET /v1/dead-letters'] = { json: { total: 7, deadLetters } };
  replies['POST /v1/dead-letters/replay'] = { json: { replayed: 7 } };

  const listed = await cairn(['dead-letters', 'list']);
  const all = await cairn(['dead-letters', 'replay']);
  const bodyOfAll = calls.at(-1)?.body;
  replies['POST /v1/dead-letters/replay'] = { json: { replayed: 1 } };
  const one = await cairn(['dead-letters', 'replay', id]);

  expect(listed.out).toContain(`${id}  vectors has not heard of message.written: message ${id} version 2`);
  expect(listed.out).toContain('after 12 attempts: "embedder/broken-answer');
  expect(listed.out).toContain('1 of 7 dead letters.');
  expect(listed.out).not.toContain('\u001b');
  expect(all.out).toBe('7 dead letters are tried again.\n');
  expect(one.out).toBe('1 dead letter is tried again.\n');
  expect([bodyOfAll, calls.at(-1)?.body]).toEqual([{}, { ids: [id] }]);
});

test('says what waits, is worked on and was given up on its way to each subscriber', async () => {
  keyFile();
  const idle = { waiting: 0, active: 0, delayed: 0, failed: 0, oldestMs: 0 };
  const busy = { waiting: 1200, active: 16, delayed: 3, failed: 2, oldestMs: 4100 };
  const queues = [
    { queue: 'message.written.words', ...idle },
    { queue: 'message.written.vectors', ...busy },
  ];
  replies['GET /v1/queues'] = { json: { queues } };

  const lines = (await cairn(['queues'])).out.split('\n');

  expect(lines[1]).toBe('message.written.words          0        0        0        0');
  expect(lines[2]).toBe('message.written.vectors     1200       16        3        2  5 s');
});

test('says what is left of the limits of the organisation, and where there are none', async () => {
  keyFile();
  replies['GET /v1/limits'] = {
    json: { callsPerMinute: 600, quotas: [{ limit: 'items', max: 5000, remaining: 1200 }] },
  };
  const limited = (await cairn(['limits'])).out;
  replies['GET /v1/limits'] = { json: { callsPerMinute: null, quotas: [] } };
  const free = (await cairn(['limits'])).out;

  expect(limited).toBe('1,200 of 5,000 stored items left\n600 calls a minute\n');
  expect(free).toBe('Your organisation has no limits.\n');
});

test('shows what was typed wrong without the escapes in it', async () => {
  const escape = '\u001b[31m';

  for (const typed of [['remember', 'x', '--store', escape], ['masking', escape], [escape], ['list', escape]])
    expect(await cairn(typed)).toMatchObject({ code: 2, err: expect.not.stringMatching(/\u001b/) as string });
});

test('lists, sets and removes aliases', async () => {
  keyFile();
  const declared = { alias: 'Bob\u001b[31m', speakers: ['Robert Kim', 'Ada'], origin: 'declared', sightings: 0 };
  const learned = { alias: 'Mel', speakers: ['Melanie'], origin: 'learned', sightings: 3 };
  replies['GET /v1/aliases'] = { json: { aliases: [declared, learned] } };
  replies['PUT /v1/aliases'] = { json: { ...declared, alias: 'Bob', speakers: [] } };
  replies['DELETE /v1/aliases'] = { json: { alias: '@rk', withdrawn: true } };

  const listed = await cairn(['aliases', 'list']);
  expect(listed.out).toContain(
    'is "Robert Kim" or "Ada"  (declared)\n"Mel" is "Melanie"  (learned from 3 sightings)\n',
  );
  expect(listed.out).not.toContain('\u001b');
  expect((await cairn(['aliases', 'set', 'Bob', 'Robert Kim', 'Ada'])).out).toBe('"Bob" is nobody  (declared)\n');
  expect(calls.at(-1)?.body).toEqual({ alias: 'Bob', speakers: ['Robert Kim', 'Ada'] });
  expect((await cairn(['aliases', 'remove', '@rk'])).out).toBe('"@rk" is declared no more.\n');
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

  replies['GET /readyz'] = { json: { ready: true } };
  const asReader = await cairn(['doctor']);
  expect(asReader.out).toContain("give an admin's key");
  expect(asReader.code).toBe(0);

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

test('doctor says when the words that are read are not by the language of the settings', async () => {
  keyFile();
  const generation = { number: 1, layout: 2, dims: null, startedAt: 1, filledAt: 1, filled: 0, stored: 0 };
  const live = { ...generation, id: 'words-1', target: 'words', builtBy: 'cairn-text-1', status: 'live' };
  const next = { ...live, id: 'words-2', number: 2, builtBy: 'cairn-text-1-german', status: 'building' };
  const doctor = async (generations: unknown[], analyser: string) => {
    replies['GET /v1/generations'] = { json: { generations, analyser } };
    return (await cairn(['doctor'])).out;
  };

  expect(await doctor([live], 'cairn-text-1')).not.toContain('language');
  expect(await doctor([live], 'cairn-text-1-german')).toMatch(
    /warn {2}language: words-1 is read, by cairn-text-1; .*CAIRN_LANGUAGE.*\n +→ cairn --data-dir \S+ reindex --target words --wait/,
  );
  expect(await doctor([live, next], 'cairn-text-1-german')).toContain(
    `→ cairn --data-dir ${dir} reindex switch words-2`,
  );
});

test.each([
  ['CAIRN_DATA_DRI', '/data', /fail {2}settings: .*CAIRN_DATA_DRI is no setting; did you mean CAIRN_DATA_DIR\?/],
  ['CAIRN_HOST', '203.0.113.9', /fail {2}settings: CAIRN_HOST 203\.0\.113\.9 is no address of this machine/],
  ['CAIRN_READERS', '99', /fail {2}settings: .*CAIRN_READERS cannot be "99"; allowed: 1 to 16/],
])('doctor sees what is wrong with %s=%s', async (name, value, sentence) => {
  expect(await cairn(['doctor'], { [name]: value })).toMatchObject({ code: 1, out: expect.stringMatching(sentence) });
});

test('doctor names the files with a key that others can read, and closes them when it may', async () => {
  keyFile();
  const client = join(dir, '.cursor', 'mcp.json');
  const copy = `${client}.before-cairn`;
  const plainFile = join(dir, '.claude.json');
  mkdirSync(join(dir, '.cursor'));
  writeFileSync(client, `{ "key": "Bearer cairn_${'k'.repeat(43)}" }`);
  writeFileSync(copy, `{ "key": "Bearer cairn_${'j'.repeat(43)}" }`);
  writeFileSync(plainFile, '{}');
  for (const path of [client, copy, plainFile]) chmodSync(path, 0o644);
  const modes = () => [client, copy, plainFile].map((path) => statSync(path).mode & 0o777);

  const told = await cairn(['doctor']);
  expect(told).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${client} has mode 644: others can read its key`),
  });
  expect(told.out).toContain(`${copy} has mode 644`);
  expect(told.out).not.toContain(plainFile);
  expect(modes()).toEqual([0o644, 0o644, 0o644]);

  const closed = await cairn(['doctor', '--yes']);
  expect(closed.out).toContain(`${client} had mode 644 and has 600 now`);
  expect(modes()).toEqual([0o600, 0o600, 0o644]);
  expect((await cairn(['doctor'])).out).toContain('keys in files: the files that hold a key are for their owner alone');
});

test('doctor sees a folder that cannot be used', async () => {
  const folderIs = async (sentence: RegExp) =>
    expect(await cairn(['doctor'])).toMatchObject({ code: 1, out: expect.stringMatching(sentence) });

  writeFileSync(join(dir, 'thesis.tex'), 'text');
  await folderIs(/fail {2}data folder: .* holds something else \(thesis\.tex\)[^]*→ Choose another folder/);

  const file = new DatabaseSync(join(dir, 'cairn.db'));
  file.exec('create table migration (number integer, name text); insert into migration (number) values (999)');
  file.close();
  await folderIs(/fail {2}data folder: .*newer Cairn: its schema is 999[^]*→ Start the newer Cairn/);

  writeFileSync(join(dir, 'cairn.db'), 'not a database at all');
  await folderIs(/fail {2}data folder: .*cairn\.db is damaged[^]*→ Restore a backup/);
});

test('doctor without a server warns and starts nothing; a holder that does not answer is a fault', async () => {
  const { code, out } = await cairn(['doctor']);
  expect([code, out]).toEqual([0, expect.stringMatching(/warn {2}server: no server is running/)]);

  writeFileSync(join(dir, 'cairn.holder.json'), JSON.stringify({ pid: process.pid, startedAt: 'now' }));
  expect((await cairn(['doctor'])).code).toBe(1);
});

describe('doctor --security', () => {
  const id = '0197a000-0000-7000-8000-00000000000a';
  const old = Date.now() - 100 * 86_400_000;
  const shown = {
    ...{ principalId: id, kind: 'person', role: 'writer', peers: [] },
    createdAt: old,
    lastUsedAt: Date.now(),
  };
  const key = { ...shown, keyId: id, name: 'Ada', label: null, prefix: 'cairn_ab', expiresAt: null, revokedAt: null };
  const person = { ...shown, name: 'Bob', leftAt: null, keys: 1 };
  const safe: Record<string, Reply> = {
    'GET /v1/keys': { json: { keys: [{ ...key, expiresAt: Date.now() + 86_400_000 }] } },
    'GET /v1/principals': { json: { principals: [person] } },
    'GET /v1/settings': { json: { masking: 'on' } },
    'GET /v1/audit/proof': { json: { checked: 2, faults: [], next: null, head: { number: 2, hash: 'h' } } },
  };
  const states = async (env: Record<string, string> = {}) => {
    const { code, out } = await cairn(['doctor', '--security', '--json'], env);
    const { findings } = JSON.parse(out) as { findings: { name: string; state: string; message: string }[] };
    return { code, findings, open: findings.filter(({ state }) => state === 'warn' || state === 'fail') };
  };

  beforeEach(() => {
    keyFile();
    Object.assign(replies, safe);
  });

  it('finds nothing open where nothing is, and says what it cannot see', async () => {
    const { code, findings, open } = await states();

    expect([code, open]).toEqual([0, []]);
    expect(findings.flatMap(({ name, state }) => (state === 'skip' ? [name] : []))).toEqual(["server's settings"]);
    expect((await cairn(['doctor', '--security'])).out).toMatch(/skip {2}server's settings: not looked at: .*\n +→ /);
  });

  const proof = { checked: 1, faults: [{ number: 1, fault: 'changed' }], next: null, head: { number: 1, hash: 'h' } };
  it.each<[string, string, string, RegExp, unknown]>([
    ['warn', 'GET /v1/keys', 'keys without end', /1 key without expiry: Ada cairn_ab…/, { keys: [key] }],
    ['warn', 'GET /v1/keys', 'unused keys', /Ada/, { keys: [{ ...key, lastUsedAt: null }] }],
    ['warn', 'GET /v1/keys', 'admin keys', /^4 keys/, { keys: Array(4).fill({ ...key, role: 'admin' }) }],
    ['fail', 'GET /v1/principals', 'people who left', /^Bob left/, { principals: [{ ...person, leftAt: 1 }] }],
    ['warn', 'GET /v1/settings', 'masking', /is off/, { masking: 'off' }],
    ['fail', 'GET /v1/audit/proof', 'audit', /^1 fault/, proof],
  ])('says %s to what %s tells of %s', async (state, route, name, message, json) => {
    replies[route] = { json };
    const { code, open } = await states();

    expect(open).toContainEqual(expect.objectContaining({ name, state, message: expect.stringMatching(message) }));
    expect(code).toBe(state === 'fail' ? 1 : 0);
  });

  it('passes over keys that work no more', async () => {
    replies['GET /v1/keys'] = {
      json: {
        keys: [
          { ...key, revokedAt: 1 },
          { ...key, lastUsedAt: null, expiresAt: 1 },
        ],
      },
    };
    expect((await states()).open).toEqual([]);
  });

  it("says what a key that is no admin's does not see", async () => {
    replies['GET /v1/keys'] = { status: 403, json: { error: { code: 'auth/forbidden', message: 'Not for you.' } } };
    expect((await states()).findings).toContainEqual(
      expect.objectContaining({ name: 'keys', state: 'skip', message: 'Not for you.' }),
    );
  });

  const secret = 'a secret that is long enough for 32';
  const tls = { CAIRN_TLS_CERT_FILE: 'cert.pem', CAIRN_TLS_KEY_FILE: 'key.pem' };
  const oidc = { CAIRN_OIDC_ISSUER: 'http://127.0.0.1:9/realm', CAIRN_OIDC_AUDIENCE: 'cairn' };
  const operator = `cairn_operator_${'o'.repeat(32)}`;
  it.each<[string, string, Record<string, string>]>([
    ['fail', 'CAIRN_HOST', { CAIRN_HOST: '0.0.0.0' }],
    ['warn', 'CAIRN_HOST', { CAIRN_HOST: '0.0.0.0', CAIRN_TRUSTED_PROXIES: '10.0.0.0/8' }],
    ['ok', 'CAIRN_HOST', { CAIRN_HOST: '0.0.0.0', ...tls }],
    ['skip', 'CAIRN_TLS_KEY_FILE', tls],
    ['warn', 'CAIRN_METRICS_HOST', { CAIRN_METRICS_HOST: '0.0.0.0', CAIRN_METRICS_PORT: '9090' }],
    ['warn', 'CAIRN_RATE_LIMIT_PER_MINUTE', { CAIRN_RATE_LIMIT_PER_MINUTE: '10000000' }],
    ['warn', 'CAIRN_OIDC_ISSUER', oidc],
    ['skip', 'settings', { ...oidc, CAIRN_OIDC_ISSUER: 'http://idp.example.org' }],
    ['warn', 'CAIRN_OPERATOR_KEY', { CAIRN_OPERATOR_KEY: operator }],
    ['fail', 'CAIRN_SERVICE_SECRET', { CAIRN_SERVICE_SECRET: 'short' }],
    ['fail', 'CAIRN_SERVICE_SECRET', { CAIRN_SERVICE_SECRET: secret, QDRANT_API_KEY: secret }],
    ['warn', 'CAIRN_SERVICE_SECRET', { CAIRN_SERVICE_SECRET: `${secret}, another ${secret}` }],
    ['ok', 'CAIRN_SERVICE_SECRET', { CAIRN_SERVICE_SECRET: secret }],
  ])('says %s to %s of %j', async (state, name, env) => {
    const { code, findings } = await states(env);

    expect(findings.filter((finding) => finding.name === name).map((finding) => finding.state)).toEqual([state]);
    expect(code).toBe(state === 'fail' ? 1 : 0);
    expect(JSON.stringify(findings)).not.toMatch(new RegExp(`${secret}|${operator}`));
  });

  it('sees files that others can read', async () => {
    const operatorFile = join(dir, 'operator.key');
    const secretFile = join(dir, 'qdrant.key');
    for (const file of [operatorFile, secretFile]) writeFileSync(file, secret, { mode: 0o600 });
    const env = { QDRANT_API_KEY_FILE: secretFile, CAIRN_SERVICE_SECRET_FILE: secretFile };
    const named = async () => (await states(env)).open.map(({ name, state }) => `${state} ${name}`);
    expect(await named()).toEqual(['fail CAIRN_SERVICE_SECRET']);

    for (const file of [operatorFile, secretFile]) chmodSync(file, 0o644);
    keyFile({}, 0o640);
    chmodSync(dir, 0o750);
    const readable = ['fail command line key', "fail operator's key", 'warn QDRANT_API_KEY_FILE'];
    expect(await named()).toEqual(expect.arrayContaining(['warn data folder', ...readable]));
    chmodSync(dir, 0o755);
    expect(await named()).toContain('fail data folder');
  });

  it('sees a server that the network reaches without TLS', async () => {
    const door = async (at: string, addresses: string[]) => (await checkReachability(at, addresses))[0]!.state;

    expect(await door(url, ['127.0.0.1'])).toBe('fail');
    expect(await door(url, ['[::1]'])).toBe('ok');
    expect(await door('http://cairn.example.org', [])).toBe('fail');
    expect(await door('https://cairn.example.org', [])).toBe('ok');
  });

  it('looks at settings and files where no server runs', async () => {
    rmSync(join(dir, 'cli.json'));
    const { code, findings } = await states({ CAIRN_HOST: '0.0.0.0' });

    expect(code).toBe(1);
    expect(findings).toContainEqual(expect.objectContaining({ name: 'server', state: 'skip' }));
  });
});

describe('the indexes', () => {
  const generation = (id: string, status: string, more: object = {}) => ({
    id,
    target: id.split('-')[0],
    number: Number(id.split('-')[1]),
    builtBy: 'model-b',
    layout: 1,
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
    expect(out).toMatch(/vectors-2 +live +full +by model-b, layout 1/);
    expect(out).toMatch(/words-2 +building +50 % filled/);
  });

  it('are built anew, switched and rolled back by one request each', async () => {
    replies['POST /v1/generations'] = { status: 201, json: generations[2] };
    const answers = { asked: 50, equal: 49, overlap: 0.998 };
    replies['POST /v1/generations/vectors-1/switch'] = { json: { generations, answers } };

    expect((await cairn(['reindex', '--target', 'words'])).out).toContain(
      `cairn --data-dir ${dir} reindex switch words-2`,
    );
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
    replies['POST /v1/graph/verify'] = { json: { ...compared, examples: [] } };

    const { code, out } = await cairn(['verify', '--repair']);

    expect(code).toBe(1);
    expect(out).toMatch(/vectors-2 +live +3 items: as the truth/);
    expect(out).toMatch(/vectors-1 +standby +3 items: 2 missing, 0 phantom, 0 stale/);
    expect(out).toContain(`missing  memory ${orgId} at version 1`);
    expect(out).toMatch(/graph +live +3 items: as the truth/);
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { repair: true },
      { repair: true },
      { repair: true },
    ]);
  });
});

describe('single items', () => {
  const id = '0190c0de-0000-7000-8000-000000000003';
  const stored = {
    id,
    orgId: id,
    author: 'ci',
    principalId: id,
    channel: 'ops',
    visibility: 'channel',
    state: 'active',
    version: 1,
    timestamp: null,
    createdAt: 1,
    source: 'api',
    externalId: null,
    provenance: { file: 'a\u001b[31m' },
    index: { words: 'indexed', vectors: 'pending' },
  };
  const memory = {
    ...{ kind: 'memory', store: 'semantic', category: 'rule', title: 'Stairs\u001b[31m', content: 'first\nthen lifts' },
    ...{ tags: ['house', 'two words'], strength: 0.8, declaredConfidence: 0.9, valence: 0, arousal: 0.3 },
    ...{ validFrom: null, validTo: null, subject: null, sourceIds: [] },
    ...stored,
  };
  const message = {
    ...{ kind: 'message', role: 'user', speaker: 'Ana', content: 'The lift\nis broken.' },
    ...{ subchannel: null, sessionKey: 's1', turn: 0 },
    ...stored,
  };
  const unknown = { status: 404, json: { error: { code: 'item/unknown', message: 'no memory' } } };

  /** Requests beside those that find the server. */
  const asked = () =>
    calls.map(({ url: path }) => path).filter((path) => !['/healthz', '/v1/recall/recent?limit=1'].includes(path));

  beforeEach(() => keyFile());

  it('are exported as skills: those that everyone may read, and no file of anybody else is touched', async () => {
    const [own, theirs] = [join(dir, 'skills', 'gone'), join(dir, 'skills', 'lifts')];
    for (const folder of [own, theirs]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(own, 'SKILL.md'), '---\nmetadata:\n  cairn-memory: x\n---\n');
    writeFileSync(join(theirs, 'SKILL.md'), 'ours');
    const named = [
      { title: 'Stairs first', visibility: 'org' },
      { title: 'Lifts', visibility: 'org' },
      { title: 'Secret', visibility: 'private' },
      { title: 'Former', visibility: 'org', validTo: 1 },
    ];
    replies['GET /v1/memories'] = {
      json: { items: named.map((one) => ({ ...memory, store: 'procedural', ...one })), nextCursor: null },
    };

    const { code, out } = await cairn(['skills', 'export', join(dir, 'skills'), '--json']);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ written: ['stairs-first'], removed: ['gone'], kept: ['lifts'] });
    expect(readFileSync(join(theirs, 'SKILL.md'), 'utf8')).toBe('ours');
    expect(existsSync(own)).toBe(false);
    expect(readFileSync(join(dir, 'skills/stairs-first/SKILL.md'), 'utf8')).toContain('then lifts');
  });

  it('are listed by filters, with how to go on', async () => {
    replies['GET /v1/memories'] = { json: { items: [memory], nextCursor: 'abc' } };
    replies['GET /v1/messages'] = { json: { items: [message], nextCursor: null } };

    const filters = ['--store', 'semantic,episodic', '--tag', 'a,b', '--tag-match', 'all', '--since', '2026-01-01'];
    const page = ['--order', 'oldest', '-n', '5', '--cursor', 'x', '--include-archived'];
    const memories = await cairn(['list', 'memories', ...filters, ...page]);
    const messages = await cairn(['list', 'messages', '--speaker', 'Ana', '--session', 's1']);

    expect(asked()[0]).toBe(
      '/v1/memories?stores=semantic&stores=episodic&tags=a&tags=b&tagMatch=all&includeArchived=true' +
        '&sinceMs=1767225600000&order=oldest&limit=5&cursor=x',
    );
    expect(asked()[1]).toBe('/v1/messages?sessionKey=s1&speaker=Ana');
    expect(memories.out).toMatch(
      /^Stairs.*: first then lifts\n {3}0190c0de\S+ · saved \S+ \d\d:\d\d · ops · semantic · rule · #house · #two words · by ci\n$/,
    );
    expect(memories.out).not.toContain('\u001b');
    expect(memories.err).toBe('There are more: --cursor abc\n');
    const facts = `${id} · saved ${timeOf(1)} · ops · s1 · by ci`;
    expect([messages.out, messages.err]).toEqual([`Ana: The lift is broken.\n   ${facts}\n`, '']);
    expect(JSON.parse((await cairn(['list', 'memories', '--json'])).out)).toEqual({
      items: [memory],
      nextCursor: 'abc',
    });
  });

  it('are listed by words of the vocabulary only, which help names', async () => {
    const refused = await cairn(['list', 'memories', '--store', 'semantic,fridge']);

    expect(refused.code).toBe(2);
    expect(refused.err).toContain('Allowed choices are sensory, episodic, semantic');
    expect((await cairn(['list', 'memories', '--help'])).out).toMatch(/--category[\s\S]*decision,\s+lesson, person/);
    expect(calls).toEqual([]);
  });

  it('are shown whole, of either kind, or said to be out of reach', async () => {
    replies[`GET /v1/memories/${id}`] = unknown;
    replies[`GET /v1/messages/${id}`] = { json: message };

    const { code, out } = await cairn(['show', id, '--channel', 'ops']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /id: 0190[\s\S]*sessionKey: s1[\s\S]*index: words indexed, vectors pending[\s\S]*provenance file/,
    );
    expect(out).toMatch(/\n\nThe lift\nis broken\.\n$/);
    expect(out).not.toMatch(/\u001b|subchannel/);
    expect(calls.at(-1)?.url).toBe(`/v1/messages/${id}?channel=ops`);

    replies[`GET /v1/messages/${id}`] = unknown;
    const nowhere = await cairn(['show', id]);
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringMatching(/no item 0190.*--channel/)]);
  });

  it('that lack a meaning are listed with the command that gives it', async () => {
    const memoryId = '0190c0de-0000-7000-8000-000000000002';
    const item = {
      memoryId,
      category: 'rule',
      title: 'Cluster',
      content: 'Never\nby hand.',
      strength: 0.8,
      version: 1,
    };
    replies['GET /v1/meaning'] = { json: { items: [{ ...item, lacks: 'forbids' }] } };

    const { out } = await cairn(['review', '--meaning']);

    expect(out).toContain('Cluster  [rule]\n    Never by hand.\n');
    expect(out).toContain(`update ${memoryId} --forbids`);
    expect((await cairn(['review'])).code).toBe(2);
  });

  it('get the meaning that a language model proposes when a person agrees', async () => {
    const memoryId = '0190c0de-0000-7000-8000-000000000002';
    const item = { memoryId, category: 'rule', title: 'Cluster', content: 'Never apply.', version: 3 };
    const forbids = [{ names: ['kubectl apply'], strength: 'must' }];
    const asked = {
      endpoint: 'http://m:1',
      model: 'small',
      memories: 2,
      characters: 99,
      promptTokens: 7,
      answerTokens: 3,
    };
    const proposals = [
      { ...item, lacks: 'forbids', proposes: { forbids }, dropped: ['forbids[0].names: "rm" not in the text'] },
      { ...item, lacks: 'forbids', proposes: {}, dropped: [] },
    ];
    replies['POST /v1/meaning/propose'] = { json: { proposals, asked, dropped: [] } };
    const understood = ['rule: forbids kubectl apply | stops: yes (given)'];
    const changed = { id: item.memoryId, version: 4, state: 'active', index: { words: 'indexed', vectors: 'indexed' } };
    replies[`POST /v1/memories/${item.memoryId}/update`] = { json: { ...changed, understood } };

    const shown = await cairn(['review', '--meaning', '--propose']);
    expect(shown.out).toContain('Sent to small at http://m:1: 2 memories, 99 characters, 7 and 3 tokens');
    expect(shown.out).toContain('  + forbids: {"names":["kubectl apply"],"strength":"must"}');
    expect(shown.out).toContain('left out: forbids[0].names: "rm" not in the text');
    expect(shown.out).toContain('Nothing was saved.\nTo save all proposals: --yes');
    expect(calls.filter(({ url }) => url.includes('/update'))).toEqual([]);

    const saved = await cairn(['review', '--meaning', '--propose', '--yes']);
    expect(saved.out).toContain(`${understood[0]!}\nCluster`);
    expect(saved.out).toContain('Saved the meaning of 1 memory.');
    expect(calls.at(-1)!.body).toEqual({ forbids, expectedVersion: 3 });
  });

  it('are given their meaning by options or a file, and what was understood is printed', async () => {
    const understood = ['rule: forbids kubectl apply | stops: yes (given)'];
    replies['POST /v1/memories'] = { status: 201, json: { items: [{ ...receiptOf('memory'), understood }] } };
    const sent = () => calls.at(-1)!.body as object as Record<string, unknown>;

    const rule = [
      '--forbids',
      'kubectl apply',
      'helm upgrade',
      '--environment',
      'production',
      '--except',
      '--dry-run=client',
    ];
    const said = await cairn(['remember', 'Never by hand.', ...rule, '--instead', 'git push']);
    expect(said.out).toContain('\nrule: forbids kubectl apply | stops: yes (given)\n');
    expect(sent()).toMatchObject({
      category: 'rule',
      forbids: [
        {
          names: ['kubectl apply', 'helm upgrade'],
          environments: ['production'],
          except: ['--dry-run=client'],
          strength: 'must',
        },
      ],
      instead: ['git push'],
    });

    await cairn([
      'remember',
      'Postgres.',
      '--because',
      'we run it',
      '--rejected',
      'Kafka: too big',
      'http://a.b/c',
      '--reverses',
      'Redis',
    ]);
    expect(sent()).toMatchObject({
      category: 'decision',
      decides: {
        reasons: ['we run it'],
        alternatives: [{ what: 'Kafka', whyNot: 'too big' }, { what: 'http://a.b/c' }],
        reverses: 'Redis',
      },
    });

    const file = join(dir, 'meaning.json');
    writeFileSync(file, JSON.stringify({ value: '5432' }));
    await cairn(['remember', 'x', '--subject', 'db', '--attribute', 'port', '--meaning', file]);
    expect(sent()).toMatchObject({ subject: 'db', attribute: 'port', value: '5432' });
    writeFileSync(file, '[]');
    expect((await cairn(['remember', 'x', '--meaning', file])).err).toContain('is no JSON object');
    expect((await cairn(['remember', 'x', '--environment', 'ci'])).err).toContain('--forbids');
  });

  it('are remembered from arguments or stdin', async () => {
    replies['POST /v1/memories'] = { status: 201, json: { items: [receiptOf('memory')] } };

    const place = ['--store', 'procedural', '--category', 'rule', '--tag', 'a,b', '--visibility', 'private'];
    const said = await cairn(['remember', 'Stairs', 'first.', ...place, '--channel', 'ops', '--from', 'm1,m2']);
    expect(said.out).toBe('Remembered as 0190c0de-0000-7000-8000-000000000002.\n');
    expect(calls.at(-1)?.body).toEqual({
      ...{ title: 'Stairs first.', content: 'Stairs first.', store: 'procedural', category: 'rule', tags: ['a', 'b'] },
      ...{ visibility: 'private', channel: 'ops', sourceIds: ['m1', 'm2'] },
    });

    await cairn(['remember', '--title', 'Lifts', '--wait'], {}, Readable.from(['They are\n', 'broken.\n']));
    expect(calls.at(-1)).toMatchObject({ body: { title: 'Lifts', content: 'They are\nbroken.' } });
    expect(calls.at(-1)?.url).toContain('wait=indexed');

    replies['POST /v1/memories'] = {
      status: 201,
      json: { items: [{ ...receiptOf('memory'), masked: { 'github-token': 2, private: 1 } }] },
    };
    expect((await cairn(['remember', 'x'])).out).toContain('Secrets that were masked: github-token (2), private (1)\n');

    const before = calls.length;
    expect((await cairn(['remember'])).code).toBe(2);
    expect((await cairn(['remember', 'x', '--category', 'gossip'])).code).toBe(2);
    expect(calls).toHaveLength(before);
  });

  it('are forgotten for good when somebody at the terminal says yes, or --yes does', async () => {
    replies[`GET /v1/memories/${id}`] = { json: memory };
    replies[`DELETE /v1/memories/${id}`] = { json: { id, state: 'deleted' } };
    const terminal = (answer: string) => Object.assign(Readable.from([answer]), { isTTY: true });
    const deletions = () => calls.filter(({ method }) => method === 'DELETE').length;

    expect((await cairn(['forget', id, '--permanent'])).code).toBe(2);
    const kept = await cairn(['forget', id, '--permanent'], {}, terminal('n\n'));
    expect([kept.code, kept.out, deletions()]).toEqual([130, '', 0]);
    expect(kept.err).toContain('memory: Stairs');
    const gone = await cairn(['forget', id, '--permanent'], {}, terminal('y\n'));
    expect([gone.out, deletions()]).toEqual([`Forgot ${id}.\n`, 1]);
    expect(JSON.parse((await cairn(['forget', id, '--permanent', '--yes', '--json'])).out)).toEqual({
      id,
      state: 'deleted',
    });
  });

  it('are archived where nobody says that they go for good, and a message is not', async () => {
    replies[`GET /v1/memories/${id}`] = { json: memory };
    const index = { words: 'indexed', vectors: 'indexed' };
    replies[`POST /v1/memories/${id}/archive`] = { json: { id, version: 2, state: 'archived', index } };
    const archived = await cairn(['forget', id, '--reason', 'moved']);
    expect(archived.out).toBe(`Archived ${id}. To bring it back: cairn --data-dir ${dir} restore ${id}\n`);
    expect(calls.at(-1)).toMatchObject({ method: 'POST', body: { reason: 'moved' } });

    const said = '0197f0c0-0000-7000-8000-00000000beef';
    replies[`GET /v1/memories/${said}`] = unknown;
    replies[`GET /v1/messages/${said}`] = { json: { ...message, id: said } };
    const refused = await cairn(['forget', said]);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--permanent');
  });
});

it('lists people who may be one with what names them, and how to decide', async () => {
  keyFile();
  const memoryId = '0197a000-0000-7000-8000-000000000001';
  const person = (key: string, more: object) => ({
    label: key,
    nodeType: 'person',
    key,
    memories: [],
    speaks: false,
    ...more,
  });
  const entity = person('person:@iduarte', { speaks: true });
  const into = person('person:ines duarte', { memories: [{ memoryId, title: 'Berth' }] });
  const pair = { entity, into, fit: 'initial-and-last-name', written: '@iduarte', fits: 'Ines Duarte' };
  replies['GET /v1/graph/duplicates'] = { json: { duplicates: [pair], more: 2, truncated: false } };

  const { code, out } = await cairn(['graph', 'duplicates', '--limit', '1']);

  expect(code).toBe(0);
  expect(out).toContain('person:@iduarte may be "person:ines duarte": initial and last name');
  expect(out).toContain('  person:@iduarte: speaks in messages');
  expect(out).toContain(`  person:ines duarte: ${memoryId}  Berth`);
  expect(out).toContain('2 more: --limit');
});
