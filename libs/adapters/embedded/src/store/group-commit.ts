import { beyondLimitError, findRefusedLimit, transfersOf } from '@cairn/store';
import { SqliteTransaction } from './sqlite-transaction.ts';
import type { Database, CommitNotice } from '../sqlite/database.ts';
import { isStorageFailure, storeError, toWire, unavailableError, type Answer, type Call } from '../sqlite/wire.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- What a command takes and gives is typed where it is called; a registry holds them all.
export type Commands = Readonly<Record<string, (db: Database, ...args: any[]) => unknown>>;

export interface AnsweredGroup {
  readonly answers: readonly Answer[];
  readonly notices: readonly CommitNotice[];
  readonly transfers: readonly ArrayBuffer[];
}

const GROUP_COMMANDS_MAX = 256;
const GROUP_DURATION_MAX_MS = 5;

/**
 * Runs waiting commands in one transaction, each in a savepoint, so that they share one disk sync. A failing command
 * rolls back only itself. No answer is sent before the commit. A group of repeatable commands does not wait for the
 * disk: a loss of power can undo the last of them, and whoever sent them sends them again. The log keeps the order of
 * commits, so a later synced commit also brings every earlier commit to the disk. A long command has a separate transaction, and between
 * two long commands a group of short commands runs. Organisations take turns: however many commands one organisation
 * sends, a command of a second organisation waits for at most one of them. Repeatable commands take turns only with those that
 * are sent with them: `SqliteThreads` holds back later ones until its batch of up to 256 has ended, the slowest of it too.
 */
export class GroupCommit {
  private readonly db: Database;
  private readonly commands: Commands;
  private readonly send: (group: AnsweredGroup) => void;
  private readonly isRepeatable: (call: Call) => boolean;
  private isSyncing = true;
  private hasLetBy = false;
  /** Maps each owner of waiting calls to the number of the turn in which it was last served. */
  private readonly served = new Map<string, number>();
  private turns = 0;

  /** `isRepeatable` tells whether a call is sent again if the disk loses it; by default, no call is. */
  constructor(
    db: Database,
    commands: Commands,
    send: (group: AnsweredGroup) => void,
    isRepeatable: (call: Call) => boolean = () => false,
  ) {
    this.db = db;
    this.commands = commands;
    this.send = send;
    this.isRepeatable = isRepeatable;
  }

  /** Runs one long call, or short calls in their order until the group is full or has taken long enough. */
  async run(queue: Call[]): Promise<void> {
    const isLongsTurn = this.isLongsTurn(queue);
    const isOfTurn = (call: Call) => isLong(call) === isLongsTurn;
    const isSynced = !queue.every((call) => !isOfTurn(call) || this.isRepeatable(call));
    // A call that arrives during a group without a sync may need one: it waits for the next group.
    const fits = isSynced ? isOfTurn : (call: Call) => isOfTurn(call) && this.isRepeatable(call);
    const taken: Call[] = [];
    const group: Answer[] = [];
    try {
      this.db.notices.clear();
      this.beginTransaction(isSynced);
      const until = performance.now() + GROUP_DURATION_MAX_MS;
      for (let call = this.next(queue, fits); call; call = this.next(queue, fits)) {
        taken.push(call);
        const isAlone = isLongsTurn || (group.length === 0 && !queue.some(fits));
        group.push(await this.runOne(call, { isAlone }));
        if (isLongsTurn || group.length >= GROUP_COMMANDS_MAX || performance.now() >= until) break;
      }
      this.finish(group);
    } catch (error) {
      this.giveUp(taken.length > 0 ? taken : queue.splice(0, GROUP_COMMANDS_MAX), error);
    }
  }

  private beginTransaction(isSynced: boolean): void {
    if (isSynced !== this.isSyncing) this.db.exec(`pragma synchronous = ${isSynced ? 'full' : 'normal'}`);
    this.isSyncing = isSynced;
    this.db.exec('begin immediate');
  }

