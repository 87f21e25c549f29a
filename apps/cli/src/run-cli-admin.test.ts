import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dir, calls, replies, keyFile, cairn, url } from './running-cli.fixture.ts';

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
  const ada = { ...summary, name: 'Ada', kind: 'person', owner: null, leftAt: null, goneAt: null, keys: 1 };
  const bot = {
    ...ada,
    principalId: summary.keyId,
    name: 'bot',
    kind: 'agent',
    goneAt: 1,
    owner: { principalId: ada.principalId, name: 'Ada' },
  };
  replies['GET /v1/principals'] = { json: { principals: [ada], gone: [bot] } };
  replies[`PUT /v1/principals/${ada.principalId}`] = { json: ada };
  const left = { principalId: ada.principalId, keysRevoked: 1, handedOver: 0, agents: 1, forgetId: ada.principalId };
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
  expect((await cairn(['people', 'list'])).out).toMatch(
    /Ada[^]*\nGone, without a working key for 30 days:\n.*bot.*of Ada/,
  );
  await cairn(['keys', 'create', 'helper', '--owner', 'Ada']);
  expect(calls.at(-1)?.body).toEqual({ name: 'helper', ownerId: ada.principalId });
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

describe('a name that is given for a principal', () => {
  const ids = [1, 2, 3, 4].map((digit) => `0190c0de-0000-7000-8000-00000000000${digit}`);
  const principal = (at: number, name: string, owner?: string) => ({
    ...{ principalId: ids[at], name, kind: owner ? 'agent' : 'person', role: 'writer', peers: [], keys: 1 },
    ...{ createdAt: 0, leftAt: null, goneAt: null, lastUsedAt: null },
    owner: owner ? { principalId: owner, name: 'Ada' } : null,
  });
  const sentTo = (path: string) =>
    calls.filter(({ method, url }) => method === 'POST' && url === path).map(({ body }) => body);

  beforeEach(() => {
    keyFile();
    const principals = [principal(0, 'Ada'), principal(1, 'bot', ids[0]), { ...principal(2, 'Eve'), leftAt: 1 }];
    replies['GET /v1/principals'] = { json: { principals, gone: [principal(3, 'Ola')] } };
    const summary = { ...principal(0, 'Ada'), keyId: ids[3], label: null, prefix: 'cairn_ab', expiresAt: null };
    replies['POST /v1/keys'] = { status: 201, json: { key: 'cairn_abc', summary: { ...summary, revokedAt: null } } };
    replies['POST /v1/principals'] = { status: 201, json: principal(0, 'Neo') };
  });

  test.each([
    [['Ada'], { principalId: ids[0] }],
    [['bot'], { principalId: ids[1] }],
    [['Ola', '--kind', 'person'], { principalId: ids[3] }],
    [['bot', '--owner', 'Ada', '--role', 'reader'], { principalId: ids[1], role: 'reader' }],
    [['bot', '--owner', 'Ola'], { name: 'bot', ownerId: ids[3] }],
    [['Eve', '--kind', 'person'], { name: 'Eve', kind: 'person' }],
  ])('keys create %j makes a key for whoever has the name, else for somebody new', async (argv, body) => {
    const { out } = await cairn(['keys', 'create', ...argv]);

    expect(sentTo('/v1/keys')).toEqual([body]);
    expect(out.includes('another key of')).toBe('principalId' in body);
  });

  test('refuses a name of two, and a name of the other kind, with the ids', async () => {
    const refused = await cairn(['keys', 'create', 'Ada', '--kind', 'agent']);
    const principals = [principal(0, 'Ada'), principal(2, 'Ada')];
    replies['GET /v1/principals'] = { json: { principals, gone: [] } };
    const ambiguous = await cairn(['keys', 'create', 'Ada']);

    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`${ids[0]} is the person Ada`) });
    expect(ambiguous.err).toMatch(new RegExp(`${ids[0]}.*${ids[2]}`));
    expect(sentTo('/v1/keys')).toEqual([]);
  });

  test('people add refuses the name of somebody, and leaves the kind to the server unless it is given', async () => {
    const refused = await cairn(['people', 'add', 'Ada']);
    await cairn(['people', 'add', 'Neo']);
    await cairn(['people', 'add', 'Neo', '--owner', 'Ada']);

    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(ids[0]!) });
    expect(sentTo('/v1/principals')).toEqual([{ name: 'Neo' }, { name: 'Neo', ownerId: ids[0] }]);
  });
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

  it('do without the graph, which reads every memory again and says how many are left', async () => {
    replies['POST /v1/graph/rebuild'] = { json: { remaining: 3 } };
    replies['GET /v1/graph/progress'] = { json: { remaining: 0 } };

    expect((await cairn(['graph', 'rebuild'])).out).toContain('The graph reads 3 memories again');
    expect((await cairn(['graph', 'progress'])).out).toContain('The graph has read every memory.');
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

test('invites somebody into a team by a link to the server that it asked, and lists and revokes invitations', async () => {
  keyFile();
  const invitation = {
    ...{
      invitationId: '0190c0de-0000-7000-8000-000000000021',
      name: 'Bob\u001b[31m',
      role: 'writer',
      state: 'waiting',
    },
    team: { teamId: '0190c0de-0000-7000-8000-000000000022', name: 'Platform' },
    ...{ createdBy: { principalId: '0190c0de-0000-7000-8000-000000000023', name: 'Ana' }, createdAt: 0, expiresAt: 0 },
    acceptedBy: null,
  };
  const team = { ...invitation.team, createdAt: 0, members: [] };
  replies['GET /v1/teams'] = { json: { teams: [team] } };
  replies['GET /v1/invitations'] = { json: { invitations: [invitation] } };
  replies['POST /v1/invitations'] = {
    status: 201,
    json: { path: '/console/join#cairn_join_x', link: null, invitation },
  };
  const revocation = `DELETE /v1/invitations/${invitation.invitationId}`;
  replies[revocation] = { json: { invitationId: invitation.invitationId, revoked: true } };

  const made = await cairn(['invite', 'Bob', '--role', 'reader', '--team', 'Platform', '--days', '2']);
  expect(made.out).toContain(`${url}/console/join#cairn_join_x`);
  expect(made.out).toContain(`npx --yes @cairn-memory/cairn join "${url}/console/join#cairn_join_x"`);
  expect(made.out).toContain('works on this machine alone');
  expect(made.out).not.toContain('\u001b[31m');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ name: 'Bob', role: 'reader', teamId: team.teamId, days: 2 },
  });
  expect((await cairn(['invitations', 'list'])).out).toMatch(/waiting .*for the team Platform.*by Ana/);
  expect((await cairn(['invitations', 'revoke', invitation.invitationId])).out).toMatch(/Its link works no more/);
});

