import { generationsContract } from '@cairn/testing';
import { embeddedWorld } from '../truth/embedded-world.fixture.ts';
import { SqliteGenerations } from './sqlite-generations.ts';

generationsContract('SQLite', async () => {
  const { threads, clock, audit, close } = await embeddedWorld();
  return { generations: new SqliteGenerations({ threads, clock }), clock, audit, close };
});