  /** Takes the first fitting call of the owner that was served least recently. */
  private next(queue: Call[], fits: (call: Call) => boolean): Call | undefined {
    const call = queue
      .filter(fits)
      .reduce<Call | undefined>(
        (first, each) => (first && this.servedAt(first) <= this.servedAt(each) ? first : each),
        undefined,
      );
    if (!call) return undefined;
    queue.splice(queue.indexOf(call), 1);
    if (queue.length === 0) this.served.clear();
    else this.served.set(ownerOf(call), (this.turns += 1));
    return call;
  }

  private servedAt(call: Call): number {
    return this.served.get(ownerOf(call)) ?? 0;
  }

  private isLongsTurn(queue: readonly Call[]): boolean {
    const isWaiting = queue.some(isLong);
    const isTheirs = isWaiting && (this.hasLetBy || queue.every(isLong));
    this.hasLetBy = isWaiting && !isTheirs;
    return isTheirs;
  }

  /** Commits, and answers afterwards, so that every acknowledged command is on disk. */
  private finish(group: readonly Answer[]): void {
    // Mutation: answer-before-commit
    this.commit();
    this.answer(group);
  }

  private commit(): void {
    this.db.exec('commit');
  }

  private answer(answers: readonly Answer[]): void {
    const transfers = answers.flatMap((answer) => ('result' in answer ? transfersOf(answer.result) : []));
    this.send({ answers, notices: [...this.db.notices], transfers });
  }

  private giveUp(calls: readonly Call[], cause: unknown): void {
    if (this.db.inTransaction) this.db.exec('rollback');
    const known = storeError(cause);
    const error = toWire(isStorageFailure(known) ? known : unavailableError(cause));
    this.send({ answers: calls.map(({ number }) => ({ number, error })), notices: [], transfers: [] });
  }

  /**
   * Runs one command to its end before the next command, since each command has its own savepoint. A command that is alone in its
   * transaction needs none: within a savepoint, SQLite walks all pages that the savepoint has kept whenever a statement of several
   * rows ends, which took two thirds of the time of a batch of 200 messages.
   */
  private async runOne({ number, name, args }: Call, { isAlone }: { readonly isAlone: boolean }): Promise<Answer> {
    if (!isAlone) this.db.statement('savepoint command').run();
    try {
      const result = await commandOf(this.commands, name)(this.db, ...args);
      if (!isAlone) this.db.statement('release command').run();
      return { number, result };
    } catch (error) {
      this.takeBack(error, { isAlone });
      return { number, error: toWire(await this.explained(error)) };
    }
  }

  /** Adds the remaining room to an error about a limit. */
  private async explained(error: unknown): Promise<unknown> {
    const refused = findRefusedLimit(error);
    if (!refused) return error;
    const now = this.db.value<number>('select unixepoch() * 1000');
    return beyondLimitError(new SqliteTransaction(this.db, { now }), refused);
  }

  /**
   * Rolls a command back. Some failures, such as a full disk, end the whole transaction. In this case no command of the
   * group is stored.
   */
  private takeBack(error: unknown, { isAlone }: { readonly isAlone: boolean }): void {
    if (!this.db.inTransaction) throw error;
    this.db.exec(isAlone ? 'rollback; begin immediate' : 'rollback to command; release command');
  }
}

const isLong = (call: Call): boolean => call.isLong === true;

/** Returns the owner of a call who takes turns: an organisation, or the process itself. */
const ownerOf = ({ of = '' }: Call): string => of;

/** Runs one reading command on one snapshot of the data. */
export async function readOnce(db: Database, commands: Commands, { number, name, args }: Call): Promise<Answer> {
  try {
    db.statement('begin').run();
    const result = await commandOf(commands, name)(db, ...args);
    db.statement('commit').run();
    return { number, result };
  } catch (error) {
    // In a damaged file, even the commit of a reading transaction fails.
    if (db.inTransaction) db.exec('rollback');
    return { number, error: toWire(error) };
  }
}

function commandOf(commands: Commands, name: string): Commands[string] {
  const command = commands[name];
  if (!Object.hasOwn(commands, name) || !command) throw new Error(`there is no command ${name}`);
  return command;
}
