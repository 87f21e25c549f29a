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
export { digestOf, readWindow, turnsOfWindow, windowOf } from './window.ts';
export { EXTRACTOR_VERSION } from './weights.ts';
export { candidatesOf, type Candidate } from './candidates.ts';
export { closenessOf } from './closeness.ts';
export type { Mark } from './marks.ts';
export type { Closeness } from './score.ts';
