import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MemoryInput } from '@cairn/contracts';
import type { ParsedLine, MarkdownKind } from '@cairn/importers';
import { markdownImporter } from './markdown-importer.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'cairn-markdown-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string | Buffer>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

async function read(kind: MarkdownKind): Promise<ParsedLine[]> {
  const found: ParsedLine[] = [];
  for await (const parsed of (await markdownImporter(kind, root, 'acme')).read({})) found.push(parsed);
  return found;
}
const memoriesIn = (parsed: readonly ParsedLine[]): MemoryInput[] =>
  parsed.flatMap((one) => (one.type === 'memory' ? [one.input] : []));

test('takes no rules of folders with files of others', async () => {
  const foreign = ['vendor/lib/AGENTS.md', 'third_party/CLAUDE.md', 'dist/AGENTS.md', 'node_modules/one/AGENTS.md'];
  write(Object.fromEntries(['AGENTS.md', ...foreign].map((name) => [name, `# ${name}\nNever push.\n`])));

  expect(memoriesIn(await read('rules')).map(({ title }) => title)).toEqual(['AGENTS.md']);
});

test('reads a vault: a memory a section, with tags, day and links; hidden and linked files stay out', async () => {
  write({
    'Daily/2026-02-23.md': '---\ntags: [ops]\n---\n# Monday\nfreeze #release see [[Deploys|the page]]\n\n## Empty\n',
    'Deploys.md': '# Deploys\nby hand\n\n## Rollback\nquickly\n',
    '.obsidian/plugin.md': 'no',
    'broken.md': Buffer.from([0x23, 0xff, 0xfe]),
  });
  symlinkSync(join(root, 'Deploys.md'), join(root, 'linked.md'));
  const parsed = await read('markdown');

  expect(memoriesIn(parsed)).toMatchObject([
    {
      title: 'Monday',
      tags: ['ops', 'release'],
      timestamp: Date.UTC(2026, 1, 23),
      source: 'obsidian:acme',
      provenance: { path: 'Daily/2026-02-23.md', lines: '4-5', links: 'Deploys' },
    },
    { title: 'Deploys', content: 'by hand', category: 'fact' },
    { title: 'Deploys / Rollback', content: 'quickly', provenance: { lines: '4-5' } },
  ]);
  expect(parsed.filter(({ type }) => type === 'failed')).toMatchObject([{ place: { file: 'broken.md' } }]);
});

test('goes by the vault or the repository, and settles the imported folder of it alone', async () => {
  write({
    'vault/.obsidian/app.json': '{}',
    'vault/Projects/a.md': '# A\nx\n',
    'shop/.git/config': '[remote "origin"]\n\turl = https://code.example/acme/shop\n',
    'shop/docs/b.md': '# B\nx\n',
    'shop/AGENTS.md': '# Rules\n\n## Money\n\nCents only.\n',
    'plain/c.md': '# C\nx\n',
  });
  const told = async (kind: MarkdownKind, folder: string) => {
    const found: ParsedLine[] = [];
    for await (const one of (await markdownImporter(kind, join(root, folder), undefined)).read({})) found.push(one);
    return memoriesIn(found).map(({ source, provenance, title }) => [source, provenance['path'], title].join(' '));
  };

  const ofProjects = ['obsidian:vault Projects/a.md A'];
  expect(await told('markdown', 'vault')).toEqual(ofProjects);
  expect(await told('markdown', 'vault/Projects')).toEqual(ofProjects);
  expect(await told('markdown', 'shop/docs')).toEqual(['markdown:acme/shop docs/b.md B']);
  expect(await told('rules', 'shop')).toEqual(['rules:acme/shop AGENTS.md AGENTS.md / Money']);
  expect(await told('markdown', 'plain')).toEqual(['markdown:plain c.md C']);
});

test('takes no tag out of code, and links of tables', async () => {
  write({
    'a.md':
      '# A\n#design\n\n%%hidden #no%%\n\n```c\n#include <x>\n``` \n\nInline ` #inline ` ends.\n\n| a |\n|---|\n| [[Deploys\\|page]] |\n',
  });

  expect(memoriesIn(await read('markdown'))).toMatchObject([{ tags: ['design'], provenance: { links: 'Deploys' } }]);
});

test('gives a section that only moved the same id, and a changed one another', async () => {
  const ids = async () => memoriesIn(await read('markdown')).map(({ externalId }) => externalId);
  write({ 'a.md': '# A\none\n\n## B\ntwo\n' });
  const [one, two] = await ids();
  write({ 'a.md': '# A\none\nand more\n\n## B\ntwo\n' });
  const [changed, moved] = await ids();

  expect(changed).not.toBe(one);
  expect(moved).toBe(two);
});

test('reads rules with their headings, and no other file', async () => {
  write({
    'AGENTS.md': '# Rules\n\n## Tests\n- run them before you push\n\n## Style\n- small functions\n',
    'sub/CLAUDE.md': '@../AGENTS.md\n@../docs/style.md\n@../../outside.md\n\nNever force-push.\n',
    'docs/style.md': '# Style guide\n\n<!-- old rule: use the\n\nyak logger -->\nNever use the `yak` logger.\n',
    '.claude/rules/ts.md': '---\npaths: ["src/**/*.ts"]\n---\nNever import emu.\n',
    '.cursor/rules/a.mdc': '---\nglobs: "*.css"\n---\nNo ids.\n',
    'README.md': '# Not a rule\nx\n',
  });

  expect(memoriesIn(await read('rules'))).toMatchObject([
    { title: 'AGENTS.md / Tests', category: 'rule', store: 'procedural' },
    { title: 'AGENTS.md / Style' },
    { title: 'sub/CLAUDE.md', content: 'Never force-push.' },
    { title: '.claude/rules/ts.md for src/**/*.ts', content: 'Never import emu.' },
    { title: '.cursor/rules/a.mdc for *.css', content: 'No ids.' },
    { title: 'docs/style.md', content: expect.not.stringContaining('old rule') },
  ]);
});

test('reads what rules forbid in code, and says that an importer did', async () => {
  write({ 'AGENTS.md': '# Rules\n\n- Never use `npm`; use `pnpm` instead.\n\n# Style\n\nShort.\n' });

  expect(memoriesIn(await read('rules'))).toMatchObject([
    {
      forbids: [{ names: ['npm'], strength: 'must' }],
      instead: ['pnpm'],
      provenance: { path: 'AGENTS.md', meaningReadBy: 'importer' },
    },
    { provenance: expect.not.objectContaining({ meaningReadBy: 'importer' }) },
  ]);
});
