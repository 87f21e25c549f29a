import { describeWith, holdingsContract } from '@cairn/testing';
import { postgresWorld } from '../postgres-world.fixture.ts';
import { PostgresHoldings } from './postgres-holdings.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  holdingsContract('Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, holdings: new PostgresHoldings(world) };
  });
});
