export { IndexingModule, type IndexingOptions } from './indexing.module.ts';
export { GenerationsModule } from './generations.module.ts';
export { ConversationReader } from './extraction/conversation-reader.ts';
