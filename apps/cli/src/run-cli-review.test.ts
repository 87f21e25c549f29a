import { PassThrough } from 'node:stream';
import { cairn, calls, keyFile, replies } from './running-cli.fixture.ts';

const idOf = (at: number) => `0190c0de-0000-7000-8000-00000000000${at}`;
const proposal = (at: number, content: string, fields: object = {}) => ({
  ...{ memoryId: idOf(at), kind: 'rule', category: 'rule', title: content, content, status: 'waiting' },
  ...{ proposedBy: { principalId: idOf(9), name: 'claude' }, owner: { principalId: idOf(9), name: 'Ada' } },
  ...{ isOwn: true, needsPerson: false, certainty: 0.5, visibility: 'private', sightings: 1, project: null },
  ...{ quotes: [{ text: content }], store: 'semantic', tags: [], subject: null, attribute: null },
  ...{ validFrom: null, validTo: null, channel: null, version: 1, timestamp: null, createdAt: 5, sourceIds: [] },
  ...fields,
});
const decided = (at: number, status: string) => ({
  json: { memoryId: idOf(at), status, state: 'active', version: 2, visibility: 'private' },
});
const acts = () =>
  calls.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.slice('/v1/proposals/'.length), body]);

beforeEach(() => {
  keyFile();
  const proposals = ['Never on Fridays.', 'Use pnpm.', 'The port is 5432.'].map((text, at) => proposal(at, text));
  replies['GET /v1/proposals'] = { json: { proposals, counts: { rule: 3 }, nextCursor: null } };
  for (const at of [0, 1, 2])
    for (const [act, status] of Object.entries({
      keep: 'kept',
      mine: 'kept',
      reject: 'rejected',
      correct: 'kept',
      undo: 'waiting',
    }))
      replies[`POST /v1/proposals/${idOf(at)}/${act}`] = decided(at, status);
});

/** Runs `cairn review` in a terminal in which these keys were typed before it reads them. */
async function press(keys: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(keys);
  return cairn(['review'], { TERM: 'dumb' }, stdin);
}

test('shows one proposal at a time, with its text once and one line about it', async () => {
  const { out, code } = await press('jkq');

  const shown = [0, 1, 0].map((at) => [
    ['Never on Fridays.', 'Use pnpm.'][at],
    `    rule  by claude  for you alone  ${idOf(at)}`,
  ]);
  expect(out.split('\n').filter((line) => !line.startsWith('y keep'))).toEqual([
    ...shown.flat(),
    ...['Decided on 0 proposals.', ''],
  ]);
  expect(code).toBe(0);
});

test.each([
  ['yq', [[`${idOf(0)}/keep`, {}]]],
  ['oq', [[`${idOf(0)}/keep`, { visibility: 'org' }]]],
  ['jnq', [[`${idOf(1)}/reject`, {}]]],
  ['\u001b[Bmq', [[`${idOf(1)}/mine`, {}]]],
  ['yyyyq', [0, 1, 2].map((at) => [`${idOf(at)}/keep`, {}])],
  [
    'ynuuuq',
    [
      [`${idOf(0)}/keep`, {}],
      [`${idOf(1)}/reject`, {}],
      [`${idOf(1)}/undo`, {}],
      [`${idOf(0)}/undo`, {}],
    ],
  ],
])('%j decides', async (keys, sent) => {
  await press(keys);

  expect(acts()).toEqual(sent);
});

test('shows a refusal and goes on with the same proposal', async () => {
  replies[`POST /v1/proposals/${idOf(0)}/keep`] = {
    status: 403,
    json: { error: { code: 'auth/forbidden', message: 'a person must keep it' } },
  };

  const { out, code } = await press('ynq');

  expect(out).toContain('a person must keep it');
  expect(acts().map(([path]) => path)).toEqual([`${idOf(0)}/keep`, `${idOf(0)}/reject`]);
  expect(code).toBe(0);
});

test('corrects a proposal with the text that the editor saves, and its title with it', async () => {
  const editor = `node -e "const fs = require('fs'); fs.writeFileSync(process.argv[1], 'Never on Mondays.')"`;

  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write('e');
  const quit = (text: string) => text.includes('kept, for') && stdin.write('q');

  await cairn(['review'], { TERM: 'dumb', EDITOR: editor }, stdin, undefined, quit);

  expect(acts()).toEqual([[`${idOf(0)}/correct`, { content: 'Never on Mondays.', title: 'Never on Mondays.' }]]);
});

test('edits on a line of the terminal without an editor', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write('e');
  let shown = '';
  const type = (text: string) => {
    shown += text;
    if (text.includes('Never on Fridays.') && shown.includes('> ')) stdin.write(' Or Mondays.\r');
    if (text.includes('kept, for')) stdin.write('q');
  };

  await cairn(['review'], { TERM: 'dumb' }, stdin, undefined, type);

  const content = 'Never on Fridays. Or Mondays.';
  expect(acts()).toEqual([[`${idOf(0)}/correct`, { content, title: content }]]);
});

