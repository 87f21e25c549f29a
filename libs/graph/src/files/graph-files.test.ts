import { buildGraph } from '../build-graph.ts';
import { GraphInMemory } from '../graph-in-memory.ts';
import { ownersOfName } from '../owners-of-name.ts';
import { readCodeowners } from './codeowners.ts';
import { readDecisionRecord } from './decision-record.ts';
import { readDockerCompose } from './docker-compose.ts';
import { readGithubOrganisation } from './github-organisation.ts';
import { readOwnersAliases, readOwnersFile } from './owners-file.ts';
import { readPackageManifest } from './package-manifest.ts';
import type { ReadStatements, SourceFile } from './source-file.ts';

const aFile = (path: string, lines: readonly string[]): SourceFile => ({
  repository: 'acme/shop',
  path,
  text: lines.join('\n'),
  saidAt: 0,
  memoryIdOf: (line) => `${path}:${line}`,
});

/** `line: from type to`. */
const told = ({ statements }: ReadStatements) =>
  statements.map(({ from, type, to, evidence }) => `${evidence.line}: ${from.name} ${type} ${to.name}`);

async function ownersOf(name: string, ...files: readonly ReadStatements[]): Promise<string[]> {
  const statements = files.flatMap((file) => file.statements);
  const graph = buildGraph({ statements, rules: files.flatMap(({ rules }) => rules) });
  const { ownership } = await ownersOfName(new GraphInMemory(graph), { name, asOf: 1 });
  return ownership?.owners.map(({ entity }) => entity.name) ?? [];
}

