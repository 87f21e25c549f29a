import { SqlConversations, SqlFeedback, SqlLifecycle, SqlRulings } from '@cairn/adapter-sql';
import { conversationsContract, feedbackContract, lifecycleContract, rulingsContract } from '@cairn/testing';
import { embeddedWorld } from '../truth/embedded-world.fixture.ts';

feedbackContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, feedback: new SqlFeedback(world.sql) };
});

conversationsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, conversations: new SqlConversations(world.sql) };
});

rulingsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, rulings: new SqlRulings(world.sql) };
});

lifecycleContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, lifecycle: new SqlLifecycle(world.sql) };
});
