import { SqlMaintenance } from '@cairn/store';
import { maintenanceContract } from '@cairn/store/contract';
import { embeddedWorld } from './embedded-world.fixture.ts';

maintenanceContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, maintenance: new SqlMaintenance(world.sql) };
});
