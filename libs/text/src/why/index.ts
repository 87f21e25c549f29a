export { isStatus, labelOf, partOfHeading } from './cues.ts';
export { isRecordLine, summarySentenceOf } from './summary-sentence.ts';
export { headedPart, readDecisionParts, shareOf, topicWords } from './decision-parts.ts';
