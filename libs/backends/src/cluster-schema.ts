import { PostgresPool } from '@cairn/adapter-postgres';
import type { Config } from '@cairn/platform';
import { NO_POSTGRES, openPatiently } from './open-patiently.ts';

type SchemaConfig = Config<'schema'>;

/** Brings the store of record up to this code's schema. Of several that do so at once, one works and the others wait. */
export const migrateSchema = ({ postgresUrl: url }: SchemaConfig): Promise<void> =>
  openPatiently(() => PostgresPool.migrate({ url }), NO_POSTGRES);

/** Resolves when another process has done so; `truth/unavailable` when none did within a quarter of an hour. */
export const awaitSchema = ({ postgresUrl: url }: SchemaConfig): Promise<void> => PostgresPool.awaitSchema({ url });
