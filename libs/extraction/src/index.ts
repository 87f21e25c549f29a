export { extractFrom } from './extract-from.ts';
export {
  extractedKinds,
  type ConversationMessage,
  type Extracted,
  type ExtractedKind,
  type Quote,
} from './extracted.ts';
export { digestOf, readWindow, turnsOfWindow, windowOf } from './window.ts';
export { EXTRACTOR_VERSION } from './weights.ts';
export { candidatesOf, type Candidate } from './candidates.ts';
export { closenessOf, embedBy, type Closeness, type Embed } from './closeness.ts';
export type { Mark } from './marks.ts';
export { isPossibleKind } from './score.ts';
