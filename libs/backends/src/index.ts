export { clusterBackend, type ClusterConfig } from './cluster-backend.ts';
export { clusterEvents, OutboxRelayModule } from './cluster-events.ts';
export { clusterIndexes } from './cluster-indexes.ts';
export type { ClusterPart } from './cluster-part.ts';
export { clusterQueues } from './cluster-queues.ts';
export { embeddedBackend } from './embedded-backend.ts';
export { embeddedEvents } from './embedded-events.ts';
export { embedderFor } from './embedder.ts';
export { neighbours } from './neighbours.ts';
