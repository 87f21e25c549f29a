export { labelledShare, labelsFor } from './labels.ts';
export {
  contradictionsIn,
  isOpenTopic,
  openQuestionsIn,
  sentenceAbout,
  type Contradiction,
  type Said,
} from './sentences-of-topic.ts';
export { themesOf, type Theme, type Themed } from './themes.ts';
