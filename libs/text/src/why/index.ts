export { isStatus, partOfHeading } from './cues.ts';
export { headedPart, partsTold, shareOf, topicWords, type Told } from './parts-told.ts';
