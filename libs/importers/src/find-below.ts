import { promises as disk } from 'node:fs';
import type { ImportFile } from './parsed.ts';

/** The files of a folder, and of so many levels of folders below, whose names are wanted, in a fixed order. Links are not followed. */
export async function findBelow(dir: string, wanted: RegExp, levelsBelow: number, name = ''): Promise<ImportFile[]> {
  const entries = (await disk.readdir(dir, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = entries.map(async (entry): Promise<ImportFile[]> => {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory() && levelsBelow > 0)
      return findBelow(path, wanted, levelsBelow - 1, `${name}${entry.name}/`);
    if (!entry.isFile() || !wanted.test(entry.name)) return [];
    return [{ path, name: name + entry.name, bytes: (await disk.stat(path)).size }];
  });
  return (await Promise.all(found)).flat();
}

/** The file that is named, or those below the folder that is. */
export async function findFileOrBelow(path: string, wanted: RegExp, levelsBelow: number): Promise<ImportFile[]> {
  const found = await disk.stat(path);
  if (found.isDirectory()) return findBelow(path, wanted, levelsBelow);
  return [{ path, name: path.split(/[\\/]/).at(-1) ?? path, bytes: found.size }];
}
