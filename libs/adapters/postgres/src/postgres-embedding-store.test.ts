import { embeddingStoreContract } from '@cairn/store/contract';
import { describeWith } from '@cairn/testing';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  embeddingStoreContract('The embedding store on Postgres', () => postgresWorld(url));
});
