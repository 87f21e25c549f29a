import { maintenanceContract } from '@cairn/store/contract';
import { describeWith } from '@cairn/testing';
import { maintenance, callsOf } from '@cairn/store';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  maintenanceContract('Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, maintenance: callsOf(maintenance, world.sql) };
  });
});
