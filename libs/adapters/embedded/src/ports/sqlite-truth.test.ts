import { truthContract } from '@cairn/testing';
import { embeddedWorld } from './embedded-world.fixture.ts';

truthContract('The embedded truth', embeddedWorld);
