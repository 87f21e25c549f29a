import { identityContract } from '@cairn/store/contract';
import { embeddedWorld } from './embedded-world.fixture.ts';

identityContract('The embedded identity', embeddedWorld);
