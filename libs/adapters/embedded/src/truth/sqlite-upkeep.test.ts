import { upkeepContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';
import { SqliteUpkeep } from './sqlite-upkeep.ts';

upkeepContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, upkeep: new SqliteUpkeep(world) };
});
