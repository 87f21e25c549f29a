import { config } from 'zod';

/** The policies of the console and of chat clients let no code be made of text; schemas that would try are told before they are made. */
config({ jitless: true });
