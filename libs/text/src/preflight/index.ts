export { readAction, type Action } from './action.ts';
export { readingsOf } from './act.ts';
export {
  matchesAnyNorm,
  judgeAll,
  judgeInBatches,
  verdictOf,
  type Judgement,
  type Ruling,
  type JudgedEntry,
} from './judge.ts';
export { readEnglish } from './english.ts';
export { stemsOf } from './lexicon.ts';
export { matchesTrigger, triggerMatcher } from './glob.ts';
export type { GivenNorm } from './norm.ts';
export { NORM_RULES, readRule, type Rule, type RuleText } from './rule.ts';
export { ANY_WORD, wordsOfAction } from './needed-words.ts';
export { normsToStore, readStoredRule, type NormText } from './stored-norms.ts';
