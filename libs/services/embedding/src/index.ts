export { EmbeddingModule } from './embedding.module.ts';
