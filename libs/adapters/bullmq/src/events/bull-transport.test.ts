import { describeWith, eventTransportContract } from '@cairn/testing';
import { bullWorld } from '../bull-world.fixture.ts';

describeWith('REDIS_URL', 'BullMQ', (url) => {
  eventTransportContract('The BullMQ transport', () => bullWorld(url));
});
