import { SqlConversations, SqlFeedback, SqlLifecycle, SqlRulings } from '@cairn/adapter-sql';
import {
  conversationsContract,
  describeWith,
  feedbackContract,
  lifecycleContract,
  rulingsContract,
} from '@cairn/testing';
import { postgresWorld } from './postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  feedbackContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, feedback: new SqlFeedback(world.sql) };
  });
  conversationsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, conversations: new SqlConversations(world.sql) };
  });
  rulingsContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, rulings: new SqlRulings(world.sql) };
  });

  lifecycleContract('The store on Postgres', async () => {
    const world = await postgresWorld(url);
    return { ...world, lifecycle: new SqlLifecycle(world.sql) };
  });
});
