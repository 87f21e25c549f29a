import { config } from 'zod';

/**
 * Makes zod interpret its schemas instead of compiling them: the content security policies of the console and of chat clients
 * forbid code made from text.
 */
config({ jitless: true });
