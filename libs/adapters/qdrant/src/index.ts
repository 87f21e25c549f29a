export type { Losses } from './collection.ts';
export { QdrantVectorIndex } from './qdrant-vector-index.ts';
