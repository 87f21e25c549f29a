import { identityContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';

identityContract('The embedded identity', embeddedWorld);
