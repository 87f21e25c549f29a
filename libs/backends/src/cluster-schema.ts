import { PostgresPool } from '@cairn/adapter-postgres';
import type { Config } from '@cairn/platform';
import { POSTGRES_UNREACHABLE, openWithRetries } from './open-with-retries.ts';

type SchemaConfig = Config<'schema'>;

/**
 * Migrates the store of record to the schema of this code. If several processes start at once, one migrates and the others
 * wait.
 */
export const migrateSchema = ({ postgresUrl: url }: SchemaConfig): Promise<void> =>
  openWithRetries(() => PostgresPool.migrate({ url }), POSTGRES_UNREACHABLE);

/** Waits until another process has migrated the schema; throws `truth/unavailable` after 15 minutes. */
export const awaitSchema = ({ postgresUrl: url }: SchemaConfig): Promise<void> => PostgresPool.awaitSchema({ url });
