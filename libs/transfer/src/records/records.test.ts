import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MemoryInput } from '@cairn/contracts';
import type { Importer } from '../imports/importer.ts';
import { repositoryImporter } from '../repository/repository-importer.ts';
import { recordImporter } from './record-importer.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'cairn-records-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

async function memoriesOf(importer: Promise<Importer>): Promise<MemoryInput[]> {
  const found: MemoryInput[] = [];
  for await (const parsed of (await importer).read({})) if (parsed.type === 'memory') found.push(parsed.input);
  return found;
}

test('reads decision records with their status, date and what they replace, and no other file', async () => {
  write({
    '0001-mysql.md': '# 1. Use MySQL\n\n## Status\n\nSuperseded by [2](0002-postgres.md)\n',
    '0002-postgres.md':
      '---\nstatus: accepted\ndate: 2026-01-02\n---\n# Use Postgres\n\nSupersedes [1](0001-mysql.md)\n',
    '0003-plain.md': '# Plain\n\n* Status: proposed\n',
    'README.md': '# Index\n',
    'AGENTS.md': '# Rules\n\nAlways test.\n',
    'glossary.md': '# Words\n\n- ledger: entries\n',
  });
  const memories = await memoriesOf(recordImporter(root, 'acme'));

  expect(memories.map(({ title, tags, category }) => [title, category, tags])).toEqual([
    ['1. Use MySQL', 'decision', ['adr', 'superseded']],
    ['Use Postgres', 'decision', ['adr', 'accepted']],
    ['Plain', 'decision', ['adr', 'proposed']],
  ]);
  expect(memories[0]?.provenance).toMatchObject({ status: 'superseded', retired: 'true' });
  expect(memories[1]).toMatchObject({ timestamp: Date.UTC(2026, 0, 2), source: 'adr:acme' });
  expect(memories.flatMap(({ relations = [] }) => relations.map(({ from, type, to }) => [from, type, to]))).toEqual([
    ['decision:acme:0002-postgres.md', 'replaces', 'decision:acme:0001-mysql.md'],
    ['decision:acme:0002-postgres.md', 'replaces', 'decision:acme:0001-mysql.md'],
  ]);
});

test('a record is the same memory whatever others say of it', async () => {
  write({ '1-a.md': '# A\n\nStatus: accepted\n', '2-b.md': '# B\n\nStatus: superseded by 3\n' });
  const before = await memoriesOf(recordImporter(root, 'acme'));
  write({ '3-c.md': '# C\n\nStatus: accepted\n\nSupersedes ADR-1\n' });
  const after = await memoriesOf(recordImporter(root, 'acme'));

  expect(after.slice(0, 2).map(({ externalId }) => externalId)).toEqual(before.map(({ externalId }) => externalId));
  expect(after.map(({ provenance }) => [provenance['status'], provenance['retired']])).toEqual([
    ['accepted', undefined],
    ['superseded', 'true'],
    ['accepted', undefined],
  ]);
});

test('reads a record as the same memory by the import of its folder and by that of its repository', async () => {
  write({
    '.git/config': '[remote "origin"]\n\turl = https://code.example/acme/shop\n',
    'docs/adr/0001-mysql.md': '# 1. Use MySQL\n\n## Status: Superseded by [2](0002-postgres.md)\n',
    'docs/adr/0002-postgres.md': '# 2. Use Postgres\n\nStatus\n------\n\nAccepted\n',
    'docs/adr/glossary.md': '# Words\n',
  });

  const ofFolder = await memoriesOf(recordImporter(join(root, 'docs/adr'), undefined));
  const ofRepository = await memoriesOf(repositoryImporter(root, undefined));

  expect(ofFolder).toHaveLength(2);
  expect(ofRepository).toEqual(ofFolder);
  expect(ofFolder[0]).toMatchObject({ source: 'adr:acme/shop', provenance: { path: 'docs/adr/0001-mysql.md' } });
});

test('reads the parts of a decision from the headings of its record, and says that an importer did', async () => {
  write({
    '1-a.md': '# Queue\n\nStatus: accepted\n\n## Alternatives\n\n- Kafka: too big\n\n## Consequences\n\nOne table.\n',
  });

  const [memory] = await memoriesOf(recordImporter(root, 'acme'));

  expect(memory).toMatchObject({
    decides: { alternatives: [{ what: 'Kafka', whyNot: 'too big' }], consequences: ['One table.'] },
    provenance: { meaningReadBy: 'importer' },
  });
});
