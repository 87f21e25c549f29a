import { PostgresPool } from '@cairn/adapter-postgres';
import type { Config } from '@cairn/platform';
import { NO_POSTGRES, openWithRetries } from './open-with-retries.ts';

type SchemaConfig = Config<'schema'>;

/** Migrates the store of record to this code's schema. Of several processes, one migrates and the others wait. */
export const migrateSchema = ({ postgresUrl: url }: SchemaConfig): Promise<void> =>
  openWithRetries(() => PostgresPool.migrate({ url }), NO_POSTGRES);

/** Resolves when another process has migrated the schema; throws `truth/unavailable` after a quarter of an hour. */
export const awaitSchema = ({ postgresUrl: url }: SchemaConfig): Promise<void> => PostgresPool.awaitSchema({ url });
