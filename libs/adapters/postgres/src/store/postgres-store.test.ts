import { storeContract } from '@cairn/store/contract';
import { describeWith } from '@cairn/testing';
import { Client } from 'pg';
import { postgresWorld } from '../postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  storeContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return {
      ...world,
      dialect: 'postgres',
      dump: () => rowsOf(world.url),
      keeps: ['audit', 'organisation_removal', 'outbox'],
    };
  });
});

/** Every row of every table of the schema. */
async function rowsOf(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
  );
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await client.query<{ row: string }>(`select cast(t as text) as row from "${name}" t`);
    rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
  }
  await client.end();
  return rows;
}
