import { outboxContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';

outboxContract('The embedded outbox', (subscriptions) => embeddedWorld({ subscriptions }));
