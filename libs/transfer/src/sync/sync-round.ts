import { setTimeout as sleep } from 'node:timers/promises';
import { isForgotten, ServerRefusal } from '../cairn-client.ts';
import { describeRefusal } from '../refusal-text.ts';
import { conflictPath, stepOf, type CommonVersion, type Direction, type Step } from './plan.ts';
import { FileChangedError, hashOf, type SafeFolder } from './safe-folder.ts';
import { scanFolder, type Failure, type Scan } from './scan.ts';
import type { SyncState } from './sync-state.ts';
import { StaleNote, type RemoteNote, type Workspace } from './workspace.ts';

interface Conflict {
  readonly path: string;
  /** Path under which the text that lost its path was kept, in the folder or in the workspace. */
  readonly keptAs: string;
  /** Current version of the note; the file is based on an older version. */
  readonly version: number;
}

/** Result of one round. */
export interface SyncReport {
  readonly pushed: string[];
  readonly pulled: string[];
  readonly deletedThere: string[];
  readonly deletedHere: string[];
  readonly conflicts: Conflict[];
  readonly failed: Failure[];
  /** Files that were forgotten on the server and were therefore not sent; `overwrite` sends them. */
  readonly leftOut: string[];
  /** Files that somebody is writing; the next round handles them. */
  readonly waiting: string[];
  /**
   * Numbers of files (`ahead`) and of notes (`behind`) that changed, but whose changes may not be sent in that
   * direction.
   */
  ahead: number;
  behind: number;
  /** Number of secrets that the server masked, by kind. */
  readonly masked: Record<string, number>;
  /** Side that has become empty. Its emptiness deleted nothing on the opposite side. */
  emptied?: 'folder' | 'workspace';
}

export interface RoundOptions extends Direction {
  readonly allowEmpty: boolean;
  readonly signal: AbortSignal;
  /** Time in ms after which a file that is still missing counts as deleted. */
  readonly secondLookMs: number;
  readonly onDone?: (step: Step, path: string) => void;
}

interface Sides {
  readonly folder: SafeFolder;
  readonly state: SyncState;
  readonly workspace: Workspace;
}

/** Number of paths processed in parallel. It fills a few requests and is far below the limit of connections per process. */
const FILES_AT_ONCE = 96;
/** Maximum number of attempts for a path that changes on the opposite side during the attempt. */
const ATTEMPTS_MAX = 3;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const emptyReport = (): SyncReport => ({
  ...{ pushed: [], pulled: [], deletedThere: [], deletedHere: [], conflicts: [], failed: [], waiting: [] },
  ...{ leftOut: [], ahead: 0, behind: 0, masked: {} },
});

/** Syncs a folder with a workspace once. `notes` maps paths to the workspace's notes; each action updates it. */
export async function syncRound(
  sides: Sides,
  notes: Map<string, RemoteNote>,
  options: RoundOptions,
): Promise<SyncReport> {
  const round = new Round(sides, notes, scanFolder(sides.folder, sides.state), options);
  return round.run();
}

class Round {
  private readonly report = emptyReport();
  private readonly again = new Set<string>();

  constructor(
    private readonly sides: Sides,
    private readonly notes: Map<string, RemoteNote>,
    private readonly scan: Scan,
    private readonly options: RoundOptions,
  ) {
    this.report.failed.push(...scan.failed);
  }

  async run(): Promise<SyncReport> {
    const stays = await this.staying();
    let paths = [...new Set([...this.scan.files.keys(), ...this.notes.keys(), ...this.sides.state.paths()])].filter(
      (path) => !stays.has(path) && this.takesPart(path),
    );
    for (let look = 1; paths.length > 0; look += 1) {
      await this.each(paths);
      paths = [...this.again];
      this.again.clear();
      if (look === ATTEMPTS_MAX || this.options.signal.aborted) break;
      for (const path of paths) await this.lookAgain(path);
    }
    this.report.waiting.push(...this.scan.busy, ...paths);
    const { pushed, pulled, deletedThere, deletedHere, leftOut } = this.report;
    for (const list of [pushed, pulled, deletedThere, deletedHere, leftOut]) list.sort();
    return this.report;
  }

  /**
   * Tells whether the sync handles a path. A path outside the scope is deleted neither in the folder nor in the
   * workspace.
   */
  private takesPart(path: string): boolean {
    return !this.scan.busy.has(path) && this.scan.scope.hasNote(path);
  }

