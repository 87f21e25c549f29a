export { isStatus, labelOf, partOfHeading } from './cues.ts';
export { summarySentenceOf } from './summary-sentence.ts';
export { headedPart, readDecisionParts, shareOf, topicWords } from './decision-parts.ts';