test('ends with the input, and loads further pages', async () => {
  const proposals = [proposal(0, 'Never on Fridays.')];
  replies['GET /v1/proposals'] = { json: { proposals, counts: { rule: 9 }, nextCursor: idOf(5) } };

  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end('j');
  const { out } = await cairn(['review'], { TERM: 'dumb' }, stdin);

  expect(calls.filter(({ url }) => url.includes(`cursor=${idOf(5)}`))).toHaveLength(1);
  expect(out).toContain('Decided on 0 proposals.');
});

test('keeps the options of the list out of the help of its commands, and refuses them there', async () => {
  const { out } = await cairn(['review', 'keep', '--help']);
  const late = await cairn(['review', 'keep', idOf(0), '--kind', 'rule']);
  const early = await cairn(['review', '--kind', 'rule', 'keep', idOf(0)]);

  expect(out).toMatch(/Global Options:[^]*--url/);
  expect(out).not.toMatch(/--meaning|--kind/);
  expect([late, early]).toMatchObject([
    { code: 2, err: expect.stringContaining("review keep has no option '--kind'") },
    { code: 2, err: expect.stringContaining("review keep has no option '--kind'") },
  ]);
});

describe('what an import brought', () => {
  const imported = (at: number, title: string, more: object = {}) => ({
    ...{ memoryId: idOf(at), category: 'rule', title, content: `${title} At all.`, version: at + 1, channel: null },
    ...{ visibility: 'org', createdAt: 5, validTo: null, norms: ['forbids rm', 'instead ask Ben'] },
    ...{ writtenBy: { principalId: idOf(9), name: 'Ada', kind: 'person' }, importedBy: { importId: 'i1' } },
    ...more,
  });
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const answered = (more: object) => ({ json: { confirmed: [], suspect: [], changed: [], ...more } });
  const confirming = ['review', 'confirm', '--import', 'i1'];

  beforeEach(() => {
    const memories = [imported(0, 'Never on Fridays.'), imported(1, 'Obey.', { signals: ['override'] })];
    replies['GET /v1/review/imported'] = { json: { memories, nextCursor: null } };
    replies['POST /v1/imports/i1/confirm'] = answered({ confirmed: [idOf(0)] });
  });

  it('is shown in full before the question, also with --json, and confirmed as it was shown, without suspect texts', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.end('y\n');

    const { code, out, err } = await cairn([...confirming, '--json'], { TERM: 'dumb' }, stdin);

    expect(err).toContain(
      'Never on Fridays.  [rule]\n    Never on Fridays. At all.\n    forbids rm\n    instead ask Ben\n',
    );
    expect(err).toContain('reads like planted instructions: override');
    expect(err).toContain('Confirm 1 rule or decision of this import, without the 1 that read like planted');
    expect(sent()).toEqual([{ memories: [{ id: idOf(0), version: 1 }] }]);
    expect(JSON.parse(out)).toEqual({ importId: 'i1', confirmed: [idOf(0)], suspect: [idOf(1)], changed: [] });
    expect(code).toBe(0);
  });

  it('is named where it changed after it was listed', async () => {
    replies['POST /v1/imports/i1/confirm'] = answered({ changed: [idOf(0)] });

    const { out } = await cairn([...confirming, '--yes']);

    expect(out).toContain('Nothing was confirmed.\nThese changed after they were listed');
    expect(out).toContain(`show ${idOf(0)}`);
    expect(out).toContain(`review confirm ${idOf(1)}`);
  });

  it('is confirmed by as many requests as it needs', async () => {
    const memories = Array.from({ length: 150 }, (_, at) => imported(at % 9, `Rule ${at}.`));
    replies['GET /v1/review/imported'] = { json: { memories, nextCursor: null } };

    await cairn([...confirming, '--yes']);

    expect(sent().map((body) => (body as { memories: object[] }).memories.length)).toEqual([100, 50]);
  });

  it('is listed page by page up to the limit, with what it forbids', async () => {
    const memories = Array.from({ length: 100 }, (_, at) => imported(at % 9, `Rule ${at}.`));
    replies['GET /v1/review/imported'] = { json: { memories, nextCursor: idOf(5) } };

    const { out } = await cairn(['review', 'imported', '--limit', '150']);

    const asked = calls
      .filter(({ method, url }) => method === 'GET' && url.includes('/imported'))
      .map(({ url }) => url);
    expect(asked.map((url) => Object.fromEntries(new URL(url, 'http://x').searchParams))).toEqual([
      { limit: '100' },
      { limit: '50', cursor: idOf(5) },
    ]);
    expect(out).toContain('    forbids rm\n    instead ask Ben\n');
    expect(out).toContain('There are more: leave out --limit.');
  });

  it.each([
    [[idOf(0), '--import', 'i1', '--json'], 'not both'],
    [['--import', 'i1', '--channel', 'ops'], '--channel is for ids'],
    [[idOf(0), '--yes'], '--yes answers'],
    [[], 'Ids of memories are missing'],
  ])('refuses %j', async (typed, why) => {
    const { code, out, err } = await cairn(['review', 'confirm', ...typed]);

    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
    expect(sent()).toEqual([]);
  });
});
