import { createReadStream, openAsBlob, promises as disk } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableFile } from './parsed.ts';
import type { ImportKind } from './kinds.ts';

/** Wraps a file on disk as a `ReadableFile`. */
export const fileOnDisk = (path: string, name: string, bytes: number): ReadableFile => ({
  name,
  bytes,
  open: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
});

/** Finds the files that a kind of import reads. `path` is a folder, a zip file, or the file itself. */
export async function findImportFiles(kind: ImportKind, path: string): Promise<readonly ReadableFile[]> {
  const found = await disk.stat(path);
  if (found.isDirectory()) return kind.choose(await filesBelow(path, kind.below));
  if (/\.zip$/i.test(path)) return kind.choose(await listZipFiles(path));
  const file = fileOnDisk(path, basename(path), found.size);
  return kind.isFolder ? kind.choose([file]) : [file];
}

async function listZipFiles(path: string): Promise<readonly ReadableFile[]> {
  // Loads the zip reader on demand, since only imports of zip files need it.
  const { filesInZip } = await import('./zip-files.ts');
  return filesInZip(await openAsBlob(path));
}

/** Lists files below a folder in a fixed order. Symbolic links are not followed. */
async function filesBelow(
  dir: string,
  { wanted, levels, skip }: ImportKind['below'],
  name = '',
): Promise<ReadableFile[]> {
  const entries = (await disk.readdir(dir, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = entries.map(async (entry): Promise<ReadableFile[]> => {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory() && levels > 0 && !skip?.has(entry.name))
      return filesBelow(path, { wanted, levels: levels - 1, ...(skip && { skip }) }, `${name}${entry.name}/`);
    if (!entry.isFile() || !wanted.test(entry.name)) return [];
    return [fileOnDisk(path, name + entry.name, (await disk.stat(path)).size)];
  });
  return (await Promise.all(found)).flat();
}
