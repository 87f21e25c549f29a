import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { timeOf } from './terminal/print-hits.ts';
import { dir, calls, replies, stats, keyFile, cairn } from './running-cli.fixture.ts';

const receiptOf = (kind: 'message' | 'memory') => ({
  kind,
  id: '0190c0de-0000-7000-8000-000000000002',
  version: 1,
  state: 'active',
  created: true,
  index: { words: 'indexed', vectors: 'pending' },
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

test('reports the beginning and the end of an import, and lists past imports with what failed and why', async () => {
  keyFile();
  replies['POST /v1/messages'] = { status: 201, json: { items: [receiptOf('message')] } };
  writeFileSync(join(dir, 'messages.jsonl'), '{"id":"a","content":"hello"}\n{broken\n');
  const name = basename(dir);

  await cairn(['import', 'jsonl', dir, '--visibility', 'private']);

  const reports = calls.filter(({ url: at }) => at.startsWith('/v1/imports/'));
  const named = { name, format: 'jsonl', readers: 'private' };
  expect(reports.map(({ body }) => body)).toMatchObject([
    { ...named, state: 'running', share: 0, created: 0, failures: [] },
    { ...named, state: 'complete', created: 1, failed: 1, failures: [{ place: 'messages.jsonl:2' }] },
  ]);
  const past = {
    ...{ importId: '2026-1', ...named, state: 'stopped', created: 3, present: 0, failed: 1, problem: 'disk full' },
    failures: [{ place: 'line 4', reason: 'content: is missing' }],
    by: { principalId: '0190c0de-0000-7000-8000-000000000001', name: 'Ana' },
    ...{ startedAt: 1, pace: null, endedAt: 2, undone: null },
  };
  replies['GET /v1/imports'] = { json: { imports: [past] } };
  expect((await cairn(['imports'])).out).toMatch(
    /^2026-1 .* {2}jsonl {2}by Ana {2}3 new, 0 already there, 1 failed {2}stopped\n {2}stopped disk full\n {2}failed line 4 {2}content: is missing/,
  );
  const running = { ...past, state: 'running', pace: { perSecond: 12, secondsLeft: 75 }, endedAt: null };
  replies['GET /v1/imports'] = { json: { imports: [running] } };
  expect((await cairn(['imports'])).out).toContain('1 failed  running, 12 a second, 1m 15s left\n');
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
    const uses = { times: 14, since: Date.UTC(2026, 4, 3), by: { recall: 14 } };
    const unused = { ...item, title: 'Unused', lacks: 'forbids' };
    replies['GET /v1/meaning'] = { json: { items: [{ ...item, lacks: 'forbids', uses }, unused] } };

    const { out } = await cairn(['review', '--meaning']);

    expect(out).toContain('Cluster  [rule]  used 14 times since 2026-05-03\n    Never by hand.\n');
    expect(out).toContain('Unused  [rule]\n');
    expect(out).toContain(`update ${memoryId} --forbids`);
  });

  it('are listed while they wait for a review, and decided on', async () => {
    const memoryId = '0190c0de-0000-7000-8000-000000000002';
    const proposal = {
      ...{ memoryId, kind: 'rule', category: 'rule', title: 'Cluster', content: 'Never by hand.', status: 'waiting' },
      ...{ proposedBy: { principalId: memoryId, name: 'claude' }, owner: { principalId: memoryId, name: 'Ada' } },
      ...{ isOwn: true, needsPerson: true, certainty: 0.5, visibility: 'org', sightings: 1, project: null },
      ...{ quotes: [{ text: 'please never by hand' }], store: 'semantic', tags: [], subject: null, attribute: null },
      ...{ validFrom: null, validTo: null, channel: null, version: 1, timestamp: null, createdAt: 5, sourceIds: [] },
      replaces: { memoryId, title: 'Hand', content: 'By hand.', state: 'active' },
    };
    replies['GET /v1/proposals'] = { json: { proposals: [proposal], counts: { rule: 3 }, nextCursor: memoryId } };
    const decision = {
      ...{ memoryId, status: 'kept', state: 'active', version: 2, visibility: 'org', replaced: memoryId },
    };
    const failures = [{ memoryId, code: 'proposal/decided', message: 'It is rejected already.' }];
    replies['POST /v1/proposals/decide'] = { json: { decisions: [decision], failures } };

    const { out } = await cairn(['review']);
    const kept = await cairn(['review', 'keep', memoryId, memoryId, '--to', 'org']);

    expect(out).toContain(
      `Cluster: Never by hand.\n    rule  by claude  for everyone  a person must keep it  ${memoryId}\n    said: please never by hand`,
    );
    expect(out).toContain('contradicts: By hand.');
    expect(out).toContain('In all: 3 rule. More: --limit 100.');
    expect(kept.out).toContain(`${memoryId}: kept, for everyone\n    ${memoryId} was superseded\n`);
    expect(kept.out).toContain('It is rejected already.');
    expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('Nothing was decided on 1 proposal.')]);
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

test('previews a deletion by text with the title and the text around what matches, and prints no escapes of it', async () => {
  keyFile();
  const [memory, message] = ['0190c0de-0000-7000-8000-000000000003', '0190c0de-0000-7000-8000-000000000004'];
  const preview = {
    ...{ messages: 1, memories: 1, changed: 0, others: 0 },
    examples: [
      { kind: 'memory', id: memory, text: 'Lease', timestamp: 1, excerpt: 'Kiel costs 900. \u001b[31mAna signs.' },
      { kind: 'message', id: message, text: 'The beginning', timestamp: 1, excerpt: '…and Kiel\nfollows' },
    ],
  };
  replies['POST /v1/forgets'] = { json: { confirmed: false, preview } };

  const { out } = await cairn(['forget', '--containing', 'Kiel', '--dry-run']);

  expect(out).toContain(`  memory ${memory}  Lease\n    Kiel costs 900. `);
  expect(out).toContain('Ana signs.');
  expect(out).toMatch(new RegExp(`message ${message}  …and Kiel.*follows`, 'u'));
  expect(out).not.toContain('\u001b[31m');
});