test('joins nobody by an incomplete link, without consent, or at an address that is no Cairn', async () => {
  const link = `${url}/console/join#cairn_join_x`;
  const preview = { name: 'Bob', organisation: 'default', role: 'writer', team: null, invitedBy: 'Ana', expiresAt: 1 };
  const other = await cairn(['join', link, '--yes']);
  replies['POST /console/session/invitation'] = { json: preview };

  const incomplete = await cairn(['join', `${url}/console/join`, '--yes']);
  const unasked = await cairn(['join', link]);

  expect(other).toMatchObject({ code: 1, err: expect.stringContaining('[route/unknown]') });
  expect(incomplete).toMatchObject({ code: 2, err: expect.stringContaining('The link is incomplete') });
  expect(unasked).toMatchObject({ code: 2, err: expect.stringContaining('the link still works') });
  expect(unasked.err).toContain('Ana invites you to the team memory');
  expect(calls.map((call) => call.url)).not.toContain('/console/session/join');
});

test('leaves a schedule of backups in the data folder, ends it, and refuses one that cannot be', async () => {
  const scheduleFile = join(dir, 'cairn.backup-schedule.json');
  const read = () => JSON.parse(readFileSync(scheduleFile, 'utf8')) as object;

  expect(await cairn(['backup', '--every', '12h', '--keep', '3', '--to', '/backups'])).toMatchObject({ code: 0 });
  expect(read()).toEqual({ every: '12h', keep: 3, to: '/backups' });
  expect(await cairn(['backup', '--every', 'daily', '--to', '/backups'])).toMatchObject({ code: 2 });
  expect(await cairn(['backup', '--every', '1d'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--to FOLDER'),
  });
  expect(await cairn(['backup', '--every', '1d', 's3://bucket/x'])).toMatchObject({ code: 2 });
  expect(await cairn(['backup', join(dir, 'one.db'), '--keep', '2'])).toMatchObject({ code: 2 });
  expect(read()).toEqual({ every: '12h', keep: 3, to: '/backups' });
  expect(await cairn(['backup', '--every', 'off'])).toMatchObject({ code: 0 });
  expect(read).toThrow('ENOENT');
});
