import { maintenanceContract } from '@cairn/store/contract';
import { maintenance, callsOf } from '@cairn/store';
import { embeddedWorld } from './embedded-world.fixture.ts';

maintenanceContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, maintenance: callsOf(maintenance, world.sql) };
});
