import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MemoryInput } from '@cairn/contracts';
import type { ParsedLine } from '@cairn/importers';
import { checkoutOf } from '@cairn/importers';
import { readRepository } from './read-repository.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-repository-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

async function read(): Promise<ParsedLine[]> {
  const parsed: ParsedLine[] = [];
  for await (const one of readRepository(root, { repository: 'acme/shop' })) parsed.push(one);
  return parsed;
}
const memoriesIn = (parsed: readonly ParsedLine[]): MemoryInput[] =>
  parsed.flatMap((one) => (one.type === 'memory' ? [one.input] : []));
const relationsIn = (memories: readonly MemoryInput[]): string[] =>
  memories.flatMap(({ relations = [] }) =>
    relations.map(({ from, type, to, evidence }) => `${from} ${type} ${to} ${evidence?.path}:${evidence?.line}`),
  );

it('makes memories of what files say, each relation with its file and line', async () => {
  write({
    '.github/CODEOWNERS': '* @acme/all\n/pay/ @ana\n',
    CODEOWNERS: '* @nobody\n',
    'pay/package.json': '{\n "name": "@acme/pay",\n "dependencies": { "left-pad": "1" }\n}',
    'node_modules/other/package.json': '{ "name": "other", "dependencies": { "x": "1" } }',
    'docker-compose.yml': 'services:\n  web:\n    depends_on: [db]\n  db:\n    image: postgres\n',
    OWNERS_ALIASES: 'aliases:\n  leads:\n    - bo\n',
    'api/OWNERS': 'approvers:\n  - leads\n',
    'config/acme/org.yaml': 'members: [cy]\n',
    'config/acme/sig/teams.yaml': 'teams:\n  core:\n    members: [cy]\n    repos: { shop: admin }\n',
    'elsewhere/teams.yaml': 'teams: { not-read: {} }\n',
    'doc/adr/2.md': '# Use Postgres\n\nSupersedes [the first](1.md)\n',
  });
  const memories = memoriesIn(await read());

  expect(relationsIn(memories).sort()).toEqual([
    'decision:acme/shop:doc/adr/2.md replaces decision:acme/shop:doc/adr/1.md doc/adr/2.md:3',
    'package:@acme/pay depends_on package:left-pad pay/package.json:3',
    'package:@acme/pay located_in path:acme/shop:pay pay/package.json:2',
    'person:@ana owns package:@acme/pay .github/CODEOWNERS:2',
    'person:@bo approves path:acme/shop:api api/OWNERS:2',
    'person:@cy member_of organisation:acme config/acme/org.yaml:1',
    'person:@cy member_of team:acme/core config/acme/sig/teams.yaml:3',
    'service:db uses resource:postgres docker-compose.yml:5',
    'service:web depends_on service:db docker-compose.yml:3',
    'team:@acme/all owns path:acme/shop:* .github/CODEOWNERS:1',
    'team:acme/core owns repository:acme/shop config/acme/sig/teams.yaml:4',
  ]);
  expect(memories.flatMap(({ rules = [] }) => rules)).toMatchObject([
    { tool: 'codeowners', pattern: '*', owners: ['team:@acme/all'], evidence: { line: 1 } },
    { tool: 'codeowners', pattern: '/pay/', owners: ['person:@ana'], evidence: { line: 2 } },
    { tool: 'owners', pattern: 'api', owners: ['person:@bo'] },
  ]);
  expect(memories.find(({ category }) => category === 'decision')).toMatchObject({
    title: 'Use Postgres',
    source: 'adr:acme/shop',
  });
});

it('gives an unchanged file the same id, and a changed one another', async () => {
  const idsOf = async () => memoriesIn(await read()).map(({ externalId }) => externalId);
  write({ CODEOWNERS: '* @ana\n', 'package.json': '{ "name": "a", "dependencies": { "b": "1" } }' });
  const [owners, manifest] = await idsOf();
  expect(await idsOf()).toEqual([owners, manifest]);
  write({ CODEOWNERS: '* @bo\n' });
  const [changed, same] = await idsOf();

  expect(changed).not.toBe(owners);
  expect(same).toBe(manifest);
});

