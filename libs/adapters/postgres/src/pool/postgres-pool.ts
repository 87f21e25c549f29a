import { CairnError, type OrgId } from '@cairn/contracts';
import { FairSlots, LivenessMonitor } from '@cairn/ports';
import { handleWhen, retry } from 'cockatiel';
import { Client, DatabaseError, escapeLiteral, Pool, type ClientConfig, type PoolClient } from 'pg';
import { FreshStatistics } from './fresh-statistics.ts';
import { beyondLimitError, findRefusedLimit, type Lock } from '@cairn/store';
import { postgres } from './dialect.ts';
import { lockStatements } from './locks.ts';
import { awaitSchema, migrateDatabase } from './migrate.ts';
import {
  isRetryable,
  isConnectionUsable,
  storeError,
  unavailableError,
  unknownOutcomeError,
} from './postgres-errors.ts';
import {
  configOf,
  connectionsOf,
  migrationConfigOf,
  poolConfigOf,
  probeConfigOf,
  type PostgresPoolOptions,
} from './pool-config.ts';
import { Probe } from './probe.ts';
import { sendTogether, socketOf } from './send-together.ts';
import { Session } from './session.ts';

/** Organisation whose rows a transaction may access; `all` for commands that serve all organisations. */
export type OrganisationAccess = OrgId | 'all';

const WAITING_CALLS_MAX = 1000;
const TRANSACTION_ATTEMPTS_MAX = 3;
const ANNOUNCE_DELAY_MS = 5;

/**
 * Pool of connections to one Postgres, for transactions. Row-level security is a second safeguard in each transaction.
 */
export class PostgresPool {
  private readonly pool: Pool;
  private readonly config: ClientConfig;
  private readonly slots: FairSlots<OrganisationAccess>;
  private readonly slotOf = new WeakMap<PoolClient, () => void>();
  private readonly probe: Probe;
  private readonly silence: LivenessMonitor;
  private readonly statistics: FreshStatistics;
  private readonly telling = new Map<Channel, NodeJS.Timeout>();

  private constructor(options: PostgresPoolOptions) {
    this.config = configOf(options);
    this.pool = new Pool(poolConfigOf(options, this.config));
    // A broken connection is replaced. The transaction that uses it, or the next transaction that gets it, receives the
    // error.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('release', (_error, client) => this.slotOf.get(client as PoolClient)?.());
    this.slots = new FairSlots({ slots: connectionsOf(options), waitingMax: options.waitingMax ?? WAITING_CALLS_MAX });
    this.probe = new Probe(() => new Client(probeConfigOf(this.config, options)));
    this.silence = new LivenessMonitor({
      probe: async () => (await this.probe.health()).ready,
      ...(options.probeTimeoutMs && { answerMs: options.probeTimeoutMs }),
    });
    this.statistics = new FreshStatistics(this.pool);
  }

  /** Migrates the database to the schema of this code and opens a pool. Several processes may start at once. */
  static async open(options: PostgresPoolOptions): Promise<PostgresPool> {
    await PostgresPool.migrate(options);
    return new PostgresPool(options);
  }

  /** Migrates the database to the schema of this code without opening a pool. */
  static migrate(options: PostgresPoolOptions): Promise<void> {
    return migrateDatabase(() => new Client(migrationConfigOf(options)));
  }

  /** Resolves when another process has migrated the database to the schema of this code. */
  static awaitSchema(options: PostgresPoolOptions): Promise<void> {
    return awaitSchema(() => new Client(configOf(options)));
  }

  /** Runs queries in a read-only transaction. All of these queries see the store at the same moment. */
  async read<Result>(reach: OrganisationAccess, work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await this.connect(reach);
    const ended = this.silence.begin(() => destroySocket(client));
    try {
      const result = await runInTransaction(
        client,
        beginStatements(reach, 'isolation level repeatable read read only'),
        work,
      );
      this.silence.recordAnswer();
      // The caller does not wait for the end of a read-only transaction.
      client.query('commit').then(
        () => client.release(),
        (error) => client.release(error),
      );
      return result;
    } catch (error) {
      this.heardIn(error);
      throw await giveUp(client, error);
    } finally {
      ended();
    }
  }

  /**
   * Runs one command. Resolves when the whole command is on disk. Rejects when nothing of it is stored, except that
   * with `service/unavailable` the outcome is unknown. The work is repeated after a deadlock.
   */
  write<Result>(
    reach: OrganisationAccess,
    work: (session: Session) => Promise<Result>,
    locks: readonly Lock[] = [],
  ): Promise<Result> {
    return this.writeUntilDone(reach, beginStatements(reach, 'read write', lockStatements(locks)), work);
  }

  /**
   * Runs a command without waiting for the disk, such as a report that an index has an item. The command must be one
   * that is sent again if it is lost. A crash of the server can undo the last such commands, each completely, the
   * latest first.
   */
  writeRepeatable<Result>(reach: OrganisationAccess, work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.writeUntilDone(
      reach,
      beginStatements(reach, 'read write', ['set local synchronous_commit = off']),
      work,
    );
  }

