import { awaitSchema, migrateSchema } from '@cairn/backends';
import { exitWithError, loadConfig } from '@cairn/platform';

// Implements `node dist/schema.mjs`. It migrates the store of record to the schema of this version. With `--wait`, it
// waits until another process has migrated the store.
const work = process.argv.includes('--wait') ? awaitSchema : migrateSchema;

try {
  await work(loadConfig('schema'));
} catch (error) {
  exitWithError(error);
}
