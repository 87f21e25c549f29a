export { actionKinds, readAction, type Action, type ActionKind } from './action.ts';
export type { Act } from './act.ts';
export { readingsOf } from './act.ts';
export {
  concerns,
  judgeAll,
  judgeInTurns,
  LIKENESS_MIN,
  verdictOf,
  type Finding,
  type Judgement,
  type Ruling,
  type Severity,
  type Weighed,
} from './judge.ts';
export { readEnglish } from './english.ts';
export { matchesTrigger, triggerMatcher } from './glob.ts';
export type { GivenNorm, Norm } from './norm.ts';
export { NORM_RULES, readRule, type Rule, type RuleText } from './rule.ts';
export { ANY_WORD, wordsOfAction } from './needed-words.ts';
export { normsToStore, readStoredRule, type NormText, type StoredNorms } from './stored-norms.ts';
