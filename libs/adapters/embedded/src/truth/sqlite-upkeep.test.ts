import { SqlUpkeep } from '@cairn/adapter-sql';
import { upkeepContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';

upkeepContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, upkeep: new SqlUpkeep(world.sql) };
});
