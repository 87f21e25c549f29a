export { leavesChoice } from './left-choice.ts';
export { isStatus, labelOf, partOfHeading } from './cues.ts';
export { isRecordLine, summarySentenceOf } from './summary-sentence.ts';
export { headedPart, readDecisionParts, shareOf, topicWords } from './decision-parts.ts';
