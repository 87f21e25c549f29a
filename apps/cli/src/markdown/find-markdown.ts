import type { ImportFile } from '@cairn/importers';
import type { SafeFolder } from '../sync/safe-folder.ts';
import { SyncScope } from '../sync/sync-scope.ts';

export interface MarkdownFile extends ImportFile {
  readonly path: string;
  /** Last modification, epoch ms. */
  readonly writtenAt: number;
}

const LEVELS_BELOW = 24;

/** Finds Markdown files below a folder, by path; hidden and git-ignored files and symbolic links are skipped. */
export function findMarkdown(folder: SafeFolder): MarkdownFile[] {
  return [...filesIn(folder, new SyncScope(), '', LEVELS_BELOW)];
}

function* filesIn(folder: SafeFolder, scope: SyncScope, below: string, levels: number): Generator<MarkdownFile> {
  const ignored = folder.read(below === '' ? '.gitignore' : `${below}/.gitignore`);
  if (ignored) scope.add(below, ignored.bytes.toString('utf8'));
  for (const entry of folder.entries(below)) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && levels > 0 && scope.hasFolder(name)) yield* filesIn(folder, scope, name, levels - 1);
    if (!entry.isFile() || !scope.hasFile(name)) continue;
    const mark = folder.mark(name);
    if (mark) yield { path: `${folder.root}/${name}`, name, bytes: mark.size, writtenAt: mark.mtimeMs };
  }
}