describe('readCodeowners', () => {
  const file = aFile('CODEOWNERS', [
    '# Everything',
    '*            @acme/all ops@acme.example # by default',
    'docs/a\\ b/  @lee',
    '/packages/ui @acme/ui',
    '/packages/ui/generated',
    '!secret      @lee',
  ]);

  it('keeps each owner with its line, and tells which lines GitHub skips', () => {
    const said = readCodeowners(file);

    expect(told(said)).toEqual([
      '2: @acme/all owns *',
      '2: ops@acme.example owns *',
      '3: @lee owns docs/a b/',
      '4: @acme/ui owns /packages/ui',
    ]);
    expect(said.failed).toMatchObject([{ line: 6 }]);
  });

  it('types a handle with a word of teams as a team', () => {
    const { statements } = readCodeowners(
      aFile('CODEOWNERS', ['* @platform-team @lee @sig_network @steam ana@web-team.io']),
    );

    expect(statements.map(({ from }) => from.type)).toEqual(['team', 'person', 'team', 'person', 'person']);
  });

  it("reads Bitbucket's file with its groups, and a name of the host where the file does not tell one", () => {
    const bitbucket = aFile('.bitbucket/CODEOWNERS', [
      'CODEOWNERS.toplevel.assignment_routing random 2',
      '@@@Devs @ana @@JS',
      '@@@JS @bo @@Devs',
      '* @lee',
      '/src/web/ @@JS kim@acme.example',
      '/ops/ @@Ops',
      '!/src/web/old.js',
    ]);

    const said = readCodeowners(bitbucket);

    expect(told(said)).toEqual([
      '4: @lee owns *',
      '5: @bo owns /src/web/',
      '5: @ana owns /src/web/',
      '5: kim@acme.example owns /src/web/',
      '6: @Ops owns /ops/',
    ]);
    expect([said.rules.length, said.failed]).toEqual([4, []]);
  });

  it('says of a path whose rule names nobody that a rule decides, and of a path without a rule that none does', async () => {
    const said = readCodeowners(aFile('CODEOWNERS', ['/src/ @lee', '/src/vendor/']));
    const graph = new GraphInMemory(buildGraph({ statements: said.statements, rules: said.rules }));
    const ruled = async (name: string) => {
      const { ownership } = await ownersOfName(graph, { name, asOf: 1 });
      return [ownership?.isRuled, ownership?.owners.map(({ entity }) => entity.name)];
    };

    expect(await ruled('src/vendor/a.js')).toEqual([true, []]);
    expect(await ruled('src/a.js')).toEqual([true, ['@lee']]);
    expect(await ruled('docs/a.md')).toEqual([false, []]);
  });

  it('speaks of the package that stands in exactly the folder of a rule', () => {
    const packages = new Map([['packages/ui', { type: 'package', name: '@acme/ui-kit' } as const]]);

    expect(told(readCodeowners(file, packages)).at(-1)).toBe('4: @acme/ui owns @acme/ui-kit');
  });

  it('skips lines as GitHub does, and reads a file with a byte order mark', async () => {
    const odd = aFile('CODEOWNERS', ['\uFEFF* @acme/all', 'src @lee team-without-at', '\\#notes @lee', 'docs/ @lee']);
    const said = readCodeowners(odd);

    expect(said.failed.map(({ line }) => line)).toEqual([2, 3]);
    expect(await ownersOf('src/main.ts', said)).toEqual(['@acme/all']);
    expect(await ownersOf('deep/docs/a.md', said)).toEqual(['@lee']);
  });

  it('answers as GitLab would: each section decides, with its own owners where a line names none', async () => {
    const said = readCodeowners(
      aFile('.gitlab/CODEOWNERS', [
        ...['* @acme/all', '[Backend][2] @acme/backend', '/api/', '/jobs/ @rina', '!/api/public/'],
        ...['^[Docs] @acme/writers', '*.md', '/handbook/'],
      ]),
    );

    expect(said.failed).toEqual([]);
    expect(await ownersOf('web/a.ts', said)).toEqual(['@acme/all']);
    expect(await ownersOf('api/v1/a.ts', said)).toEqual(['@acme/backend', '@acme/all']);
    expect(await ownersOf('jobs/a.ts', said)).toEqual(['@rina', '@acme/all']);
    expect(await ownersOf('api/public/a.ts', said)).toEqual(['@acme/all']);
    expect(await ownersOf('api/readme.md', said)).toEqual(['@acme/backend', '@acme/writers', '@acme/all']);
  });

  it('answers as GitHub would about paths that nobody listed', async () => {
    const said = readCodeowners(file);

    expect(await ownersOf('src/main.ts', said)).toEqual(['@acme/all', 'ops@acme.example']);
    expect(await ownersOf('packages/ui/button.ts', said)).toEqual(['@acme/ui']);
    expect(await ownersOf('packages/ui/generated/a.ts', said)).toEqual([]);
  });
});

describe('readOwnersFile', () => {
  const aliases = readOwnersAliases('aliases:\n  api-approvers:\n    - ana\n    - bo\n');
  const root = readOwnersFile(aFile('OWNERS', ['approvers:', '  - root']));
  const api = readOwnersFile(aFile('api/OWNERS', ['approvers:', '  - api-approvers', 'reviewers: [cy]']), aliases);
  const sealed = readOwnersFile(
    aFile('api/keys/OWNERS', [
      'options:',
      '  no_parent_owners: true',
      'filters:',
      '  "\\\\.go$":',
      '    approvers: [di]',
    ]),
  );

  it('takes approvers of the folder and, less sure, of those above; reviewers own nothing', async () => {
    expect(await ownersOf('api/v1/a.go', root, api)).toEqual(['@ana', '@bo', '@root']);
    expect(told(api)).toContain('3: @cy reviews api');
  });

  it('ends inheritance and applies filters', async () => {
    expect(await ownersOf('api/keys/a.go', root, api, sealed)).toEqual(['@di']);
    expect(await ownersOf('api/keys/a.md', root, api, sealed)).toEqual([]);
  });

  it.each([
    ['.*\\\\.go$', 'a/b.go', 'a/b.gob'],
    ['^docs/', 'docs/a.md', 'src/docs/a.md'],
    ['^docs/.*', 'docs/b/a.md', 'docs.md'],
    ['^go\\\\.mod$', 'go.mod', 'x/go.mod'],
  ])('applies the filter %s', async (filter, path, other) => {
    const said = readOwnersFile(aFile('OWNERS', ['filters:', `  "${filter}":`, '    approvers: [di]']));

    expect(said.failed).toEqual([]);
    expect([await ownersOf(path, said), await ownersOf(other, said)]).toEqual([['@di'], []]);
  });

  it('says which filter it cannot read', () => {
    const file = aFile('OWNERS', ['filters:', '  "(a|b)+$":', '    approvers: [di]']);

    expect(readOwnersFile(file).failed).toMatchObject([{ line: 2 }]);
  });
});

