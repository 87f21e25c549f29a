import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storeContract } from '@cairn/store/contract';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';

storeContract('SQLite', async () => {
  const world = await embeddedWorld();
  return {
    ...world,
    dialect: 'sqlite',
    dump: () => rowsOfFolder(world.dataDir),
    keeps: ['audit', 'organisation_removal', 'outbox', 'word_space'],
  };
});

const asText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;

/** Every row of every table of a folder, including index tables. */
async function rowsOfFolder(dataDir: string): Promise<string[]> {
  const db = new DatabaseSync(join(dataDir, 'cairn.db'), { readOnly: true });
  const tables = db
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'",
    )
    .all();
  const rows = tables.flatMap(({ name }) =>
    db
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => `${name} ${JSON.stringify(row, asText)}`),
  );
  db.close();
  return rows;
}
