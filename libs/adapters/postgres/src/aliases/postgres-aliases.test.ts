import { aliasesContract } from '@cairn/store/contract';
import { describeWith } from '@cairn/testing';
import { postgresWorld } from '../postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  aliasesContract('The aliases on Postgres', () => postgresWorld(url));
});