describe('readPackageManifest', () => {
  it('reads where a package stands and what it depends on, with lines', () => {
    const file = aFile('packages/ui/package.json', [
      '{ "name": "@acme/ui",',
      '  "dependencies": {',
      '    "@acme/core": "^1.0.0" },',
      '  "devDependencies": { "jest": "30" } }',
    ]);

    expect(told(readPackageManifest(file))).toEqual([
      '1: @acme/ui located_in packages/ui',
      '3: @acme/ui depends_on @acme/core',
      '4: @acme/ui built_with jest',
    ]);
  });

  it('reads which package stands under another name', () => {
    const dependencies =
      '{ "name": "a", "dependencies": { "b": "npm:@acme/b@^1", "c": "workspace:d@*", "e": "workspace:*" } }';

    expect(told(readPackageManifest(aFile('package.json', [dependencies])))).toEqual([
      '1: a depends_on @acme/b',
      '1: a depends_on d',
      '1: a depends_on e',
    ]);
  });

  it('names the package of a folder, and reads a file with a mark at its beginning and a key that stands twice', () => {
    const packages = new Map([['libs/ui-kit', { type: 'package', name: '@acme/ui-kit' } as const]]);
    const dependencies = [
      '"ui": "workspace:../../libs/ui-kit", "kit": "file:../../libs/ui-kit", "far": "link:../elsewhere"',
      '"zeta": "^1", "zeta": "^2", "star": "workspace:^"',
    ];
    const text = `\uFEFF{ "name": "@acme/app", "dependencies": { ${dependencies.join(', ')} } }`;

    expect(told(readPackageManifest(aFile('apps/app/package.json', [text]), packages))).toEqual([
      '1: @acme/app located_in apps/app',
      '1: @acme/app depends_on @acme/ui-kit',
      '1: @acme/app depends_on @acme/ui-kit',
      '1: @acme/app depends_on far',
      '1: @acme/app depends_on zeta',
      '1: @acme/app depends_on star',
    ]);
  });

  it('says nothing of a manifest without a name, and throws for what is no JSON, without its text', () => {
    expect(told(readPackageManifest(aFile('package.json', ['{}'])))).toEqual([]);
    expect(() => readPackageManifest(aFile('package.json', ['{ "name": "secret']))).toThrow(
      /^not valid YAML: \w+ in line/u,
    );
  });
});

describe('readGithubOrganisation', () => {
  it('reads members, maintainers, child teams and access', () => {
    const file = aFile('org.yaml', [
      'admins: [root]',
      'teams:',
      '  api:',
      '    maintainers: [ana]',
      '    members:',
      '    - bo',
      '    repos: { shop: admin, docs: write, odd: none }',
      '    teams:',
      '      api-reviews:',
      '        members: [cy]',
    ]);
    const said = readGithubOrganisation(file, 'acme');

    expect(told(said)).toEqual([
      '1: @root leads acme',
      '4: @ana maintains acme/api',
      '6: @bo member_of acme/api',
      '7: acme/api owns acme/shop',
      '7: acme/api has_write_on acme/docs',
      '9: acme/api-reviews part_of acme/api',
      '10: @cy member_of acme/api-reviews',
    ]);
    expect(said.failed).toMatchObject([{ line: 7 }]);
  });
});

