export { BundledEmbedder } from './bundled/bundled-embedder.ts';
export { FolderEmbedder } from './folder/folder-embedder.ts';
export { OpenAiEmbedder } from './openai/openai-embedder.ts';
export { UnavailableEmbedder } from './unavailable-embedder.ts';
