export type { Losses } from './collection.ts';
export type { IndexedItem } from './inventory.ts';
export { QdrantVectorIndex, type QdrantVectorIndexOptions } from './qdrant-vector-index.ts';
