export { analyserOf, newestAnalyser } from './analysers.ts';
export { analyse } from './analyse.ts';
export {
  askedRoleOf,
  asksForAll,
  asksForName,
  asksForNumber,
  asksForPerson,
  asksForTime,
  mentionsName,
  mentionsNumber,
  mentionsTime,
} from './asks.ts';
export { chunkText, type ChunkOptions } from './chunk.ts';
export { textToEmbed, titlePrefix } from './text-to-embed.ts';
export { encodeTerm, encodeTerms } from './encode.ts';
export { findEvent, type NamedEvent } from './events.ts';
export { groupOf, headingsAt, sectionPathOf } from './sections/group.ts';
export { CALL_RULES_VERSION, callsIn, SIGHTINGS_MIN, findCalledSpeakers, type Call } from './calls.ts';
export { handoffOf, handoffParts } from './handoff/index.ts';
export { IDENTIFIER_FORMS_MAX, identifierParts, readIdentifiers, type IdentifierMatcher } from './identifiers/index.ts';
export { NameIndex } from './name-index.ts';
export { mayBePerson } from './people/person-spelling.ts';
export { findLikelySame, type LikelySamePerson } from './people/same-person.ts';
export { nameKey, readNames, wordsInName, type OtherName } from './names.ts';
export {
  contradictionsIn,
  isOpenTopic,
  labelCoverage,
  labelsFor,
  openQuestionsIn,
  findSentenceAbout,
  themesOf,
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
  type Topic,
} from './pairs/index.ts';
export { TEXT_FEATURE_RULES, textFeaturesOf } from './text-features.ts';
export {
  askedNamesIn,
  isNamedIn,
  isSpelledIn,
  missingWords,
  NAMED_CHARS_MAX,
  specificNamesIn,
  undatedWordsIn,
  type AskedName,
  type SpecificName,
} from './specific/index.ts';
export { cutAtWord } from './cut-at-word.ts';
export { sentencesOf } from './quotable.ts';
export { sentenceEnds } from './sentences.ts';
export { spokenTimesIn, timeRangesIn, mentionedTime, type SaidAt } from './time-ranges.ts';
export {
  matchesAnyNorm,
  judgeAll,
  ANY_WORD,
  judgeInBatches,
  matchesTrigger,
  triggerMatcher,
  readAction,
  readingsOf,
  normsToStore,
  readRule,
  readStoredRule,
  stemsOf,
  verdictOf,
  wordsOfAction,
  type Action,
  type GivenNorm,
  type Judgement,
  type Rule,
  type Ruling,
  type JudgedEntry,
} from './preflight/index.ts';
export {
  isRecordLine,
  summarySentenceOf,
  headedPart,
  isStatus,
  labelOf,
  partOfHeading,
  readDecisionParts,
  shareOf,
  topicWords,
} from './why/index.ts';
export {
  describeRule,
  keepEvidentParts,
  normLines,
  readMeaning,
  readRecordDecision,
  readRuleNorms,
  understoodLines,
} from './meaning/index.ts';
export {
  isPlanted,
  plantedFeatures,
  plantedScore,
  plantedSignals,
  wordingScale,
  type PlantedFeatures,
} from './planted/planted.ts';
export { writeLevels } from './planted/model.ts';
export { WORDING_BUCKETS } from './planted/wording.ts';
export { plantedSignalsIn, plantedSignalsOf } from './planted/planted-in-item.ts';
