export { embeddedBackend } from './embedded-backend.ts';
export { embeddedEvents } from './embedded-events.ts';
export { embedderFor } from './embedder.ts';