describe('readDockerCompose', () => {
  it('reads what services need, in each way that compose has', () => {
    const file = aFile('docker-compose.yml', [
      'services:',
      '  web:',
      '    image: acme/web:1',
      '    depends_on: [api]',
      '  api:',
      '    depends_on: { db: { condition: service_healthy } }',
      '    links: ["cache:redis"]',
      '  side:',
      '    network_mode: service:api',
    ]);

    expect(told(readDockerCompose(file))).toEqual([
      '4: web depends_on api',
      '3: web uses acme/web:1',
      '6: api depends_on db',
      '7: api depends_on cache',
      '9: side depends_on api',
    ]);
  });
});

it('an image with the name of its service is the service', () => {
  const file = aFile('compose.yml', ['services:', '  redis:', '    image: redis', '  db:', '    image: postgres:18']);

  expect(told(readDockerCompose(file))).toEqual(['5: db uses postgres:18']);
});

describe('anchors of a file', () => {
  it('are read where they are used and merged, with the own keys before', () => {
    const file = aFile('compose.yaml', [
      'x-base: &base',
      '  image: acme/base',
      '  depends_on: &needs [db]',
      'services:',
      '  web: { <<: *base, image: acme/web }',
      '  job:',
      '    depends_on: *needs',
      '    volumes_from: ["web:ro", "container:other"]',
      '    ipc: service:web',
    ]);

    expect(told(readDockerCompose(file)).map((line) => line.replace(/^\d+: /u, ''))).toEqual([
      'web depends_on db',
      'web uses acme/web',
      'job depends_on db',
      'job depends_on web',
      'job depends_on web',
    ]);
  });

  it('that multiply each other are refused soon', () => {
    const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}*l${at}]`);

    expect(() => readDockerCompose(aFile('compose.yaml', ['l0: &l0 [x]', ...levels]))).toThrow(/anchors/u);
  });
});

describe('readDecisionRecord', () => {
  it('reads each link by the words before it, and lists by the words above them', () => {
    const file = aFile('adr/7.md', [
      'Amends [3](3.md), [4](<4.md>) and is superseded by [9](9.md "later").',
      '## Supersedes',
      '',
      '- [1](1.md)',
      '- [2](2.md)',
      '',
      'See [5](5.md).',
    ]);

    expect(told(readDecisionRecord(file)).map((line) => line.replaceAll('acme/shop:adr/', ''))).toEqual([
      '1: 7.md amends 3.md',
      '1: 7.md amends 4.md',
      '1: 9.md replaces 7.md',
      '4: 7.md replaces 1.md',
      '5: 7.md replaces 2.md',
    ]);
  });

  it('finds a record by its number where no link leads to it', () => {
    const file = aFile('adr/0007-queue.md', ['Status: Superseded by ADR-0009', 'Supersedes: 3', 'Amends 12 of them']);
    const records = ['adr/0003-jobs.md', 'adr/0007-queue.md', 'adr/0009-stream.md', 'other/0012-x.md'].map((path) => ({
      path,
    }));

    expect(told(readDecisionRecord(file, records)).map((line) => line.replaceAll('acme/shop:adr/', ''))).toEqual([
      '1: 0009-stream.md replaces 0007-queue.md',
      '2: 0007-queue.md replaces 0003-jobs.md',
    ]);
  });

  it('reads what supersedes and amends what, in both directions', () => {
    const file = aFile('docs/adr/0007-queue.md', [
      '# 7. A queue',
      'Status: Superseded by [ADR 9](0009-stream.md)',
      'Amends [ADR 3](../adr/0003-jobs.md#scope). See [elsewhere](https://example.org/a.md).',
    ]);

    expect(told(readDecisionRecord(file))).toEqual([
      '2: acme/shop:docs/adr/0009-stream.md replaces acme/shop:docs/adr/0007-queue.md',
      '3: acme/shop:docs/adr/0007-queue.md amends acme/shop:docs/adr/0003-jobs.md',
    ]);
  });
});
