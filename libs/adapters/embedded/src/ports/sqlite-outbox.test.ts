import { outboxContract } from '@cairn/store/contract';
import { embeddedWorld } from './embedded-world.fixture.ts';

outboxContract('The embedded outbox', (subscriptions) => embeddedWorld({ subscriptions }));