  private async writeUntilDone<Result>(
    reach: OrganisationAccess,
    begin: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await retryPolicy.execute(() => this.writeOnce(reach, begin, work));
    } catch (error) {
      const refused = findRefusedLimit(error);
      throw refused ? await this.beyond(refused) : storeError(error);
    }
  }

  private async beyond(refused: NonNullable<ReturnType<typeof findRefusedLimit>>): Promise<CairnError> {
    const now = Math.floor(await this.now());
    return this.read(refused.orgId, (session) =>
      beyondLimitError({ dialect: postgres, now, get: session.get.bind(session) }, refused),
    );
  }

  private async writeOnce<Result>(
    reach: OrganisationAccess,
    begin: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.connect(reach);
    const ended = this.silence.begin(() => destroySocket(client));
    try {
      const result = await this.committed(client, begin, work);
      this.silence.recordAnswer();
      return result;
    } finally {
      ended();
    }
  }

  private async committed<Result>(
    client: PoolClient,
    begin: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    let result: Result;
    try {
      result = await runInTransaction(client, begin, work);
    } catch (error) {
      this.heardIn(error);
      await giveUp(client, error);
      throw error;
    }
    await commitTransaction(client);
    this.statistics.written();
    return result;
  }

  /** A failure that the server itself reports counts as an answer. */
  private heardIn(error: unknown): void {
    if (error instanceof DatabaseError) this.silence.recordAnswer();
  }

  /**
   * Notifies every process that listens to a channel. The notification is separate from the write, since Postgres
   * serialises commits that notify. Listeners also poll, so that a lost notification does no harm.
   */
  tell(channel: Channel): void {
    if (this.telling.has(channel)) return;
    const tellNow = () => {
      this.telling.delete(channel);
      this.pool.query(`notify ${channel}`).catch(() => undefined);
    };
    this.telling.set(channel, setTimeout(tellNow, ANNOUNCE_DELAY_MS).unref());
  }

  /** Creates a separate connection for listening. */
  newListener(): Client {
    return new Client({ ...this.config, statement_timeout: 0, query_timeout: 0 });
  }

  /** Probes on a connection of its own, so that a busy pool does not look like a dead server. */
  health(): Promise<{ ready: boolean; problem?: string | undefined }> {
    return this.probe.health();
  }

  /** Returns the time of the server, epoch ms. */
  async now(): Promise<number> {
    const { rows } = await this.pool
      .query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
      .catch((error: unknown) => Promise.reject(storeError(error)));
    return rows[0]!.now;
  }

  /** Closes the pool after the transactions under way. */
  async close(): Promise<void> {
    for (const timer of this.telling.values()) clearTimeout(timer);
    this.statistics.stop();
    this.silence.close();
    await Promise.all([this.pool.end(), this.probe.close()]);
  }

  private async connect(reach: OrganisationAccess): Promise<PoolClient> {
    if (this.silence.isUnresponsive) throw emptyAnswer();
    const slot = this.slots.take(reach);
    if (!slot) throw new CairnError('truth/overloaded', 'Too many commands are waiting for the store of record.');
    const giveBack = await slot;
    try {
      if (this.silence.isUnresponsive) throw emptyAnswer();
      const client = await this.pool.connect();
      this.slotOf.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      if (error instanceof CairnError) throw error;
      this.silence.probeNow();
      throw unavailableError(error);
    }
  }
}

const retryPolicy = retry(handleWhen(isRetryable), { maxAttempts: TRANSACTION_ATTEMPTS_MAX - 1 });

/** Destroys the socket, so that a waiting query fails at once; the driver cannot cancel a query otherwise. */
const destroySocket = (client: PoolClient): void => void socketOf(client).destroy();

const emptyAnswer = () =>
  new CairnError('truth/unavailable', 'The store of record did not answer the last calls; it is tried again soon.');

/** Channels between processes: the outbox has new rows, or a principal or key has changed. */
export type Channel = 'cairn_outbox' | 'cairn_principals';

/**
 * Returns the statements that begin a transaction. The transaction has one of two roles; neither owns a table, so
 * policies apply.
 */
function beginStatements(
  reach: OrganisationAccess,
  mode: 'isolation level repeatable read read only' | 'read write',
  rest: readonly string[] = [],
): string {
  const who =
    reach === 'all'
      ? 'set local role cairn_system'
      : `set local role cairn_app; set local cairn.org_id = ${escapeLiteral(reach)}`;
  return [`begin ${mode}`, who, ...rest].join('; ');
}

async function runInTransaction<Result>(
  client: PoolClient,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  sendTogether(client);
  const begun = client.query(begin);
  const [beginningEnd, workEnd] = await Promise.allSettled([begun, work(new Session(client))]);
  if (beginningEnd.status === 'rejected') throw beginningEnd.reason;
  if (workEnd.status === 'rejected') throw workEnd.reason;
  return workEnd.value;
}

async function commitTransaction(client: PoolClient): Promise<void> {
  try {
    const { command } = await client.query('commit');
    client.release();
    if (command !== 'COMMIT') throw new CairnError('internal', 'The store of record rolled a command back.');
  } catch (error) {
    if (error instanceof CairnError) throw error;
    client.release(error as Error);
    throw isConnectionUsable(error) ? error : unknownOutcomeError(error);
  }
}

/** Rolls back. If the connection may be broken, it is closed instead, which also rolls back. */
async function giveUp(client: PoolClient, error: unknown): Promise<CairnError> {
  if (!isConnectionUsable(error)) client.release(error as Error);
  else {
    await client.query('rollback').then(
      () => client.release(),
      (broken) => client.release(broken),
    );
  }
  return storeError(error);
}
