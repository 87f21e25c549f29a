import { SqlConversations, SqlFeedback } from '@cairn/adapter-sql';
import { conversationsContract, feedbackContract } from '@cairn/testing';
import { embeddedWorld } from '../truth/embedded-world.fixture.ts';

feedbackContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, feedback: new SqlFeedback(world.sql) };
});

conversationsContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, conversations: new SqlConversations(world.sql) };
});
