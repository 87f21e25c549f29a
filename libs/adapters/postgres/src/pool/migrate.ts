import { otherBaseline, type Migration } from '@cairn/store';
import { CairnError } from '@cairn/contracts';
import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import type { Client } from 'pg';
import { migrations } from './migrations.ts';
import { storeError, unavailableError } from './postgres-errors.ts';

/**
 * Id of the advisory lock under which one process at a time changes the schema. Any number that is used for nothing
 * else will do.
 */
const MIGRATION_LOCK = 7_244_190_313;
/** Lock timeout of a change, ms. While a change waits for a table, it blocks all later users of the table. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Migrates the database to the schema of this code, with one transaction per step. A newer schema is accepted if it
 * declares that this code can use it, since pods of two versions run side by side during a rollout. If all steps are
 * applied, no lock is taken, so that the process does not wait for newer code that is migrating.
 */
export const migrateDatabase = (newClient: () => Client, steps: readonly Migration[] = migrations): Promise<void> =>
  withConnection(newClient, async (client) => {
    if ((await countApplied(client, steps)) < steps.length) await applyMissingSteps(client, steps);
    if (steps === migrations) await requireRoles(client);
  });

/** Limits of the wait for another process: a quarter of an hour. */
const WAIT_LIMITS = { looksMax: 900, pauseMs: 1000 };

/**
 * Resolves when a different process has migrated the database to the schema of this code. Throws `truth/unavailable` if
 * no process did so in time.
 */
export async function awaitSchema(
  newClient: () => Client,
  steps: readonly Migration[] = migrations,
  { looksMax, pauseMs } = WAIT_LIMITS,
): Promise<void> {
  const untilUp = retry(
    handleWhenResult((isThere) => !isThere),
    { maxAttempts: looksMax - 1, backoff: new ConstantBackoff(pauseMs) },
  );
  if (!(await untilUp.execute(() => isUp(newClient, steps)))) throw notMigratedError();
}

/**
 * Tells whether the schema is up to date. If the server is unreachable, the answer is no, since the server may still be
 * starting.
 */
async function isUp(newClient: () => Client, steps: readonly Migration[]): Promise<boolean> {
  try {
    return await withConnection(newClient, async (client) => (await countApplied(client, steps)) >= steps.length);
  } catch (error) {
    if (error instanceof CairnError && error.retry) return false;
    throw error;
  }
}

async function withConnection<Result>(
  newClient: () => Client,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = newClient();
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error) => Promise.reject(unavailableError(error)));
    return await work(client);
  } catch (error) {
    throw storeError(error);
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}

async function applyMissingSteps(client: Client, steps: readonly Migration[]): Promise<void> {
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(
    'create table if not exists migration (number int primary key, name text not null, least_code int not null, applied_at timestamptz not null default now())',
  );
  const applied = await countApplied(client, steps);
  for (const [index, step] of steps.entries())
    if (index >= applied)
      await applyMigration(client, step, { number: index + 1, leastCode: leastCodeOf(step, steps) });
}

/**
 * Returns the number of applied steps. Throws if the schema has a different baseline, or no longer supports code that
 * knows only as many steps as this code.
 */
async function countApplied(client: Client, steps: readonly Migration[]): Promise<number> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('migration') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) return 0;
  const { rows } = await client.query<{ applied: number; least: number; first: string | null }>(
    `select coalesce(max(number), 0) as applied, coalesce(max(least_code), 0) as least,
      max(name) filter (where number = 1) as first from migration`,
  );
  const { applied, least, first } = rows[0] as { applied: number; least: number; first: string | null };
  if (first !== null && first !== steps[0]?.name) throw otherBaseline('database');
  if (least > steps.length) throw newerSchemaError(applied, steps.length);
  return applied;
}

const leastCodeOf = ({ leastCode }: Migration, steps: readonly Migration[]): number =>
  steps.findIndex(({ name }) => name === leastCode) + 1;

async function applyMigration(
  client: Client,
  { name, sql }: Migration,
  { number, leastCode }: { readonly number: number; readonly leastCode: number },
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migration (number, name, least_code) values ($1, $2, $3)', [
      number,
      name,
      leastCode,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const notMigratedError = () =>
  new CairnError(
    'truth/unavailable',
    'The store of record does not have the schema of this version: check the job that migrates it (`node dist/schema.mjs`).',
  );

const newerSchemaError = (found: number, known: number) =>
  new CairnError(
    'config/invalid',
    `The database was changed by a newer Cairn: its schema is ${found}, this one knows up to ${known} and can no longer work on it. Start the newer Cairn.`,
  );

/** Throws unless the services' roles exist and have no right to bypass policies, which would void row-level security. */
async function requireRoles(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; isFree: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls as "isFree" from pg_roles where rolname in ('cairn_app', 'cairn_system')`,
  );
  const free = rows.find(({ isFree }) => isFree);
  if (free)
    throw badRoleError(`The role ${free.name} bypasses row-level security. Remove bypassrls and superuser from it.`);
  for (const { name } of rows) await requireRole(client, name);
}

async function requireRole(client: Client, name: string): Promise<void> {
  try {
    await client.query(`begin; set local role ${name}`);
  } catch (cause) {
    throw badRoleError(`The database user may not act as ${name}. As a superuser: grant ${name} to that user.`, cause);
  } finally {
    await client.query('rollback');
  }
}

const badRoleError = (message: string, cause?: unknown) => new CairnError('config/invalid', message, { cause });
