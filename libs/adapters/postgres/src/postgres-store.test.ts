import { SqlFeedback } from '@cairn/adapter-sql';
import { describeWith, feedbackContract } from '@cairn/testing';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  feedbackContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, feedback: new SqlFeedback(world.sql) };
  });
});
