import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkReachability } from './doctor/security-server.ts';
import { type Reply, dir, url, replies, stats, keyFile, cairn } from './running-cli.fixture.ts';

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
  expect(asReader.out).toContain('tells the rest to an admin');
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
  const person = { ...shown, name: 'Bob', owner: null, leftAt: null, goneAt: null, keys: 1 };
  const holder = { orgId: id, principalId: id, keyId: id, name: 'Ada', kind: 'person', peers: [], peerPrefixes: [] };
  const safe: Record<string, Reply> = {
    'GET /v1/keys': { json: { keys: [{ ...key, expiresAt: Date.now() + 86_400_000 }] } },
    'GET /v1/caller': { json: { ...holder, role: 'admin' } },
    'GET /v1/principals': { json: { principals: [person], gone: [] } },
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
    [
      'fail',
      'GET /v1/principals',
      'people who left',
      /^Bob left/,
      { principals: [{ ...person, leftAt: 1 }], gone: [] },
    ],
    ['warn', 'GET /v1/settings', 'masking', /is off/, { masking: 'off' }],
    ['fail', 'GET /v1/audit/proof', 'audit', /^1 fault/, proof],
  ])('says %s to what %s tells of %s', async (state, route, name, message, json) => {
    replies[route] = { json };
    const { code, open } = await states();

    expect(open).toContainEqual(expect.objectContaining({ name, state, message: expect.stringMatching(message) }));
    expect(code).toBe(state === 'fail' ? 1 : 0);
  });

  it('looks at no keys of others by a key that lists its own alone', async () => {
    replies['GET /v1/caller'] = { json: { ...holder, role: 'manager' } };
    const { findings } = await states();

    const skipped = findings.filter(({ state }) => state === 'skip').map(({ name }) => name);
    expect(skipped).toEqual(['keys', 'people who left', "server's settings"]);
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

test.each([
  ['CAIRN_DATA_DRI', '/data', /fail {2}settings: .*CAIRN_DATA_DRI is no setting; did you mean CAIRN_DATA_DIR\?/],
  ['CAIRN_HOST', '203.0.113.9', /fail {2}settings: CAIRN_HOST 203\.0\.113\.9 is no address of this machine/],
  ['CAIRN_READERS', '99', /fail {2}settings: .*CAIRN_READERS cannot be "99"; allowed: 1 to 16/],
])('doctor sees what is wrong with %s=%s', async (name, value, sentence) => {
  expect(await cairn(['doctor'], { [name]: value })).toMatchObject({ code: 1, out: expect.stringMatching(sentence) });
});
