import { describeWith, embeddingStoreContract } from '@cairn/testing';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  embeddingStoreContract('The embedding store on Postgres', () => postgresWorld(url));
});
