export { BundledEmbedder } from './bundled/bundled-embedder.ts';
export { FolderEmbedder } from './folder/folder-embedder.ts';
export { OpenAiCompletions } from './openai/openai-completions.ts';
export { OpenAiEmbedder } from './openai/openai-embedder.ts';
export { UnavailableEmbedder } from './unavailable-embedder.ts';
