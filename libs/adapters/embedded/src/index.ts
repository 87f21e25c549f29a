export { EmbeddedTransport, type EmbeddedTransportOptions } from './events/embedded-transport.ts';
export { SqliteThreads, type ThreadsOptions } from './sqlite/threads.ts';
export { SqliteEmbeddingStore } from './truth/sqlite-embedding-store.ts';
export { SqliteIdentity, type SqliteIdentityOptions } from './truth/sqlite-identity.ts';
export { SqliteOutbox } from './truth/sqlite-outbox.ts';
export { SqliteTruth } from './truth/sqlite-truth.ts';
export { EmbeddedTextIndex } from './words/embedded-text-index.ts';
export { EmbeddedVectorIndex } from './vectors/embedded-vector-index.ts';
