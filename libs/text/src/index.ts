export { analyserOf, newestAnalyser, type Analyser } from './analysers.ts';
export { analyse } from './analyse.ts';
export { askedRoleOf, asksForName, asksForNumber, asksForPerson, asksForTime } from './asks.ts';
export { chunk, type ChunkOptions, type Span } from './chunk.ts';
export { embeddedText, titlePrefix } from './embedded-text.ts';
export { decodeTerm, encodeTerm, encodeTerms } from './encode.ts';
export { eventIn, type NamedEvent } from './events.ts';
export { groupOf, headingsAt, sectionPathOf } from './group.ts';
export { CALL_RULES_VERSION, callsIn, SIGHTINGS_NEEDED, whoIsCalled, type Call, type Called } from './calls.ts';
export { NameIndex } from './name-index.ts';
export { mayBePerson } from './people/person-spelling.ts';
export { likelySame, type LikelySame, type StoredPerson } from './people/same-person.ts';
export { nameKey, readNames, wordsInName, type NamesRead, type OtherName } from './names.ts';
export {
  contradictionsIn,
  isOpenTopic,
  labelledShare,
  labelsFor,
  openQuestionsIn,
  sentenceAbout,
  themesOf,
  type Contradiction,
  type Said,
  type Theme,
  type Themed,
} from './overview/index.ts';
export {
  claimsOf,
  isDisputed,
  linkableTo,
  memoryLinkOf,
  memoryRelationOf,
  readText,
  renewalOf,
  sameWordsKey,
  textRelationOf,
  topicOf,
  type Claim,
  type MemoryLink,
  type PairRelation,
  type Statement,
  type Topic,
} from './pairs/index.ts';
export { TEXT_FEATURE_RULES, textFeaturesOf } from './text-features.ts';
export { endsAsQuestion, questionShare } from './sentences.ts';
export { isSpelledIn, specificNamesIn, undatedWordsIn, type SpecificName } from './specific/index.ts';
export { sentencesOf, type Sentence } from './quotable.ts';
export { timeRangesIn, mentionedTime, type SaidAt } from './time-ranges.ts';
export {
  actionKinds,
  concerns,
  judgeAll,
  ANY_WORD,
  judgeInTurns,
  matchesTrigger,
  triggerMatcher,
  NORM_RULES,
  readAction,
  readingsOf,
  normsToStore,
  readRule,
  readStoredRule,
  verdictOf,
  wordsOfAction,
  type Action,
  type ActionKind,
  type Finding,
  type GivenNorm,
  type Judgement,
  type Norm,
  type NormText,
  type Rule,
  type Ruling,
  type RuleText,
  type StoredNorms,
  type Weighed,
} from './preflight/index.ts';
export {
  gistOf,
  headedPart,
  isStatus,
  labelOf,
  partOfHeading,
  partsTold,
  shareOf,
  topicWords,
  type Told,
} from './why/index.ts';
export {
  evidentParts,
  readMeaning,
  readRecordDecision,
  readRuleNorms,
  understoodLines,
  type Evident,
  type GivenMeaning,
  type ReadableText,
  type ReadMeaning,
  type Understanding,
  type UnderstoodRelation,
} from './meaning/index.ts';
