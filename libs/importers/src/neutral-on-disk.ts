import { promises as disk } from 'node:fs';
import type { ItemKind } from '@cairn/contracts';
import { fileOnDisk } from './files-on-disk.ts';
import { readNeutralFiles, type NeutralFile } from './neutral-jsonl.ts';
import type { ParsedLine, ReadOptions } from './parsed.ts';

/** Number of folder levels below the given folder: a collection contains sets, and a set contains parts. */
const LEVELS_BELOW = 2;

/** Finds message and memory files in a folder, its sets and their parts, in a fixed order; the list may be empty. */
export async function findNeutralJsonl(dir: string): Promise<NeutralFile[]> {
  return filesIn(dir, '', LEVELS_BELOW);
}

/** Reads every line of the files that `findNeutralJsonl` finds. */
export async function* readNeutralJsonl(dir: string, options: ReadOptions = {}): AsyncGenerator<ParsedLine> {
  yield* readNeutralFiles(await findNeutralJsonl(dir), options);
}

async function filesIn(dir: string, name: string, levelsBelow: number): Promise<NeutralFile[]> {
  const entries = await disk.readdir(dir, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name));
  const own = await Promise.all([neutralFile(dir, name, names, 'message'), neutralFile(dir, name, names, 'memory')]);
  const found = own.filter((file) => file !== undefined);
  if (found.length > 0 || levelsBelow === 0) return found;

  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const below = folders.sort().map((folder) => filesIn(`${dir}/${folder}`, `${name}${folder}/`, levelsBelow - 1));
  return (await Promise.all(below)).flat();
}

async function neutralFile(
  dir: string,
  name: string,
  names: ReadonlySet<string>,
  kind: ItemKind,
): Promise<NeutralFile | undefined> {
  const plain = kind === 'message' ? 'messages.jsonl' : 'memories.jsonl';
  const file = [plain, `${plain}.gz`].find((candidate) => names.has(candidate));
  if (file === undefined) return undefined;
  const path = `${dir}/${file}`;
  return { ...fileOnDisk(path, `${name}${file}`, (await disk.stat(path)).size), kind };
}
