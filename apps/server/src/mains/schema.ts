import { awaitSchema, migrateSchema } from '@cairn/backends';
import { endWith, loadConfig } from '@cairn/platform';

// `node dist/schema.mjs` migrates the store of record to this version's schema; with `--wait`, it waits until another process has.
const work = process.argv.includes('--wait') ? awaitSchema : migrateSchema;

try {
  await work(loadConfig('schema'));
} catch (error) {
  endWith(error);
}
