export { isStatus, labelOf, partOfHeading } from './cues.ts';
export { gistOf } from './gist.ts';
export { headedPart, partsTold, shareOf, topicWords } from './parts-told.ts';
