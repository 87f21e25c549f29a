import { identityContract } from '@cairn/store/contract';
import { describeWith } from '@cairn/testing';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  identityContract('Identity on Postgres', () => postgresWorld(url));
});
