import { movedTables, type Batch, type MovedTable, type MoveSource } from '@cairn/store';
import { CairnError } from '@cairn/contracts';
import type { Clock } from '@cairn/ports';
import { MoveTarget, type MoveState } from './move-target.ts';
import { proveMove, type MoveProof } from './prove-move.ts';

interface MoveProgress {
  readonly step: 'copying' | 'proving';
  readonly table: string;
  /** Number of rows that have been copied, of all tables. */
  readonly done: number;
  readonly total: number;
}

export interface MoveOptions {
  /** Address as `postgres://user:password@host:port/database`; the user must own the tables. */
  readonly url: string;
  readonly clock: Clock;
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: MoveProgress) => void) | undefined;
}

export interface MoveReport {
  /**
   * How the run ended. `moved-before`: an earlier run has copied everything. `would-move`: this was a dry run, and nothing was
   * changed.
   */
  readonly ended: 'moved' | 'moved-before' | 'would-move' | 'interrupted';
  /** Number of rows in each table of the folder. */
  readonly rows: Readonly<Record<string, number>>;
  /** Number of rows that this run copied. */
  readonly copied: number;
  readonly copiedInMs: number;
  readonly proof?: MoveProof;
}

/**
 * Copies a folder's truth into an empty database, row by row and unchanged, and then compares all rows. If a run is
 * interrupted, the next run continues it. If everything has been copied, a run only compares again.
 */
export async function moveInto(source: MoveSource, options: MoveOptions): Promise<MoveReport> {
  const target = await MoveTarget.open(options.url);
  try {
    return await new Move(source, target, options).run();
  } finally {
    await target.close();
  }
}

class Move {
  private readonly source: MoveSource;
  private readonly target: MoveTarget;
  private readonly options: MoveOptions;
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly total: number;
  private copied = 0;
  private copiedInMs = 0;

  constructor(source: MoveSource, target: MoveTarget, options: MoveOptions) {
    this.source = source;
    this.target = target;
    this.options = options;
    this.sizes = source.sizes();
    this.total = [...this.sizes.values()].reduce((sum, rows) => sum + rows, 0);
  }

  async run(): Promise<MoveReport> {
    const state = await this.target.state();
    if (!state) await this.target.requireEmpty();
    const isDone = state !== undefined && state.endedAt !== null;
    if (state && !isDone) requireSame(state, this.source);
    if (this.options.dryRun) return this.report(isDone ? 'moved-before' : 'would-move');
    await this.target.prepare(this.options.url);
    if (!isDone) await this.copy(state);
    if (this.isInterrupted) return this.report('interrupted');
    const proof = await proveMove(this.source, this.target, (done, table) => this.tell('proving', table, done));
    return { ...this.report(isDone ? 'moved-before' : 'moved'), proof };
  }

  private async copy(state: MoveState | undefined): Promise<void> {
    const startedAt = performance.now();
    if (!state) await this.target.begin(this.source.fingerprint(), this.options.clock.now());
    const first = Math.max(
      0,
      movedTables.findIndex(({ name }) => name === state?.table),
    );
    for (const table of movedTables.slice(first)) {
      await this.copyTable(table, table.name === state?.table ? (state.end ?? undefined) : undefined);
      if (this.isInterrupted) return;
    }
    await this.target.end(this.options.clock.now());
    this.copiedInMs = performance.now() - startedAt;
  }

  /** Copies a table. The next batch is read while the database stores one. */
  private async copyTable(table: MovedTable, after: Batch['end'] | undefined): Promise<void> {
    const columns = await this.target.columnsOf(table);
    const now = this.options.clock.now();
    let underWay = Promise.resolve();
    for (const batch of this.source.batches(table, columns, after)) {
      await underWay;
      if (this.isInterrupted) return;
      underWay = this.target.put(table, columns, batch, now);
      this.copied += batch.rows.length;
      this.tell('copying', table.name, this.copied);
    }
    await underWay;
  }

  private get isInterrupted(): boolean {
    return this.options.signal?.aborted ?? false;
  }

  private tell(step: MoveProgress['step'], table: string, done: number): void {
    this.options.onProgress?.({ step, table, done, total: this.total });
  }

  private report(ended: MoveReport['ended']): MoveReport {
    const { copied, copiedInMs } = this;
    return { ended, rows: Object.fromEntries(this.sizes), copied, copiedInMs };
  }
}

function requireSame({ fingerprint }: MoveState, source: MoveSource): void {
  if (fingerprint === source.fingerprint()) return;
  throw new CairnError(
    'config/invalid',
    'A move into this database was begun from another folder, or the folder has been written since. Make a new database and move the folder there.',
  );
}
