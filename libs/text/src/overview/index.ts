export { labelCoverage, labelsFor } from './labels.ts';
export { contradictionsIn, isOpenTopic, openQuestionsIn, findSentenceAbout } from './sentences-of-topic.ts';
export { themesOf } from './themes.ts';
