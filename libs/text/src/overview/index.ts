export { labelledShare, labelsFor } from './labels.ts';
export { contradictionsIn, isOpenTopic, openQuestionsIn, sentenceAbout } from './sentences-of-topic.ts';
export { themesOf } from './themes.ts';
