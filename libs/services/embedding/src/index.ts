export { EmbeddingModule, type EmbeddingOptions } from './embedding.module.ts';
export { GenerationsModule } from './generations.module.ts';
