import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { categories, modes, recipeNames, stores } from '@cairn/contracts';
import { until } from '@cairn/testing';
import { dir, server, url, calls, replies, keyFile, cairn } from './running-cli.fixture.ts';

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
  [['reindex', 'words'], /reindex has no "words"; there are: status, switch, rollback, retire/],
  [['import', '--undo', 'x', '--always'], /unknown option '--always'/],
  [['keys', '--always'], /unknown option '--always'/],
  [['keys', 'remove', 'x'], /keys has no "remove"; there are: list, create, rotate, revoke/],
])('says of %j which there are, as wrong usage', async (argv, sentence) => {
  const { code, out, err } = await cairn(argv);

  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(sentence);
});

test.each([['recal'], ['help', 'recal'], ['keys', 'rotat'], ['recall', '--expain', 'x']].map((argv) => [argv]))(
  'suggests a near word for %j',
  async (argv) => {
    const { code, err } = await cairn(argv);

    expect([code, err]).toEqual([2, expect.stringMatching(/\(Did you mean (recall|rotate|--explain)\?\)/)]);
  },
);

test.each([[[]], [['help']], [['help', 'keys']], [['keys']], [['graph']], [['import']]])(
  'shows the help of %j, as no mistake',
  async (argv) => {
    const { code, out, err } = await cairn(argv);

    expect([code, out, err]).toEqual([0, expect.stringContaining('Usage: cairn'), '']);
  },
);

test('lists the commands by group, each with one clause', async () => {
  const { out } = await cairn(['--help']);

  expect(out).toMatch(
    /\nStart:\n {2}start .*\n[^]*\nAsk:\n {2}recall <query...> +Recall memories, notes and messages\n/,
  );
  expect(out).not.toContain('Commands:');
  expect(out).not.toContain('[options] <');
});

test('takes a memory alone for restore, and names the command for a backup', async () => {
  const file = join(dir, 'copy.db');
  writeFileSync(file, '');

  const { code, err } = await cairn(['restore', file]);

  expect([code, err]).toEqual([2, expect.stringContaining(`backup restore ${file}`)]);
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

test('shows what was typed wrong without the escapes in it', async () => {
  const escape = '\u001b[31m';

  for (const typed of [['remember', 'x', '--store', escape], ['masking', escape], [escape], ['list', escape]])
    expect(await cairn(typed)).toMatchObject({ code: 2, err: expect.not.stringMatching(/\u001b/) as string });
});