it('spreads a long file over memories that each fit, and keeps the order of its rules', async () => {
  const lines = Array.from({ length: 450 }, (_, at) => `/folder-${at}/ @owner-${at}`);
  write({ CODEOWNERS: lines.join('\n') });
  const memories = memoriesIn(await read());

  expect(memories.map(({ title }) => title)).toEqual([
    'CODEOWNERS of acme/shop, lines 1 to 100',
    'CODEOWNERS of acme/shop, lines 101 to 200',
    'CODEOWNERS of acme/shop, lines 201 to 300',
    'CODEOWNERS of acme/shop, lines 301 to 400',
    'CODEOWNERS of acme/shop, lines 401 to 450',
  ]);
  expect(memories.flatMap(({ rules = [] }) => rules.map(({ evidence }) => evidence.line))).toEqual(
    lines.map((_, at) => at + 1),
  );
});

it('names what it cannot read, reads the rest, and follows no link', async () => {
  write({ 'api/OWNERS': 'approvers: [', CODEOWNERS: '!/x @ana\n* @bo\n', 'other/OWNERS': 'approvers: [eve]\n' });
  symlinkSync(join(root, 'other'), join(root, 'linked'));
  const parsed = await read();

  expect(
    parsed.flatMap((one) => (one.type === 'failed' ? [`${one.place.file}:${one.place.line} ${one.reason}`] : [])),
  ).toEqual([
    expect.stringContaining('CODEOWNERS:1 GitHub does not read patterns with !'),
    expect.stringContaining('api/OWNERS:1 not valid YAML'),
  ]);
  expect(memoriesIn(parsed).map(({ title }) => title)).toEqual([
    'CODEOWNERS of acme/shop',
    'other/OWNERS of acme/shop',
  ]);
});

it('names the line of a compose file that uses an anchor which is not defined, or that is no YAML, and reads the rest', async () => {
  write({
    CODEOWNERS: '* @bo\n',
    'a/compose.yml': 'services:\n  web:\n    <<: *base\n    depends_on: [db]\n',
    'b/compose.yml': 'services:\n  web:\n    depends_on: [db\n',
    'c/compose.yml': 'services:\n  web: *later\n  job: &later\n    depends_on: [db]\n',
  });
  const parsed = await read();

  expect(
    parsed.flatMap((one) => (one.type === 'failed' ? [`${one.place.file}:${one.place.line} ${one.reason}`] : [])),
  ).toEqual([
    'a/compose.yml:3 not valid YAML: an anchor that is not defined before it in line 3',
    expect.stringMatching(/^b\/compose\.yml:4 not valid YAML: \w+ in line 4$/u),
    'c/compose.yml:2 not valid YAML: an anchor that is not defined before it in line 2',
  ]);
  expect(memoriesIn(parsed).map(({ title }) => title)).toEqual(['CODEOWNERS of acme/shop']);
});

describe('the checkout of a folder', () => {
  it.each([
    ['git@code.example:acme/shop.git', 'acme/shop'],
    ['https://code.example/acme/shop', 'acme/shop'],
  ])('has the name of its remote %s', async (url, repository) => {
    write({ '.git/config': `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = x\n`, 'a/b.md': '' });

    expect(await checkoutOf(join(root, 'a'))).toEqual({ root, repository });
  });

  it('has the name of the main checkout in a worktree, and none outside of every checkout', async () => {
    write({
      'shop/.git/config': '[core]\n',
      'shop/.git/worktrees/fix/commondir': '../..\n',
      'shop-fix/.git': `gitdir: ${join(root, 'shop/.git/worktrees/fix')}\n`,
    });

    expect(await checkoutOf(join(root, 'shop-fix'))).toEqual({ root: join(root, 'shop-fix'), repository: 'shop' });
    expect(await checkoutOf(root)).toBeUndefined();
  });
});
