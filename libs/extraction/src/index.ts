export { extractFrom, type ExtractionOptions } from './extract-from.ts';
export type { Embed } from './closeness.ts';
export {
  extractedKinds,
  type ConversationMessage,
  type Extracted,
  type ExtractedKind,
  type Quote,
  type ResolvedWords,
} from './extracted.ts';
export { EXTRACTOR_VERSION } from './weights.ts';
