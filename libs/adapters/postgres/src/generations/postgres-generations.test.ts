import { describeWith, generationsContract } from '@cairn/testing';
import { postgresWorld } from '../postgres-world.fixture.ts';
import { PostgresGenerations } from './postgres-generations.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  generationsContract('Postgres', async () => {
    const { pool, clock, audit, close } = await postgresWorld(url);
    return { generations: new PostgresGenerations({ pool, clock }), clock, audit, close };
  });
});
