import { config } from 'zod';

/** Chat clients let a page make no code of text; schemas that would try are told before they are made. */
config({ jitless: true });
