import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../sqlite/database.ts';
import { migrateDatabase } from '../store/migrations.ts';
import { SELECT_ENTRIES } from './vectors-commands.ts';

it('a start reads all vectors in the order of the table, without a sort of them in memory', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-plan-'));
  const db = new Database(join(dataDir, 'cairn.db'), 'writer');
  migrateDatabase(db, 1);

  const plan = db.statement(`explain query plan ${SELECT_ENTRIES}`).all(1);

  db.close();
  rmSync(dataDir, { recursive: true });
  expect(plan.map(({ detail }) => detail)).toEqual(['SCAN vector_entry']);
});
