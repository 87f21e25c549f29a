import { normaliseNotePath } from '@cairn/notes';
import { FileChangedError, hashOf, type FileMark, type SafeFolder } from './safe-folder.ts';
import type { SyncState } from './sync-state.ts';
import { SyncScope } from './sync-scope.ts';

interface LocalFile {
  /** Name of the file on disk; the note's path is the NFC form of this name. */
  readonly name: string;
  readonly mark: FileMark;
  readonly hash: string;
}

export interface Failure {
  readonly path: string;
  readonly reason: string;
}

/** Result of scanning a folder. */
export interface Scan {
  readonly files: Map<string, LocalFile>;
  readonly scope: SyncScope;
  /** Files that cannot be notes or cannot be read. They do not count as deleted. */
  readonly failed: Failure[];
  /** Paths of files that somebody is writing; the next scan reads them. */
  readonly busy: Set<string>;
}

const FOLDER_LEVELS_MAX = 24;
const IGNORE_FILE = '.gitignore';
/** Maximum size of a file in bytes: a note has at most a million characters of up to four bytes. */
const BYTES_MAX = 4 * 1_048_576;

/**
 * Scans a folder. Files that changed since the last scan are read; of all other files only the attributes are read. One
 * folder per level is open at a time.
 */
export function scanFolder(folder: SafeFolder, state: SyncState): Scan {
  const scan: Scan = { files: new Map(), scope: new SyncScope(), failed: [], busy: new Set() };
  scanLevel(folder, state, scan, '', FOLDER_LEVELS_MAX);
  return scan;
}

function scanLevel(folder: SafeFolder, state: SyncState, scan: Scan, below: string, levels: number): void {
  const entries = folder.entries(below);
  const pathOf = (name: string) => (below === '' ? name : `${below}/${name}`);
  if (entries.some((entry) => entry.name === IGNORE_FILE && entry.isFile()))
    scan.scope.add(below, folder.read(pathOf(IGNORE_FILE))?.bytes.toString('utf8') ?? '');
  for (const entry of entries) {
    const name = pathOf(entry.name);
    if (entry.isDirectory() && levels > 0 && scan.scope.hasFolder(name))
      scanLevel(folder, state, scan, name, levels - 1);
    else if (entry.isFile() && !folder.removeScratch(below, entry.name) && scan.scope.hasFile(name))
      addFile(folder, state, scan, name);
  }
}

function addFile(folder: SafeFolder, state: SyncState, scan: Scan, name: string): void {
  const path = name.normalize('NFC');
  const fail = (reason: string) => void scan.failed.push({ path: name, reason });
  try {
    if (normaliseNotePath(name) !== path) return fail('a note cannot have this name');
    if (scan.files.has(path)) return fail('another file has the same name in another spelling');
    const mark = folder.mark(name);
    if (!mark) return;
    if (mark.size > BYTES_MAX) return fail(`the file has ${mark.size} bytes, ${BYTES_MAX} at most`);
    const known = state.hashOf(path, mark);
    const file = known === undefined ? readFile(folder, name) : { name, mark, hash: known };
    if (file) scan.files.set(path, file);
    const common = state.common(path);
    if (file && known === undefined && common?.local === file.hash) state.settle(path, common, file.mark);
  } catch (error) {
    if (error instanceof FileChangedError) scan.busy.add(path);
    else fail(error instanceof Error ? error.message : String(error));
  }
}

function readFile(folder: SafeFolder, name: string): LocalFile | undefined {
  const read = folder.read(name);
  return read && { name, mark: read.mark, hash: hashOf(read.bytes) };
}
