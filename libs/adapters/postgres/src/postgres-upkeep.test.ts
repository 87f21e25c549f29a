import { describeWith, upkeepContract } from '@cairn/testing';
import { PostgresUpkeep } from './postgres-upkeep.ts';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  upkeepContract('Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, upkeep: new PostgresUpkeep(world) };
  });
});
