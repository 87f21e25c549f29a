import { resolve } from 'node:path';
import { restoreError } from '@cairn/ports';
import { Database, type CommitNotice } from '../sqlite/database.ts';
import { readOnce, type Commands } from './group-commit.ts';
import { KeptItems } from '../items/kept-items.ts';
import { readKept } from '../items/kept-commands.ts';
import { readerCommands } from './reader-commands.ts';
import { readStore, type StoreCall } from './sqlite-transaction.ts';
import type { FileCommands } from './threads.ts';

/** A recall looks up some 200 candidates in several tables; with a reader's usual cache it reads most pages again each time. */
const CACHED_PAGES_KB = 65_536;
/** Pause in ms after which items in memory follow the file, whoever asks: after too many changes a recall reads all of them. */
const FOLLOW_MS = 2_000;

/**
 * Runs reading commands on a connection of this thread, one after another, so that no command crosses threads. A command
 * sees every write that was answered before it. Writes are refused.
 */
export class ReadingConnection implements FileCommands {
  private readonly db: Database;
  private readonly commands: Commands;
  private readonly listeners: (() => void)[] = [];
  private last: Promise<unknown> = Promise.resolve();
  /** Number that SQLite changes with each commit of another connection. */
  private dataVersion: number;
  private followedVersion: number;
  private readonly following: NodeJS.Timeout;
  private readonly kept = new KeptItems();

  /** Opens `<dataDir>/cairn.db`, which `SqliteThreads` of this process has opened before. */
  constructor(dataDir: string, { followMs = FOLLOW_MS } = {}) {
    this.db = new Database(resolve(dataDir, 'cairn.db'), 'reader');
    this.db.exec(`pragma cache_size = -${CACHED_PAGES_KB}`);
    const { kept } = this;
    this.commands = {
      ...readerCommands,
      readStore: (db: Database, call: StoreCall) =>
        readKept(kept, db, { ...call, read: (input) => readStore(db, { ...call, input }) }),
    };
    this.dataVersion = this.followedVersion = this.readDataVersion();
    this.follow();
    this.following = setInterval(() => this.followLater(), followMs).unref();
  }

  read: FileCommands['read'] = (name, ...args) => {
    const answer = this.last.then(() => readOnce(this.db, this.commands, { number: 0, name, args }));
    this.last = answer;
    return answer.then((answered) => {
      if ('error' in answered) throw restoreError(answered.error);
      // The command's own type, which the table of commands has lost.
      return answered.result as never;
    });
  };

  write: FileCommands['write'] = () => Promise.reject(readOnlyError());

  writeWords: FileCommands['writeWords'] = () => Promise.reject(readOnlyError());

  /** Calls the listener when `refresh` finds any commit since, whatever its notice. */
  onNotice(_notice: CommitNotice, listener: () => void): () => void {
    this.listeners.push(listener);
    return () => void this.listeners.splice(this.listeners.indexOf(listener), 1);
  }

  /** Calls the listeners if another connection has committed since the last time. */
  refresh(): void {
    const version = this.readDataVersion();
    if (version === this.dataVersion) return;
    this.dataVersion = version;
    for (const listener of this.listeners) listener();
  }

  close(): void {
    clearInterval(this.following);
    this.db.close();
  }

  /** Follows the file after the commands that wait, if it has changed. */
  private followLater(): void {
    const version = this.readDataVersion();
    if (version === this.followedVersion) return;
    this.followedVersion = version;
    this.last = this.last.then(() => this.follow()).catch(() => undefined);
  }

  private follow(): void {
    this.db.exec('begin');
    try {
      this.kept.of(this.db);
    } finally {
      this.db.exec('commit');
    }
  }

  private readDataVersion(): number {
    return this.db.value<number>('pragma data_version');
  }
}

const readOnlyError = () => new Error('This connection only reads.');
