import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
  type Stats,
} from 'node:fs';

/** Attributes that change when a file changes. */
export interface FileMark {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

export interface ReadFile {
  readonly bytes: Buffer;
  readonly mark: FileMark;
}

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
/** Folder in which Linux lists open descriptors as paths; nobody can replace such a path by a link. */
const OPEN_FOLDERS = '/proc/self/fd';
const HAS_OPEN_FOLDERS = existsSync(OPEN_FOLDERS);
/** Prefix of temporary files. A write removes its temporary file, unless it is killed. */
const SCRATCH_PREFIX = '.cairn-sync-';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Thrown if somebody changed the file after it was examined. */
export class FileChangedError extends Error {}

/**
 * Gives access to the files below one folder, and to nothing outside of it. Each segment of a path is opened
 * separately, without following links, and compared with the segment that was examined before. Access is therefore safe
 * even if somebody replaces folders by links meanwhile. Paths are relative, with `/` between names.
 */
export class SafeFolder {
  readonly root: string;
  private readonly fd: number;

  constructor(path: string) {
    this.root = realpathSync(path);
    this.fd = openSync(this.root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  }

  close(): void {
    closeSync(this.fd);
  }

  /** Tells whether the root's path still leads to the opened folder. After an unmount or a swap it does not. */
  isInPlace(): boolean {
    const now = statSync(this.root, { throwIfNoEntry: false });
    return now !== undefined && isSame(now, fstatSync(this.fd));
  }

  /** Lists a folder, sorted by name; empty if the folder does not exist or is not a folder. */
  entries(folder: string): Dirent[] {
    const found = orAbsent(() => this.within(folder, (base) => readdirSync(base, { withFileTypes: true })));
    return (found ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the attributes of a file; undefined if there is none. */
  mark(path: string): FileMark | undefined {
    const found = orAbsent(() =>
      this.within(folderOf(path), (base) => lstatSync(`${base}/${nameOf(path)}`, { throwIfNoEntry: false })),
    );
    return found?.isFile() ? markOf(found) : undefined;
  }

  /** Reads a file; undefined if there is none. Throws `FileChangedError` if somebody is writing it. */
  read(path: string): ReadFile | undefined {
    return orAbsent(() => this.within(folderOf(path), (base) => readAt(`${base}/${nameOf(path)}`)));
  }

  /**
   * Writes a file atomically by renaming a new file. `expected` is the hash of the content that the file has now;
   * undefined if there is no file. Throws `FileChangedError` if the content differs. Text that somebody writes at the
   * very last moment is moved to `rescue`.
   */
  write(path: string, bytes: Uint8Array, expected: string | undefined, rescue: string): FileMark {
    return this.within(
      folderOf(path),
      (base) => {
        const target = `${base}/${nameOf(path)}`;
        const scratch = `${base}/${SCRATCH_PREFIX}${randomBytes(6).toString('hex')}`;
        try {
          const fd = openSync(scratch, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);
          try {
            writeFileSync(fd, bytes);
          } finally {
            closeSync(fd);
          }
          if (expected === undefined) placeNew(scratch, target);
          else replaceFile({ scratch, target, expected, rescue: `${base}/${nameOf(rescue)}` });
          return markOf(lstatSync(target));
        } finally {
          rmSync(scratch, { force: true });
        }
      },
      { make: true },
    );
  }

  /** Removes a file whose content has the hash `expected`. Throws `FileChangedError` if the content differs. */
  remove(path: string, expected: string, rescue: string): void {
    this.within(folderOf(path), (base) => {
      const target = `${base}/${nameOf(path)}`;
      requireContent(target, expected);
      const aside = `${base}/${SCRATCH_PREFIX}${randomBytes(6).toString('hex')}`;
      renameSync(target, aside);
      if (contentOf(aside) === expected) rmSync(aside);
      else renameSync(aside, `${base}/${nameOf(rescue)}`);
    });
  }

  /** Renames a file within its folder. Throws `FileChangedError` if the new name is taken. */
  rename(path: string, to: string): void {
    this.within(folderOf(path), (base) => {
      if (lstatSync(`${base}/${nameOf(to)}`, { throwIfNoEntry: false })) throw new FileChangedError(to);
      renameSync(`${base}/${nameOf(path)}`, `${base}/${nameOf(to)}`);
    });
  }

  /** Opens a file of the sync's own state. */
  openForAppend(path: string): number {
    return this.within(
      folderOf(path),
      (base) => openSync(`${base}/${nameOf(path)}`, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600),
      { make: true },
    );
  }

  /** Removes a temporary file that a killed write has left; false for any other file. */
  removeScratch(folder: string, name: string): boolean {
    if (!name.startsWith(SCRATCH_PREFIX)) return false;
    this.within(folder, (base) => rmSync(`${base}/${name}`, { force: true }));
    return true;
  }

  private within<Result>(folder: string, use: (base: string) => Result, { make = false } = {}): Result {
    const opened: number[] = [];
    try {
      let base = baseOf(this.fd, this.root);
      for (const name of folder === '' ? [] : folder.split('/')) {
        const path = `${base}/${name}`;
        if (make) makeFolder(path);
        const fd = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        opened.push(fd);
        base = baseOf(fd, path);
      }
      return use(base);
    } finally {
      for (const fd of opened) closeSync(fd);
    }
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Path through which an open folder is used. Outside of Linux this is the folder's own path, after the folder at this
 * path has been compared with the open descriptor.
 */
function baseOf(fd: number, path: string): string {
  if (HAS_OPEN_FOLDERS) return `${OPEN_FOLDERS}/${fd}`;
  const stats = lstatSync(path);
  if (stats.isSymbolicLink() || !isSame(stats, fstatSync(fd))) throw new FileChangedError(path);
  return path;
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const isSame = (one: Stats, other: Stats) => one.ino === other.ino && one.dev === other.dev;
const markOf = ({ size, mtimeMs, ino }: Stats): FileMark => ({ size, mtimeMs, ino });
const isUnchanged = (one: Stats, other: Stats) =>
  isSame(one, other) && one.size === other.size && one.mtimeMs === other.mtimeMs;

function readAt(path: string): ReadFile | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const before = fstatSync(fd);
    if (!before.isFile() || !isSame(stats, before)) throw new FileChangedError(path);
    const bytes = readFileSync(fd);
    if (!isUnchanged(before, fstatSync(fd)) || bytes.length !== before.size) throw new FileChangedError(path);
    return { bytes, mark: markOf(before) };
  } finally {
    closeSync(fd);
  }
}

function contentOf(path: string): string | undefined {
  const read = orAbsent(() => readAt(path));
  return read && hashOf(read.bytes);
}

function requireContent(path: string, expected: string): void {
  if (contentOf(path) !== expected) throw new FileChangedError(path);
}

/** Moves a new file into place by a hard link, which fails if somebody created the file meanwhile. */
function placeNew(scratch: string, target: string): void {
  try {
    linkSync(scratch, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new FileChangedError(target);
    if (lstatSync(target, { throwIfNoEntry: false })) throw new FileChangedError(target);
    renameSync(scratch, target);
  }
}

interface Replacement {
  readonly scratch: string;
  readonly target: string;
  readonly expected: string;
  readonly rescue: string;
}

/** Replaces a file. A second hard link keeps the old content until it is certain that nobody wrote to it at the last moment. */
function replaceFile({ scratch, target, expected, rescue }: Replacement): void {
  requireContent(target, expected);
  const secondLink = `${scratch}h`;
  try {
    linkSync(target, secondLink);
  } catch {
    // Without hard links, only the check above protects the file.
  }
  renameSync(scratch, target);
  const content = contentOf(secondLink);
  if (content !== undefined && content !== expected) renameSync(secondLink, rescue);
  rmSync(secondLink, { force: true });
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Returns undefined if the file or a folder on its path is missing or is a link. */
function orAbsent<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
