import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { CliContext } from './context/cli-context.ts';
import { cairnProgram, runCli } from './run-cli.ts';

const ID = '0190c0de-0000-7000-8000-000000000003';

/** Valid call of every command that asks a server. FILE and DIR stand for a Markdown file and its folder, JSONL for messages. */
const asking: readonly string[] = [
  ...['demo', 'connect cursor --yes', 'recall stairs', 'overview stairs', 'why stairs', 'wake', 'preflight deploy'],
  ...['notes list', 'notes show a.md', 'notes put a.md --file FILE', 'notes append a.md more', 'notes delete a.md'],
  ...[
    'notes links a.md',
    'notes replace a.md --old x --new y',
    'notes insert a.md 0 more',
    'notes rename a.md b.md',
    'notes delete-below log/ --yes',
    'notes search stairs',
    'sync DIR',
    'patterns recall x',
    'patterns save x --category convention',
  ],
  ...['skills export DIR/skills', 'kb list', 'kb create handbook', `kb set ${ID} --inactive`, `kb delete ${ID} --yes`],
  ...['kb import handbook FILE', `kb query ${ID} stairs`, 'search stairs', 'recent', 'list memories', 'list messages'],
  ...[`show ${ID}`, `trace ${ID}`, 'graph owners x', 'graph connection x y', 'graph dependencies x', 'graph explore x'],
  ...['graph entities', 'graph merge x y', 'graph rename x y', `graph split x y ${ID}`, `graph undo ${ID}`],
  ...[
    'graph duplicates',
    'graph apart x y',
    'graph corrections',
    'remember stairs',
    `update ${ID} --title x`,
    `supersede ${ID} --content x`,
  ],
  ...[`share ${ID} --with org`, `archive ${ID}`, `restore ${ID}`, `history ${ID}`, `forget ${ID}`],
  ...['checkpoint create x', 'checkpoint list', `checkpoint show ${ID}`, `checkpoint compare ${ID}`, 'contradictions'],
  ...[
    'review',
    'review --meaning',
    'review --meaning --propose',
    'review imported',
    `review correct ${ID} --content x`,
  ],
  ...['keep', 'reject', 'mine', 'undo', 'confirm', 'unconfirm', `merge --into ${ID}`].map(
    (act) => `review ${act} ${ID}`,
  ),
  ...['imports', 'import --undo x --yes', 'import jsonl JSONL', 'import claude-code DIR/claude', 'import markdown DIR'],
  ...['export', 'keys list', 'keys create x', `keys rotate ${ID}`, `keys revoke ${ID} --yes`],
  ...['people list', 'people add x', `people set ${ID} --name y`, `people leave ${ID} --forget --yes`, 'teams list'],
  ...[
    'digest --since 1d',
    'webhooks list',
    'webhooks add https://chat.example/x',
    `webhooks test ${ID}`,
    `webhooks remove ${ID}`,
  ],
  ...['invite x', 'invitations list', `invitations revoke ${ID}`],
  ...['teams create x', `teams add x ${ID}`, `teams remove x ${ID}`, 'teams delete x', 'channels list'],
  ...[
    'channels close x',
    'channels open x',
    'orgs list',
    'orgs create x',
    'orgs show x',
    'orgs limit x --stored-items 5',
  ],
  ...[
    'orgs remove x --yes',
    'audit list',
    'audit verify',
    'audit export',
    'reindex',
    'graph rebuild',
    'graph progress',
    'reindex status',
  ],
  ...['reindex switch words-1', 'reindex rollback', 'reindex retire words-1', 'verify', 'aliases list'],
  ...['aliases set x', 'aliases remove x', `feedback ${ID} used`, 'masking on', 'recall-limit 5', 'retention show'],
  ...['retention set --kind message', 'retention remove --kind message', 'retention run --yes', 'limits', 'queues'],
  ...['dead-letters list', 'dead-letters replay', 'extract', 'channels unread', 'channels extraction x off'],
];

