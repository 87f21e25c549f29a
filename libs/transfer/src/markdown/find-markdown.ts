import type { ImportFile } from '@cairn/importers';
import type { SafeFolder } from '../sync/safe-folder.ts';
import { SyncScope } from '../sync/sync-scope.ts';

export interface MarkdownFile extends ImportFile {
  readonly path: string;
  /** Time of the last modification, epoch ms. */
  readonly writtenAt: number;
}

const FOLDER_LEVELS_MAX = 24;

/**
 * Finds the files below a folder for which `isOfKind` is true, by default Markdown, sorted by path. Hidden and git-ignored
 * files and symbolic links are skipped.
 */
export function findMarkdown(folder: SafeFolder, isOfKind?: (name: string) => boolean): MarkdownFile[] {
  return [...filesIn({ folder, scope: new SyncScope(), isOfKind }, '', FOLDER_LEVELS_MAX)];
}

interface Search {
  readonly folder: SafeFolder;
  readonly scope: SyncScope;
  readonly isOfKind: ((name: string) => boolean) | undefined;
}

function* filesIn(search: Search, below: string, levels: number): Generator<MarkdownFile> {
  const { folder, scope, isOfKind } = search;
  const ignored = folder.read(below === '' ? '.gitignore' : `${below}/.gitignore`);
  if (ignored) scope.add(below, ignored.bytes.toString('utf8'));
  for (const entry of folder.entries(below)) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && levels > 0 && scope.hasFolder(name)) yield* filesIn(search, name, levels - 1);
    if (!entry.isFile() || !scope.hasFile(name, isOfKind)) continue;
    const mark = folder.mark(name);
    if (mark) yield { path: `${folder.root}/${name}`, name, bytes: mark.size, writtenAt: mark.mtimeMs };
  }
}
