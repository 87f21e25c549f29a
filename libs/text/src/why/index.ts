export { isStatus, labelOf, partOfHeading } from './cues.ts';
export { gistOf } from './gist.ts';
export { headedPart, partsTold, shareOf, topicWords, type Told } from './parts-told.ts';
