export { actionKinds, readAction, type Action, type ActionKind, type Deed } from './action.ts';
export {
  judgeAll,
  judgeInTurns,
  LIKENESS_MIN,
  verdictOf,
  type Judgement,
  type Ruling,
  type Severity,
  type Weighed,
} from './judge.ts';
export { matchesTrigger, triggerMatcher } from './glob.ts';
export { readRule, type Rule } from './rule.ts';
