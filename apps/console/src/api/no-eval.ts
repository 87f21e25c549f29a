import { config } from 'zod';

/** Content security policies of the console and of chat clients forbid code made from text, so zod must not compile its schemas. */
config({ jitless: true });
