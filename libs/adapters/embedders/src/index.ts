export { BundledEmbedder, type BundledEmbedderOptions } from './bundled/bundled-embedder.ts';
export { checkedEmbeddings } from './common/checked-embeddings.ts';
export { FolderEmbedder, type FolderEmbedderOptions } from './folder/folder-embedder.ts';
export { OpenAiEmbedder, type OpenAiEmbedderOptions } from './openai/openai-embedder.ts';
export { UnavailableEmbedder } from './unavailable-embedder.ts';
