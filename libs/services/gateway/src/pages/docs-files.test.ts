import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocsFiles } from './docs-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-docs-'));
const page = { path: 'operate.md', group: 'Operate', title: 'Operating', summary: 'It runs.' };
const textAt = async (files: DocsFiles, path: string) => (await files.find(path))?.bytes.toString();

beforeAll(() => {
  mkdirSync(join(folder, 'operate'));
  for (const name of ['index.html', 'operate.html', 'operate.md', 'operate/backup.html', 'secret'])
    writeFileSync(join(folder, name), name);
  writeFileSync(join(folder, 'pages.json'), JSON.stringify([page]));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['', 'index.html'],
  ['operate', 'operate.html'],
  ['operate/', 'operate.html'],
  ['operate/backup', 'operate/backup.html'],
  ['operate.md', 'operate.md'],
  ['nowhere', undefined],
  ['../docs/operate', undefined],
])('finds %j as %j', async (path, name) => {
  expect(await textAt(new DocsFiles(folder), path)).toBe(name);
});

it('lists the pages, and none where the docs are not built', async () => {
  expect(await new DocsFiles(folder).pages()).toEqual([page]);
  expect(await new DocsFiles(join(folder, 'none')).pages()).toEqual([]);
});
