import { aliasesContract } from '@cairn/store/contract';
import { embeddedWorld } from './embedded-world.fixture.ts';

aliasesContract('The embedded aliases', embeddedWorld);
