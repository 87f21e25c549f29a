import { embeddingStoreContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';

embeddingStoreContract('The embedded embedding store', embeddedWorld);
