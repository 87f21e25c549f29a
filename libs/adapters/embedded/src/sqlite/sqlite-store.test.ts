import { SqlFeedback } from '@cairn/adapter-sql';
import { feedbackContract } from '@cairn/testing';
import { embeddedWorld } from '../truth/embedded-world.fixture.ts';

feedbackContract('SQLite', async () => {
  const world = await embeddedWorld();
  return { ...world, feedback: new SqlFeedback(world.sql) };
});
