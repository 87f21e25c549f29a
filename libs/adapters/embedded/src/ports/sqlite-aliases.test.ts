import { aliasesContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';

aliasesContract('The embedded aliases', embeddedWorld);
