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
