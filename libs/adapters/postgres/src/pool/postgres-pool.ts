import { CairnError, type OrgId } from '@cairn/contracts';
import { FairSlots, Silence } from '@cairn/ports';
import { handleWhen, retry } from 'cockatiel';
import { Client, DatabaseError, escapeLiteral, Pool, type ClientConfig, type PoolClient } from 'pg';
import { FreshStatistics } from './fresh-statistics.ts';
import { beyondLimit, refusedLimit, type Lock } from '@cairn/adapter-sql';
import { postgres } from './dialect.ts';
import { takingLocks } from './locks.ts';
import { awaitSchema, migrate } from './migrate.ts';
import { canBeDoneAgain, leavesConnectionSound, storeError, unavailable, unknownOutcome } from './postgres-errors.ts';
import {
  configOf,
  connectionsOf,
  migrationConfigOf,
  poolConfigOf,
  probeConfigOf,
  type PostgresPoolOptions,
} from './pool-config.ts';
import { Probe } from './probe.ts';
import { Session } from './session.ts';

/** Whose rows a transaction may touch: one organisation's, or those of all for what serves all. */
export type Reach = OrgId | 'all';

const WAITING_MAX = 1000;
const ATTEMPTS_MAX = 3;
const TELL_MS = 5;

/** The way to one Postgres: connections, and transactions in which row-level security is the second lock. */
export class PostgresPool {
  private readonly pool: Pool;
  private readonly config: ClientConfig;
  private readonly slots: FairSlots<Reach>;
  private readonly slotOf = new WeakMap<PoolClient, () => void>();
  private readonly probe: Probe;
  private readonly silence: Silence;
  private readonly statistics: FreshStatistics;
  private readonly telling = new Map<Channel, NodeJS.Timeout>();

  private constructor(options: PostgresPoolOptions) {
    this.config = configOf(options);
    this.pool = new Pool(poolConfigOf(options, this.config));
    // A connection that breaks is replaced; whoever uses it, or needs the next one, learns of it.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('release', (_error, client) => this.slotOf.get(client as PoolClient)?.());
    this.slots = new FairSlots({ slots: connectionsOf(options), waitingMax: options.waitingMax ?? WAITING_MAX });
    this.probe = new Probe(() => new Client(probeConfigOf(this.config, options)));
    this.silence = new Silence({
      probe: async () => (await this.probe.health()).ready,
      ...(options.probeTimeoutMs && { answerMs: options.probeTimeoutMs }),
    });
    this.statistics = new FreshStatistics(this.pool);
  }

  /** Brings the database up to this code's schema. Several processes may start at once. */
  static async open(options: PostgresPoolOptions): Promise<PostgresPool> {
    await PostgresPool.migrate(options);
    return new PostgresPool(options);
  }

  /** Brings the database up to this code's schema, and opens nothing. */
  static migrate(options: PostgresPoolOptions): Promise<void> {
    return migrate(() => new Client(migrationConfigOf(options)));
  }

  /** Resolves when another process has brought the database up to this code's schema. */
  static awaitSchema(options: PostgresPoolOptions): Promise<void> {
    return awaitSchema(() => new Client(configOf(options)));
  }

