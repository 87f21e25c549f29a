import { awaitSchema, migrateSchema } from '@cairn/backends';
import { endWith, loadConfig } from '@cairn/platform';

// `node dist/schema.mjs` brings the store of record up to this version's schema and ends; with `--wait` it ends when somebody else has.
const work = process.argv.includes('--wait') ? awaitSchema : migrateSchema;

try {
  await work(loadConfig('schema'));
} catch (error) {
  endWith(error);
}
