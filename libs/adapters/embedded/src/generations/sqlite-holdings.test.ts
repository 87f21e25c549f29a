import { holdingsContract } from '@cairn/testing';
import { embeddedWorld } from '../truth/embedded-world.fixture.ts';
import { SqliteHoldings } from './sqlite-holdings.ts';

holdingsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, holdings: new SqliteHoldings(world) };
});