  /**
   * Returns the paths that look deleted but must stay: all files of their side are missing, or the file exists again
   * after `secondLookMs`.
   */
  private async staying(): Promise<Set<string>> {
    const { state, folder } = this.sides;
    const known = [...state.paths()].filter((path) => this.takesPart(path));
    const missing = known.filter((path) => !this.scan.files.has(path));
    const gone = known.filter((path) => !this.notes.has(path));
    if (!this.options.allowEmpty) {
      if (missing.length > 0 && (this.scan.files.size === 0 || !folder.isInPlace())) return this.left('folder', known);
      if (gone.length > 0 && this.notes.size === 0) return this.left('workspace', known);
    }
    if (missing.length === 0 || !this.options.canPush) return new Set();
    await sleep(this.options.secondLookMs, undefined, { signal: this.options.signal }).catch(() => undefined);
    if (this.options.signal.aborted || !folder.isInPlace()) return new Set(missing);
    return new Set(missing.filter((path) => folder.mark(path) !== undefined));
  }

  private left(side: 'folder' | 'workspace', known: readonly string[]): Set<string> {
    this.report.emptied = side;
    return new Set(known);
  }

  private async each(paths: readonly string[]): Promise<void> {
    const waiting = paths.values();
    const work = async () => {
      for (const path of waiting) {
        if (this.options.signal.aborted) return;
        await this.settle(path).catch((error: unknown) => this.onFailure(path, error));
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  }

  private onFailure(path: string, error: unknown): void {
    if (this.options.signal.aborted) return;
    if (error instanceof StaleNote || error instanceof FileChangedError) this.again.add(path);
    else if (isForgotten(error)) this.report.leftOut.push(path);
    else if (isOfNote(error)) this.report.failed.push({ path, reason: describeRefusal(error) });
    else if (isOfFile(error)) this.report.failed.push({ path, reason: error.message });
    else throw error;
  }

  private async lookAgain(path: string): Promise<void> {
    const note = await this.sides.workspace.read(path);
    if (note) this.notes.set(path, note);
    else this.notes.delete(path);
    try {
      const name = this.scan.files.get(path)?.name ?? path;
      const read = this.sides.folder.read(name);
      if (read) this.scan.files.set(path, { name, mark: read.mark, hash: hashOf(read.bytes) });
      else this.scan.files.delete(path);
    } catch {
      this.scan.busy.add(path);
    }
  }

  private async settle(path: string): Promise<void> {
    if (this.scan.busy.has(path)) return;
    const step = stepOf(
      { local: this.scan.files.get(path)?.hash, remote: this.notes.get(path), common: this.common(path) },
      this.options,
    );
    if (await this.act(step, path)) this.options.onDone?.(step, path);
  }

  /**
   * Version and hashes of a path at the time when both sides last agreed. A text that was sent counts as agreed if it
   * arrived, even if the server's answer was lost.
   */
  private common(path: string): CommonVersion | undefined {
    const { state } = this.sides;
    const note = this.notes.get(path);
    const sentHash = state.sent(path);
    const arrived = note !== undefined && sentHash !== undefined && note.hash === sentHash;
    return arrived ? { version: note.version, hash: note.hash, local: sentHash } : state.common(path);
  }

  private async act(step: Step, path: string): Promise<boolean> {
    switch (step) {
      case 'nothing':
        return false;
      case 'ahead':
      case 'behind':
        this.report[step] += 1;
        return false;
      case 'adopt':
        this.agree(path, this.notes.get(path)!, this.scan.files.get(path)!.hash);
        return false;
      case 'drop':
        this.sides.state.drop(path);
        return false;
      case 'put':
        return this.put(path, this.notes.get(path)?.version ?? 0);
      case 'pull':
        return this.pull(path);
      case 'removeThere':
        return this.removeThere(path);
      case 'removeHere':
        return this.removeHere(path);
      case 'conflict':
        return this.conflict(path);
    }
  }

  private agree(path: string, { version, hash }: RemoteNote, local: string): void {
    this.notes.set(path, { version, hash });
    this.sides.state.settle(path, { version, hash, local }, this.scan.files.get(path)?.mark);
  }

  /** Reads the current text of a file, and updates the scan with it. */
  private text(path: string): { readonly text: string; readonly hash: string } {
    const file = this.scan.files.get(path);
    const read = file && this.sides.folder.read(file.name);
    if (!file || !read) throw new FileChangedError(path);
    const hash = hashOf(read.bytes);
    this.scan.files.set(path, { ...file, mark: read.mark, hash });
    try {
      return { text: utf8.decode(read.bytes), hash };
    } catch {
      throw new FileFault('the file is not text in UTF-8');
    }
  }

  private async put(path: string, expectedVersion: number): Promise<true> {
    const { text, hash } = this.text(path);
    this.sides.state.intend(path, hash);
    const { masked, ...note } = await this.sides.workspace.put(path, text, expectedVersion);
    for (const [kind, times] of Object.entries(masked))
      this.report.masked[kind] = (this.report.masked[kind] ?? 0) + times;
    this.agree(path, note, hash);
    this.report.pushed.push(path);
    return true;
  }

  private async pull(path: string): Promise<boolean> {
    const note = await this.sides.workspace.read(path);
    if (!note) throw new StaleNote(path);
    const bytes = Buffer.from(note.text);
    const file = this.scan.files.get(path);
    const name = file?.name ?? path;
    const mark = this.sides.folder.write(name, bytes, file?.hash, this.freeConflictPath(name, note.version));
    this.scan.files.set(path, { name, mark, hash: hashOf(bytes) });
    this.agree(path, note, hashOf(bytes));
    this.report.pulled.push(path);
    return true;
  }

  private async removeThere(path: string): Promise<true> {
    await this.sides.workspace.remove(path, this.notes.get(path)!.version);
    this.notes.delete(path);
    this.sides.state.drop(path);
    this.report.deletedThere.push(path);
    return true;
  }

  private removeHere(path: string): true {
    const file = this.scan.files.get(path)!;
    this.sides.folder.remove(file.name, file.hash, this.freeConflictPath(file.name, this.common(path)!.version));
    this.scan.files.delete(path);
    this.sides.state.drop(path);
    this.report.deletedHere.push(path);
    return true;
  }

  /**
   * Resolves a conflict. If both sides may change, the note keeps its path, and the file is renamed. If only one side
   * may change, each side keeps its text under the path, and the side that may change also stores the opposite text
   * under a new name.
   */
  private async conflict(path: string): Promise<boolean> {
    const { canPush, canPull } = this.options;
    const note = this.notes.get(path)!;
    const file = this.scan.files.get(path)!;
    if (!(canPush && canPull) && this.sides.state.isReported(path, note.version, file.hash)) return false;
    const keptAs = this.freeConflictPath(path, note.version);
    if (canPush && canPull) await this.keepBoth(path, keptAs);
    else if (canPush) await this.sides.workspace.put(keptAs, this.text(path).text, undefined);
    else await this.pullAs(path, keptAs);
    if (!(canPush && canPull)) this.sides.state.markReported(path, note.version, file.hash);
    this.report.conflicts.push({ path, keptAs, version: note.version });
    return true;
  }

  private async keepBoth(path: string, keptAs: string): Promise<void> {
    const { name, ...file } = this.scan.files.get(path)!;
    this.sides.folder.rename(name, keptAs);
    this.scan.files.delete(path);
    this.scan.files.set(keptAs, { ...file, name: keptAs });
    await this.pull(path);
    await this.put(keptAs, this.notes.get(keptAs)?.version ?? 0);
  }

  private async pullAs(path: string, keptAs: string): Promise<void> {
    const note = await this.sides.workspace.read(path);
    if (!note) throw new StaleNote(path);
    this.sides.folder.write(keptAs, Buffer.from(note.text), undefined, keptAs);
  }

  private freeConflictPath(path: string, version: number): string {
    const { folder } = this.sides;
    return conflictPath(path, version, (name) => this.notes.has(name) || folder.mark(name) !== undefined);
  }
}

/** Thrown for a file that cannot become a note. */
class FileFault extends Error {}

const isOfNote = (error: unknown): error is ServerRefusal =>
  error instanceof ServerRefusal && [400, 409, 413, 422].includes(error.status);
const isOfFile = (error: unknown): error is Error =>
  error instanceof FileFault || (error instanceof Error && 'syscall' in error);
