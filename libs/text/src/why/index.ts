export { isStatus, labelOf, partOfHeading } from './cues.ts';
export { isRecordLine, summarySentenceOf } from './summary-sentence.ts';
export { leavesChoice } from './left-choice.ts';
export { headedPart, readDecisionParts, shareOf, topicWords } from './decision-parts.ts';