/** Commands that ask no server, or whose exit code does not follow its answer. */
const others: Readonly<Record<string, string>> = {
  start: 'becomes the server',
  open: 'opens a browser',
  join: 'asks the server of the link, not the one of these tests',
  disconnect: 'undoes what stands in files, and goes on without a server',
  import: 'does nothing without --undo',
  'import codex': 'is as import claude-code',
  'import chatgpt': 'is as import claude-code',
  'import claude-ai': 'is as import claude-code',
  'import slack': 'is as import claude-code',
  'import chat': 'is as import claude-code',
  'import git-log': 'is as import markdown, from a repository',
  'import repository': 'is as import markdown',
  'import rules': 'is as import markdown',
  'import adr': 'is as import markdown',
  'service install': 'asks the system',
  'service uninstall': 'asks the system',
  'service status': 'asks the system',
  backup: 'reads a folder',
  'backup restore': 'writes a folder',
  completion: 'prints a script',
  doctor: 'says what is wrong, and ends by it',
  migrate: 'talks to a database',
  mcp: 'serves its own input',
  hook: 'never fails an agent',
};

const dir = mkdtempSync(join(tmpdir(), 'cairn-exit-'));
let server: Server;
let url: string;
let answerTo: (address: string) => { readonly status: number; readonly json: unknown };
let writes: string[];

beforeAll(async () => {
  chmodSync(dir, 0o700);
  for (const folder of ['notes/claude', 'data']) mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, 'notes/a.md'), '# Stairs\n\nThey come first.\n');
  writeFileSync(join(dir, 'notes/messages.jsonl'), '{"id":"1","conversation":"c","content":"Stairs first."}\n');
  const said = { type: 'user', uuid: 'u1', sessionId: 's1', timestamp: '2026-03-01T10:00:00Z', cwd: '/x' };
  const message = { role: 'user', content: 'we ship on Friday' };
  writeFileSync(join(dir, 'notes/claude/s1.jsonl'), `${JSON.stringify({ ...said, message })}\n`);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { method = '', url: address = '' } = request;
      const isPreview = /"confirm":false|"dryRun":true|confirm=false/.test(body + address);
      if (method !== 'GET' && !isPreview) writes.push(`${method} ${address}`);
      const { status, json } = address === '/healthz' ? { status: 200, json: { status: 'ok' } } : answerTo(address);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => {
  writes = [];
});

function contextOf({ out = [], err = [] }: { out?: string[]; err?: string[] }, said?: string): CliContext {
  const isTTY = said !== undefined;
  return {
    ...{ env: { CAIRN_OPERATOR_KEY: 'cairn_operator' }, home: dir, serverBundle: join(dir, 'none.mjs'), exitCode: 0 },
    stdin: Object.assign(Readable.from(isTTY ? [said] : []), { isTTY }),
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text), isTTY },
    interrupted: new AbortController().signal,
  };
}

async function cairn(line: string, at: string, said?: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const words = line.split(' ').map((word) =>
    word
      .replace(/^FILE$/, join(dir, 'notes/a.md'))
      .replace(/^JSONL$/, join(dir, 'notes/messages.jsonl'))
      .replace(/^DIR/, join(dir, 'notes')),
  );
  const place = ['--data-dir', join(dir, 'data'), '--url', at, '--key', 'cairn_k'];
  return {
    code: await runCli([...words, ...place], contextOf({ out, err }, said)),
    out: out.join(''),
    err: err.join(''),
  };
}

const program = cairnProgram(contextOf({}));
const pathsOf = (command: Command, path: readonly string[] = []): string[] =>
  command.commands.flatMap((sub) => {
    const here = [...path, sub.name()];
    return sub.commands.length === 0 ? [here.join(' ')] : [here.join(' '), ...pathsOf(sub, here)];
  });
const groups = program.commands.filter(({ commands }) => commands.length > 0).map((group) => group.name());
const pathOf = (line: string): string => {
  const [first = '', second = ''] = line.split(' ');
  return groups.includes(first) && /^[a-z-]+$/.test(second) && !second.startsWith('-') ? `${first} ${second}` : first;
};

it('has a row for each command', () => {
  const rows = new Set([...asking.map(pathOf), ...Object.keys(others)]);
  const idle = groups.filter((group) => !['import', 'reindex'].includes(group));

  expect(pathsOf(program).filter((path) => !rows.has(path) && !idle.includes(path))).toEqual([]);
  expect([...rows].filter((path) => !pathsOf(program).includes(path))).toEqual([]);
});

it.each([...new Set([...asking, ...Object.keys(others)])])(
  'ends with 2 where "%s" has an option that there is not',
  async (line) => {
    const { code, err } = await cairn(`${line} --no-such-option`, url);

    expect([code, err]).toEqual([2, expect.stringContaining('--no-such-option')]);
  },
);