  /** Runs queries on what is there. */
  async read<Result>(reach: Reach, work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await this.connect(reach);
    const ended = this.silence.begin(() => breakOff(client));
    try {
      const result = await inTransaction(client, beginning(reach, 'read only'), work);
      this.silence.heard();
      // Nobody has to wait for the end of a transaction that changed nothing.
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
   * Runs one command: when it answers, all of it is on disk; when it throws, nothing of it is. The work is done again when
   * it met another's in a circle. `service/unavailable` says that nobody knows.
   */
  write<Result>(
    reach: Reach,
    work: (session: Session) => Promise<Result>,
    locks: readonly Lock[] = [],
  ): Promise<Result> {
    return this.writeUntilDone(reach, beginning(reach, 'read write', takingLocks(locks)), work);
  }

  /**
   * The same for what is given again where it got lost, such as that an index has an item. Nobody waits for the disk: should
   * the server crash, the last moments of such commands are taken back, whole and the latest first.
   */
  writeRepeatable<Result>(reach: Reach, work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.writeUntilDone(reach, beginning(reach, 'read write', ['set local synchronous_commit = off']), work);
  }

  private async writeUntilDone<Result>(
    reach: Reach,
    begin: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await untilDone.execute(() => this.writeOnce(reach, begin, work));
    } catch (error) {
      const refused = refusedLimit(error);
      throw refused ? await this.beyond(refused) : storeError(error);
    }
  }

  private async beyond(refused: NonNullable<ReturnType<typeof refusedLimit>>): Promise<CairnError> {
    const now = Math.floor(await this.now());
    return this.read(refused.orgId, (session) =>
      beyondLimit({ dialect: postgres, now, get: session.get.bind(session) }, refused),
    );
  }

  private async writeOnce<Result>(
    reach: Reach,
    begin: string,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.connect(reach);
    const ended = this.silence.begin(() => breakOff(client));
    try {
      const result = await this.committed(client, begin, work);
      this.silence.heard();
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
      result = await inTransaction(client, begin, work);
    } catch (error) {
      this.heardIn(error);
      await giveUp(client, error);
      throw error;
    }
    await commit(client);
    this.statistics.written();
    return result;
  }

  /** A failure that the server itself tells of is an answer. */
  private heardIn(error: unknown): void {
    if (error instanceof DatabaseError) this.silence.heard();
  }

  /**
   * Tells every process that listens to a channel. It goes out apart from the write: Postgres commits those that notify one
   * after the other. What is lost, the listeners find by asking now and then.
   */
  tell(channel: Channel): void {
    if (this.telling.has(channel)) return;
    const tellNow = () => {
      this.telling.delete(channel);
      this.pool.query(`notify ${channel}`).catch(() => undefined);
    };
    this.telling.set(channel, setTimeout(tellNow, TELL_MS).unref());
  }

  /** A connection of one's own, for listening. */
  newListener(): Client {
    return new Client({ ...this.config, statement_timeout: 0, query_timeout: 0, keepAlive: true });
  }

  /** Asks on a connection of its own, so that a busy pool is not taken for a dead server. */
  health(): Promise<{ ready: boolean; problem?: string | undefined }> {
    return this.probe.health();
  }

  /** The time of the server, epoch ms. */
  async now(): Promise<number> {
    const { rows } = await this.pool
      .query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
      .catch((error: unknown) => Promise.reject(storeError(error)));
    return rows[0]!.now;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    for (const timer of this.telling.values()) clearTimeout(timer);
    this.statistics.stop();
    this.silence.close();
    await Promise.all([this.pool.end(), this.probe.close()]);
  }

  private async connect(reach: Reach): Promise<PoolClient> {
    if (this.silence.isSilent) throw silent();
    const slot = this.slots.take(reach);
    if (!slot) throw new CairnError('truth/overloaded', 'Too many commands are waiting for the store of record.');
    const giveBack = await slot;
    try {
      if (this.silence.isSilent) throw silent();
      const client = await this.pool.connect();
      this.slotOf.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      if (error instanceof CairnError) throw error;
      this.silence.suspect();
      throw unavailable(error);
    }
  }
}

const untilDone = retry(handleWhen(canBeDoneAgain), { maxAttempts: ATTEMPTS_MAX - 1 });

/** Destroys the socket, so that a waiting query fails at once: the driver has no other way to give up a query. */
const breakOff = (client: PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

const silent = () =>
  new CairnError('truth/unavailable', 'The store of record has not answered of late; it is asked again soon.');

/** What processes tell each other of: that the outbox has more, that what goes with a key is another. */
export type Channel = 'cairn_outbox' | 'cairn_principals';

/** Neither role owns a table: what one may see is decided by policies. */
function beginning(reach: Reach, mode: 'read only' | 'read write', rest: readonly string[] = []): string {
  const who =
    reach === 'all'
      ? 'set local role cairn_system'
      : `set local role cairn_app; set local cairn.org_id = ${escapeLiteral(reach)}`;
  return [`begin ${mode}`, who, ...rest].join('; ');
}

async function inTransaction<Result>(
  client: PoolClient,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const begun = client.query(begin);
  const [beginningEnd, workEnd] = await Promise.allSettled([begun, work(new Session(client))]);
  if (beginningEnd.status === 'rejected') throw beginningEnd.reason;
  if (workEnd.status === 'rejected') throw workEnd.reason;
  return workEnd.value;
}

async function commit(client: PoolClient): Promise<void> {
  try {
    const { command } = await client.query('commit');
    client.release();
    if (command !== 'COMMIT') throw new CairnError('internal', 'The store of record took a command back.');
  } catch (error) {
    if (error instanceof CairnError) throw error;
    client.release(error as Error);
    throw leavesConnectionSound(error) ? error : unknownOutcome(error);
  }
}

/** Takes everything back. A connection that may be broken is thrown away, which does the same. */
async function giveUp(client: PoolClient, error: unknown): Promise<CairnError> {
  if (!leavesConnectionSound(error)) client.release(error as Error);
  else {
    await client.query('rollback').then(
      () => client.release(),
      (broken) => client.release(broken),
    );
  }
  return storeError(error);
}
