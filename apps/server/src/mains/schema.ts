import { awaitSchema, migrateSchema } from '@cairn/backends';
import { exitWithError, loadConfig } from '@cairn/platform';

// Implements `node dist/schema.mjs`: migrates the store of record to this version's schema; with `--wait`, waits until another
// process has migrated it.
const work = process.argv.includes('--wait') ? awaitSchema : migrateSchema;

try {
  await work(loadConfig('schema'));
} catch (error) {
  exitWithError(error);
}