it.each(asking)('ends with 3 where no server answers to "%s"', async (line) => {
  const { code, err } = await cairn(line, 'http://127.0.0.1:9');

  expect([line, code, err]).toEqual([line, 3, expect.stringContaining('no answer from http://127.0.0.1:9')]);
});

/** Commands that continue after a refused item and fail at the end. */
const byItem = /^(demo|import (jsonl|claude-code)|kb import)\b/;

const refusals = [
  [401, 'auth/missing', 'no such key', 1],
  [403, 'auth/forbidden', 'needs another role', 1],
  [404, 'item/unknown', 'There is no', 1],
  [409, 'key/last-admin', 'is the last one', 1],
  [400, 'request/invalid', 'cannot be read', 2],
] as const;
describe.each(refusals)('a server that answers %d', (status, code, message, exitCode) => {
  it.each(asking)(`ends "%s" with ${exitCode} and says why`, async (line) => {
    answerTo = () => ({ status, json: { error: { code, message } } });

    const end = await cairn(line, url);

    expect([line, end.code]).toEqual([line, byItem.test(line) ? 1 : exitCode]);
    expect(end.out + end.err).toMatch(byItem.test(line) ? /\S/ : `${message}`);
  });
});

/** Commands that permanently delete stored items or revoke access. */
const taking = [
  ...[`forget ${ID} --permanent`, 'forget --source x', 'import --undo x', 'notes delete a.md --forget'],
  ...[`kb delete ${ID}`, `people leave ${ID} --forget`, `keys revoke ${ID}`, `orgs remove ${ID}`, 'retention run'],
];

const held = { messages: 1, memories: 1, notes: 0, bytes: 9, principals: 1, keys: 1 };
const none = { callsPerMinute: null, storedItems: null, storedBytes: null, embeddedBytesPerHour: null };
const organisation = { orgId: ID, name: 'Acme', createdAt: 1, limits: none, ...held };
const memory = {
  ...{ kind: 'memory', id: ID, version: 1, state: 'active', store: 'semantic', category: 'rule', title: 'Stairs' },
  ...{ content: 'Stairs first.', tags: [], strength: 0.8, declaredConfidence: 0.9, valence: 0, arousal: 0.3 },
  ...{ validFrom: null, validTo: null, subject: null, sourceIds: [], orgId: ID, principalId: ID, channel: null },
  ...{ visibility: 'org', timestamp: 1, createdAt: 1, source: 'x', externalId: null, provenance: {} },
  index: { words: 'indexed', vectors: 'indexed' },
};
/** Answers to previews only; all other requests fail. */
const previews: readonly (readonly [RegExp, unknown])[] = [
  [/^\/v1\/forgets/, { confirmed: false, preview: { messages: 1, memories: 0, changed: 0, others: 0, examples: [] } }],
  [/^\/v1\/retention/, { dryRun: true, preview: [{ kind: 'message', channel: null, archive: 0, forget: 1 }] }],
  [/confirm=false/, { confirmed: false, preview: organisation }],
  [/^\/v1\/organisations/, { organisations: [organisation], removals: [] }],
  [/^\/v1\/memories/, memory],
];

describe.each(taking)('"%s"', (line) => {
  beforeEach(() => {
    answerTo = (address) => {
      const json = previews.find(([path]) => path.test(address))?.[1];
      return json ? { status: 200, json } : { status: 404, json: { error: { code: 'item/unknown', message: 'none' } } };
    };
  });

  it('changes nothing and ends with 2 where there is no terminal to ask on', async () => {
    const { code, err } = await cairn(line, url);

    expect([code, err]).toEqual([2, expect.stringContaining('--yes')]);
    expect(writes).toEqual([]);
  });

  it('changes nothing and ends with 130 where the answer is no', async () => {
    const { code, err } = await cairn(line, url, 'n\n');

    expect([code, err]).toEqual([130, expect.stringMatching(/Nothing was (changed|forgotten)\./)]);
    expect(writes).toEqual([]);
  });

  it.each([
    ['yes\n', ''],
    [undefined, ' --yes'],
  ])('goes on after %j%s', async (said, flag) => {
    await cairn(`${line}${flag}`, url, said);

    expect(writes).toHaveLength(1);
  });
});
