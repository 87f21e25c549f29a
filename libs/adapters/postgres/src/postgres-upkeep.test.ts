import { SqlUpkeep } from '@cairn/adapter-sql';
import { describeWith, upkeepContract } from '@cairn/testing';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  upkeepContract('Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, upkeep: new SqlUpkeep(world.sql) };
  });
});
