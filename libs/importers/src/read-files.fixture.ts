import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findImportFiles } from './files-on-disk.ts';
import { importKinds, type ImportKindName } from './kinds.ts';
import type { ParsedLine, ReadOptions } from './parsed.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-words-'));
});
afterEach(() => rm(folder, { recursive: true }));

export async function put(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

export const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

export async function readAs(name: ImportKindName, options: ReadOptions = {}): Promise<ParsedLine[]> {
  const found: ParsedLine[] = [];
  for await (const parsed of importKinds[name].read(await findImportFiles(importKinds[name], folder), options))
    found.push(parsed);
  return found;
}

export const said = (found: readonly ParsedLine[]) =>
  found.flatMap((one) => (one.type === 'message' ? [one.input] : []));
