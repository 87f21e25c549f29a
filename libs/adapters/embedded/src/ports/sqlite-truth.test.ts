import { truthContract } from '@cairn/store/contract';
import { embeddedWorld } from './embedded-world.fixture.ts';

truthContract('The embedded truth', embeddedWorld);
